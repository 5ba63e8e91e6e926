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
import { type KeyboardEvent, type RefObject, Suspense } from 'react'
import type { FileEntry } from '#shared/contract/templateFile.ts'
import { usePanes } from '#renderer/features/codeEditor/panes.ts'
import type { CodeHandle } from '#renderer/features/codeEditor/types.ts'
import { EmptyState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { AutosaveNotice } from '#renderer/features/drafts/AutosaveNotice.tsx'
import { DraftOffer } from './drafts/DraftOffer.tsx'
import { FileTabs } from './FileTabs.tsx'
import { FileTree } from './tree/FileTree.tsx'
import type { Editor } from './useEditor.ts'
import type { OpenFile } from './openFiles.ts'

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: '260px minmax(0, 1fr)',
    gap: tokens.spacingHorizontalM,
    height: '100%',
    minHeight: 0,
  },
  tree: {
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
  folder: string
  start: string
  pane: RefObject<CodeHandle | null>
  fontSize: number
  onOpen: (entry: FileEntry) => void
  onCloseFile: (key: string) => void
}

/** Tree at the left, tabs and code at the right. */
export function EditorBody({ editor, folder, start, pane, fontSize, onOpen, onCloseFile }: Props) {
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
      <div className={styles.tree}>
        <FileTree root={folder} start={start} current={editor.active} onOpen={onOpen} />
      </div>
      <div className={styles.main}>
        <FileTabs files={editor.files} active={editor.active} onActivate={editor.activate} onClose={onCloseFile} />
        <AutosaveNotice trouble={editor.drafts.trouble} />
        <DraftOffer key={editor.active} editor={editor} fontSize={fontSize} />
        <ServerNotice editor={editor} />
        {current?.lineEnds.mixed && (
          <MessageBar className={styles.note}>
            <MessageBarBody>{`这个文件混用了几种换行符，修改保存后会统一为 ${current.lineEnds.ends}。`}</MessageBarBody>
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
                onEdit={editor.edited}
                onSave={() => editor.save(current.key)}
              />
            </Suspense>
          ) : (
            <EmptyState icon={DocumentEditRegular} title="没有打开的文件" text="在左侧选择 css、js 或 html 文件。" />
          )}
        </div>
      </div>
    </div>
  )
}

const useServerNoticeStyles = makeStyles({ root: { flexShrink: 0 } })

/** Says that the file in front has changed or gone on the server, and what can be done. */
function ServerNotice({ editor }: { editor: Editor }) {
  const styles = useServerNoticeStyles()
  const file = editor.current
  if (!file || file.server === 'same') return null
  const { title, text } = NOTICES[file.server]
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

const NOTICES: Record<Exclude<OpenFile['server'], 'same'>, { title: string; text: string }> = {
  gone: { title: '服务器上已没有这个文件', text: '已被删除或改名，您编辑的内容还在这里。' },
  newer: {
    title: '服务器上已有新版本',
    text: '又被别人保存过（或您在另一台电脑上）。您在这里的修改没有丢失，比较后再决定保留哪一个。',
  },
  synced: {
    title: '本机同步文件夹里的修改已更新到服务器',
    text: '是您在这台电脑的同步文件夹里改的，没有别人的修改。您在这里的修改没有丢失，比较后再决定保留哪一个。',
  },
}
