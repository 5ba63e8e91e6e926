import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { FolderSyncRegular, HistoryRegular, SaveRegular } from '@fluentui/react-icons'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import type { Workspace } from '#shared/contract/workspace.ts'
import { useRead } from '#renderer/data/useRead.ts'
import type { CodeHandle, Reveal } from '#renderer/features/codeEditor/types.ts'
import { EditorFrame } from '#renderer/features/fileEditor/EditorFrame.tsx'
import type { OpenFile } from '#renderer/features/fileEditor/openFiles.ts'
import { SaveConflict } from '#renderer/features/fileEditor/SaveConflict.tsx'
import { SnippetPicker } from '#renderer/features/fileEditor/SnippetPicker.tsx'
import { useEditor } from '#renderer/features/fileEditor/useEditor.ts'
import { ReferenceButton } from '#renderer/features/templateHelp/ReferenceButton.tsx'
import { HistoryDialog } from '#renderer/features/templateRevision/HistoryDialog.tsx'
import { useTemplateHelp } from '#renderer/features/templateHelp/useTemplateHelp.ts'
import { badgesOf } from '#renderer/features/workspaces/stateBadges.ts'
import { useConfirmDiscard } from '#renderer/ui/dialogs/useConfirmDiscard.ts'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { Page } from '#renderer/ui/layout/Page.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { OpenWithMenu } from '#renderer/features/workspaces/OpenWithMenu.tsx'
import { SearchPanel } from './search/SearchPanel.tsx'
import { useSearch } from './search/useSearch.ts'
import { LocalTree } from './LocalTree.tsx'
import { useFollowDisk } from './useFollowDisk.ts'
import { useLocalSource } from './useLocalSource.ts'
import { kindOf } from '#renderer/features/fileEditor/fileKinds.ts'
import { type Named, NamePicker } from '#renderer/ui/search/NamePicker.tsx'

type EditorKey = 'find' | 'save' | 'search'

/** Handles Ctrl or ⌘ with P (按名称打开), S (保存), or Shift and F (搜索), wherever the focus is in the page. */
function useEditorKeys(act: (key: EditorKey) => void): void {
  const onKey = useEffectEvent(act)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const key = toEditorKey(event)
      if (!key || document.querySelector('[aria-modal="true"]')) return
      event.preventDefault()
      event.stopPropagation()
      onKey(key)
    }
    // In the capture phase, before the code editor handles the keys.
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [])
}

function toEditorKey(event: KeyboardEvent): EditorKey | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null
  const key = event.key.toLowerCase()
  if (event.shiftKey) return key === 'f' ? 'search' : null
  return key === 'p' ? 'find' : key === 's' ? 'save' : null
}

interface Props {
  id: string
  onOpen: (path: string) => void
  onClose: () => void
}

/** Ctrl/Cmd+P: opens a file of the workspace by a part of its name. */
function QuickOpen({ id, onOpen, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed)
  const { data } = useRead('localFiles.find', { id, text }, { quiet: true, keepPrevious: true })
  const none = data?.of === 0 ? '该工作区还没有文件' : `没有名称包含“${text.trim()}”的文件`
  return (
    <NamePicker
      title="按名称打开文件"
      field="文件名"
      placeholder="输入文件名的一部分"
      listName="文件"
      typed={typed}
      onType={setTyped}
      items={(data?.paths ?? []).map(toNamed)}
      none={data ? none : ''}
      onChoose={({ key }) => onOpen(key)}
      onClose={onClose}
    />
  )
}

function toNamed(path: string): Named {
  const cut = path.lastIndexOf('/')
  const name = path.slice(cut + 1)
  const { icon } = kindOf({ name, folder: false })
  return { key: path, title: name, note: path.slice(0, Math.max(cut, 0)), icon, label: path }
}

/** A·§9 */
const FONT_SIZE = 16

/** The built-in editor over the folder of one workspace (`/workspace/editor/<id>`). */
export function LocalEditorScreen() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const { data, error, refetch } = useRead('workspaces.list', {}, { quiet: true })
  const workspace = data?.find((each) => each.id === id)
  if (!data) {
    return <Page>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />}</Page>
  }
  if (!workspace) {
    return (
      <Page>
        <EmptyState
          icon={FolderSyncRegular}
          title="该工作区已断开"
          text="文件仍保留在原文件夹中；重新同步到本地后可以编辑。"
          action={<Button onClick={() => void navigate('/workspace')}>查看本地同步</Button>}
        />
      </Page>
    )
  }
  return <LocalEditor key={id} workspace={workspace} />
}

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    height: '100%',
    boxSizing: 'border-box',
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
  },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, flexWrap: 'wrap', flexShrink: 0 },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  end: { display: 'flex', gap: tokens.spacingHorizontalS, marginInlineStart: 'auto' },
  body: { flex: '1 1 auto', minHeight: 0 },
  side: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  panel: { display: 'flex', flexDirection: 'column', flex: '1 1 auto', minHeight: 0 },
  foot: {
    display: 'flex',
    columnGap: tokens.spacingHorizontalL,
    flexWrap: 'wrap',
    flexShrink: 0,
    minHeight: '20px',
    color: tokens.colorNeutralForeground3,
  },
})

const SIDES = [
  { id: 'files', title: '文件' },
  { id: 'search', title: '搜索' },
] as const
type Side = (typeof SIDES)[number]['id']

function LocalEditor({ workspace }: { workspace: Workspace }) {
  const { id } = workspace
  const styles = useStyles()
  const navigate = useNavigate()
  const confirmDiscard = useConfirmDiscard()
  const editor = useEditor(useLocalSource(id))
  useFollowDisk(id, editor)
  const search = useSearch(id)
  const pane = useRef<CodeHandle>(null)
  const local = useRead('localFiles.find', { id, text: '' }, { quiet: true }).data?.paths
  const help = useTemplateHelp(workspace.folder, local)
  const [side, setSide] = useState<Side>('files')
  const [finding, setFinding] = useState(false)
  const [history, setHistory] = useState<OpenFile | null>(null)
  const [reveal, setReveal] = useState<Reveal | null>(null)
  const fontSize = useRead('settings.get', {}, { quiet: true }).data?.editorFontSize ?? FONT_SIZE

  const open = (path: string): void => editor.open(toLocation(path))
  const [query] = useSearchParams()
  const [file, line] = [query.get('file'), Number(query.get('line') ?? '1')]
  const asked = file !== null && Number.isInteger(line) && line > 0 ? `${file}:${line}` : ''
  const [revealed, setRevealed] = useState('')
  if (file !== null && asked !== revealed) {
    setRevealed(asked)
    setReveal({ key: file, line, column: 1, length: 0 })
  }
  const openAsked = useEffectEvent((path: string) => open(path))
  useEffect(() => {
    if (file !== null) openAsked(file)
  }, [file, asked])
  const issues = useRead('livePreview.check', { id }, { quiet: true }).data
  const markers = useMemo(() => issues?.filter(({ line: at }) => at > 0), [issues])
  const closeFile = async (key: string): Promise<void> => {
    const edited = editor.files.some((file) => file.key === key && file.edited)
    if (await confirmDiscard(edited ? [key] : [])) editor.close(key)
  }
  const save = (): void => {
    if (editor.current) editor.save(editor.current.key)
  }
  useEditorKeys((key) => {
    if (key === 'find') setFinding(true)
    else if (key === 'search') setSide('search')
    else save()
  })
  return (
    <div className={styles.root}>
      <header className={styles.head}>
        <h1 className={styles.title}>{workspace.templateName}</h1>
        <StateBadges badges={badgesOf(workspace)} />
        {workspace.conflicts > 0 && (
          <Button size="small" onClick={() => void navigate(`/workspace?id=${id}&tab=conflicts`)}>
            处理冲突
          </Button>
        )}
        <div className={styles.end}>
          <SnippetPicker disabled={!editor.current} onInsert={(text) => pane.current?.insert(text)} />
          <ReferenceButton />
          <Button onClick={() => setFinding(true)}>打开文件 Ctrl+P</Button>
          <Button icon={<HistoryRegular />} disabled={!editor.current} onClick={() => setHistory(editor.current)}>
            历史版本
          </Button>
          <OpenWithMenu id={id} path={editor.current?.key ?? ''} />
          <Button
            appearance="primary"
            icon={<SaveRegular />}
            disabledFocusable={!editor.current || editor.saving}
            onClick={save}
          >
            保存
          </Button>
        </div>
      </header>
      <div className={styles.body}>
        <EditorFrame
          editor={editor}
          side={
            <div className={styles.side}>
              <Tabs tabs={SIDES} selected={side} onSelect={setSide} panelClass={styles.panel}>
                {side === 'files' ? (
                  <LocalTree id={id} editor={editor} onOpen={open} />
                ) : (
                  <SearchPanel
                    search={search}
                    onOpen={(path, { line, column, length }) => {
                      open(path)
                      setReveal({ key: path, line, column, length })
                    }}
                  />
                )}
              </Tabs>
            </div>
          }
          pane={pane}
          fontSize={fontSize}
          reveal={reveal}
          markers={markers}
          help={help}
          emptyText="请在左侧选择文件，或按 Ctrl+P 按名称打开"
          onCloseFile={(key) => void closeFile(key)}
        />
      </div>
      <footer className={styles.foot}>{editor.current && <FileFooter file={editor.current} />}</footer>
      {editor.conflict && <SaveConflict editor={editor} file={editor.conflict} fontSize={fontSize} />}
      {history && (
        <HistoryDialog
          path={`${workspace.folder}/${history.key}`}
          onClose={() => setHistory(null)}
          onRestored={() => undefined}
          applyText={(text) => {
            const file = editor.files.find(({ key }) => key === history.key)
            if (file) editor.overwrite(file, text, file.hash)
            setHistory(null)
          }}
        />
      )}
      {finding && <QuickOpen id={id} onOpen={open} onClose={() => setFinding(false)} />}
    </div>
  )
}

/** How the file is stored, and who changed it last. */
function FileFooter({ file }: { file: OpenFile }) {
  return (
    <>
      <Text size={200}>{file.key}</Text>
      <Text size={200}>{ENCODING[file.encoding] ?? file.encoding}</Text>
      <Text size={200}>{file.lineEnds.mixed ? '混合换行' : file.lineEnds.ends}</Text>
      {file.note && <Text size={200}>最近：{file.note}</Text>}
    </>
  )
}

const ENCODING: Record<string, string | undefined> = {
  'utf-8': 'UTF-8',
  'utf-8-bom': 'UTF-8（带 BOM）',
  gb18030: 'GBK',
}

function toLocation(key: string): { key: string; path: string; name: string } {
  const cut = key.lastIndexOf('/')
  return { key, path: key.slice(0, Math.max(cut, 0)), name: key.slice(cut + 1) }
}
