import { Button, Text } from '@fluentui/react-components'
import { EyeRegular, HistoryRegular, SaveRegular } from '@fluentui/react-icons'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useHostEvent } from '#renderer/data/useHostEvent.ts'
import { useRead } from '#renderer/data/useRead.ts'
import type { CodeHandle, Reveal } from '#renderer/features/codeEditor/types.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useAlert } from '#renderer/ui/dialogs/useConfirm.ts'
import { FileTree } from './FileTree.tsx'
import { type PreviewProps, TemplatePreview } from './TemplatePreview.tsx'
import { useConfirmDiscard } from '#renderer/ui/dialogs/useConfirmDiscard.ts'
import { isEditable } from '#renderer/features/fileEditor/fileKinds.ts'
import { EditorFrame } from '#renderer/features/fileEditor/EditorFrame.tsx'
import { SnippetPicker } from '#renderer/features/fileEditor/SnippetPicker.tsx'
import type { TreeEntry } from '#renderer/features/fileEditor/tree/rows.ts'
import type { OpenFile } from '#renderer/features/fileEditor/openFiles.ts'
import { SaveConflict } from '#renderer/features/fileEditor/SaveConflict.tsx'
import { useEditor } from '#renderer/features/fileEditor/useEditor.ts'
import { HistoryDialog } from '#renderer/features/templateRevision/HistoryDialog.tsx'
import { ReferenceButton } from '#renderer/features/templateHelp/ReferenceButton.tsx'
import { useTemplateHelp } from '#renderer/features/templateHelp/useTemplateHelp.ts'
import { call } from '#renderer/data/client.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import type { FileLocation, FileSource, SourceWords, StoredText } from '#renderer/features/fileEditor/source.ts'

const read = async ({ path, name }: FileLocation): Promise<StoredText> =>
  (await call('templateFile.open', { path, openFileName: name })).data

/** The files of templates on the server, as a source of the editor. */
function useTemplateSource(): FileSource {
  const { mutateAsync: save } = useWrite('templateFile.save', { quiet: true })
  const { mutateAsync: create } = useWrite('templateFile.newFile', { quiet: true, success: false })
  const [source] = useState<FileSource>(() => {
    const write: FileSource['write'] = async ({ path, name }, text) =>
      (await save({ path, saveFileName: name, ...text })).data?.hash ?? ''
    return {
      draftKey: (key) => `template/${key}`,
      read,
      write,
      async recreate(place, text) {
        await create({ path: place.path, filename: place.name })
        const { hash } = await read(place)
        return write(place, { ...text, expectedHash: hash })
      },
      words: WORDS,
    }
  })
  return source
}

const WORDS: SourceWords = {
  unsaved: (key) => `模板文件 ${key}`,
  notices: {
    gone: { title: '服务器上已没有该文件', text: '文件已被删除或改名，正在编辑的内容仍然保留。' },
    newer: {
      title: '服务器上已有新版本',
      text: '文件已由其他人或在另一台电脑上保存。当前的修改没有丢失，请比较后选择要保留的版本。',
    },
    synced: {
      title: '本机同步文件夹中的修改已更新到服务器',
      text: '修改来自本机的同步文件夹，没有其他人的修改。当前的修改没有丢失，请比较后选择要保留的版本。',
    },
  },
  conflict: (synced) =>
    `打开后，该文件已被保存（${synced ? '来自本机的同步文件夹，没有其他人的修改' : '由其他人，或在其他位置'}）。当前内容未保存，请选择要保留的版本。`,
  theirs: '服务器上的版本',
  acceptTheirs: '用服务器',
  mergeHint: '在右侧编辑合并结果：点击两侧之间的箭头可逐处采用服务器的内容，完成后保存。',
  draftIsOlder: '暂存后，该文件在服务器上有了新版本；恢复后可以比较两个版本，再选择要保留的版本。',
}

/** A·§9 */
const FONT_SIZE = 16

interface Props {
  /** The template's folder. */
  folder: string
  /** The folder that the tree starts with. */
  path: string
  /** The file that is opened first. */
  first: TreeEntry
  /** Line of the first file to scroll to; 0: none. */
  line?: number
  onClose: () => void
}

const factsOf = ({ key, encoding, lineEnds }: OpenFile): string =>
  `${key} · ${encoding.toUpperCase()} · ${lineEnds.mixed ? '混合换行' : lineEnds.ends}`

/** A·§2 Template file editor dialog. Nothing edited is lost without asking. */
export function EditorDialog({ folder, path, first, line = 0, onClose }: Props) {
  const confirmDiscard = useConfirmDiscard()
  const alert = useAlert()
  const editor = useEditor(useTemplateSource())
  useHostEvent('template.changed', (event) => {
    if (event.folder !== folder) return
    editor.recordUploads(folder, event.uploaded)
    editor.recheck()
  })
  const pane = useRef<CodeHandle>(null)
  const [reveal, setReveal] = useState<Reveal | null>(line > 0 ? { key: first.path, line, column: 1, length: 0 } : null)
  const help = useTemplateHelp(folder)
  const [history, setHistory] = useState<OpenFile | null>(null)
  const [previewed, setPreviewed] = useState<Pick<PreviewProps, 'path' | 'files'> | null>(null)
  const fontSize = useRead('settings.get', {}, { quiet: true }).data?.editorFontSize ?? FONT_SIZE

  const open = (entry: TreeEntry): void => {
    const parent = entry.path.slice(0, -entry.name.length - 1)
    if (isEditable(entry.name)) editor.open({ key: entry.path, path: parent, name: entry.name })
    else void alert({ title: '提示', text: '文件格式不能打开' })
  }
  const relativePath = (key: string): string => key.slice(folder.length + 1)
  const unsaved = () =>
    editor.files
      .filter(({ edited }) => edited)
      .map(({ key }) => ({ path: relativePath(key), content: editor.texts.read(key) }))
  const show = (file: string, line: number): void => {
    const key = `${folder}/${file}`
    setPreviewed(null)
    open({ path: key, name: file.slice(file.lastIndexOf('/') + 1), folder: false })
    if (line > 0) setReveal({ key, line, column: 1, length: 0 })
  }
  const openFirst = useEffectEvent(() => open(first))
  useEffect(() => {
    openFirst()
  }, [])

  const editedNames = (keys: readonly string[]): string[] =>
    editor.files.filter((file) => file.edited && keys.includes(file.key)).map((file) => file.key)
  const closeFile = async (key: string): Promise<void> => {
    if (await confirmDiscard(editedNames([key]))) editor.close(key)
  }
  const close = async (): Promise<void> => {
    if (!(await confirmDiscard(editedNames(editor.files.map((file) => file.key))))) return
    for (const { key } of editor.files) editor.drafts.actions.close(key)
    onClose()
  }

  const { current } = editor
  return (
    <>
      <PanelDialog
        size="full"
        firm
        onClose={() => void close()}
        title={
          <>
            编辑文件 <Text size={200}>{current && factsOf(current)}</Text>
          </>
        }
        titleActions={
          <>
            <SnippetPicker disabled={!current} onInsert={(text) => pane.current?.insert(text)} />
            <ReferenceButton />
            <Button
              icon={<EyeRegular />}
              disabled={!current}
              onClick={() => current && setPreviewed({ path: relativePath(current.key), files: unsaved() })}
            >
              预览
            </Button>
            <Button icon={<HistoryRegular />} disabled={!current} onClick={() => setHistory(current)}>
              历史版本
            </Button>
            <Button
              appearance="primary"
              icon={<SaveRegular />}
              disabledFocusable={!current || editor.saving}
              onClick={() => current && editor.save(current.key)}
            >
              保存
            </Button>
            <Button onClick={() => void close()}>取消</Button>
          </>
        }
      >
        <EditorFrame
          editor={editor}
          side={<FileTree root={folder} start={path} current={editor.active} onOpen={open} />}
          pane={pane}
          fontSize={fontSize}
          reveal={reveal}
          help={help}
          emptyText="请在左侧选择 css、js 或 html 文件"
          onCloseFile={(key) => void closeFile(key)}
        />
      </PanelDialog>
      {previewed && <TemplatePreview folder={folder} {...previewed} onShow={show} onClose={() => setPreviewed(null)} />}
      {history && (
        <HistoryDialog
          path={history.key}
          isEdited={history.edited}
          onClose={() => setHistory(null)}
          onRestored={() => {
            editor.recheck([history.key])
            setHistory(null)
          }}
        />
      )}
      {editor.conflict && <SaveConflict editor={editor} file={editor.conflict} fontSize={fontSize} />}
    </>
  )
}
