import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  tokens,
} from '@fluentui/react-components'
import { DocumentEditRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, type ReactNode, type RefObject, Suspense } from 'react'
import { usePanes } from '#renderer/features/codeEditor/panes.ts'
import type { CodeHandle, CodeHelp, Marker, Reveal } from '#renderer/features/codeEditor/types.ts'
import { EmptyState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { AutosaveNotice } from '#renderer/features/drafts/AutosaveNotice.tsx'
import { DraftOffer } from '#renderer/features/fileEditor/drafts/DraftOffer.tsx'
import { FileTabs } from '#renderer/features/fileEditor/FileTabs.tsx'
import type { Editor } from '#renderer/features/fileEditor/useEditor.ts'

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: '260px minmax(0, 1fr)',
    gap: tokens.spacingHorizontalM,
    height: '100%',
    minHeight: 0,
  },
  side: {
    minHeight: 0,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    paddingRight: tokens.spacingHorizontalS,
  },
  main: { display: 'flex', flexDirection: 'column', minHeight: 0, minWidth: 0 },
  note: { flexShrink: 0 },
  code: { flex: '1 1 auto', minHeight: 0, borderRadius: tokens.borderRadiusMedium, overflow: 'hidden' },
})

interface Props {
  editor: Editor
  /** The file tree at the left. */
  side: ReactNode
  pane: RefObject<CodeHandle | null>
  /** px */
  fontSize: number
  /** A range of an open file to show. */
  reveal?: Reveal | null
  /** Problems that a check found in the files. */
  markers?: readonly Marker[] | undefined
  /** Completion and hover. */
  help?: CodeHelp | undefined
  /** A hint while no file is open. */
  emptyText: string
  onCloseFile: (key: string) => void
}

/** Tree at the left, tabs and code at the right. */
export function EditorFrame({ editor, side, pane, fontSize, reveal, markers, help, emptyText, onCloseFile }: Props) {
  const styles = useStyles()
  const { CodePane } = usePanes()
  const { current } = editor
  // Tab indents in the code editor; F6 moves the focus out of it and back.
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'F6') return
    event.preventDefault()
    const tab = event.currentTarget.querySelector<HTMLElement>('li [aria-current="true"]')
    if (tab && document.activeElement !== tab) tab.focus()
    else pane.current?.focus()
  }
  return (
    <div className={styles.root} role="presentation" onKeyDown={onKeyDown}>
      <div className={styles.side}>{side}</div>
      <div className={styles.main}>
        <FileTabs
          files={editor.files}
          active={editor.active}
          words={editor.words}
          onActivate={editor.activate}
          onClose={onCloseFile}
        />
        <AutosaveNotice trouble={editor.drafts.problem} />
        <DraftOffer key={editor.active} editor={editor} fontSize={fontSize} />
        <ChangedNotice editor={editor} />
        {current?.lineEnds.mixed && (
          <MessageBar className={styles.note}>
            <MessageBarBody>{`该文件混用了多种换行符，修改并保存后将统一为 ${current.lineEnds.ends}。`}</MessageBarBody>
          </MessageBar>
        )}
        <div className={styles.code}>
          {current ? (
            <Suspense fallback={<LoadingState label="正在加载编辑器…" />}>
              <CodePane
                handle={pane}
                texts={editor.texts}
                active={current.key}
                name={current.name}
                fontSize={fontSize}
                reveal={reveal}
                markers={markers}
                help={help}
                onEdit={editor.edited}
                onSave={() => editor.save(current.key)}
              />
            </Suspense>
          ) : (
            <EmptyState icon={DocumentEditRegular} title="没有打开的文件" text={emptyText} />
          )}
        </div>
      </div>
    </div>
  )
}

const useChangedNoticeStyles = makeStyles({ root: { flexShrink: 0 } })

/** Tells that the active file has changed or is missing where it is stored, and offers actions. */
function ChangedNotice({ editor }: { editor: Editor }) {
  const styles = useChangedNoticeStyles()
  const file = editor.current
  if (!file || file.server === 'same') return null
  const { title, text } = editor.words.notices[file.server]
  return (
    <MessageBar className={styles.root} intent={file.server === 'synced' ? 'info' : 'warning'} layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>{title}</MessageBarTitle>
        {`“${file.name}”${text}`}
      </MessageBarBody>
      <MessageBarActions>
        {file.server === 'gone' ? (
          <Button onClick={() => editor.recreate(file)}>重新创建</Button>
        ) : (
          <Button onClick={() => editor.showConflict(file)}>比较</Button>
        )}
      </MessageBarActions>
    </MessageBar>
  )
}
