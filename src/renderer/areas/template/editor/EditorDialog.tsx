import { Button, Dropdown, makeStyles, Option, Text, tokens } from '@fluentui/react-components'
import { CodeBlockRegular, SaveRegular } from '@fluentui/react-icons'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FileEntry } from '#shared/contract/templateFile.ts'
import { SNIPPETS } from '#shared/domain/snippets.ts'
import { useRead } from '#renderer/data/useRead.ts'
import type { CodeHandle } from '#renderer/features/codeEditor/types.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useAlert } from '#renderer/ui/dialogs/useConfirm.ts'
import { useMayLose } from '#renderer/ui/dialogs/useMayLose.ts'
import { FILES } from '#renderer/areas/template/text.ts'
import { isEditable } from '../shared/fileKinds.ts'
import { EditorBody } from './EditorBody.tsx'
import type { OpenFile } from './openFiles.ts'
import { SaveConflict } from './SaveConflict.tsx'
import { useEditor } from './useEditor.ts'

/** A·§9 */
const FONT_SIZE = 16

interface Props {
  /** The template's folder. */
  folder: string
  /** The folder that the tree starts with. */
  path: string
  /** The file that is opened first. */
  first: FileEntry
  onClose: () => void
}

const factsOf = ({ key, encoding, lineEnds }: OpenFile): string =>
  `${key} · ${encoding.toUpperCase()} · ${lineEnds.mixed ? '混合换行' : lineEnds.ends}`

/** A·§2 Template file editor dialog. Nothing edited is lost without asking. */
export function EditorDialog({ folder, path, first, onClose }: Props) {
  const mayLose = useMayLose()
  const alert = useAlert()
  const editor = useEditor(folder)
  const pane = useRef<CodeHandle>(null)
  const fontSize = useRead('settings.get', {}, { quiet: true }).data?.editorFontSize ?? FONT_SIZE

  const open = (entry: FileEntry): void => {
    const parent = entry.path.slice(0, -entry.name.length - 1)
    if (isEditable(entry.name)) editor.open({ key: entry.path, path: parent, name: entry.name })
    else void alert({ title: FILES.notEditableTitle, text: FILES.notEditable })
  }
  const openFirst = useEffectEvent(() => open(first))
  useEffect(() => openFirst(), [])

  const editedNames = (keys: readonly string[]): string[] =>
    editor.files.filter((file) => file.edited && keys.includes(file.key)).map((file) => file.key)
  const closeFile = async (key: string): Promise<void> => {
    if (await mayLose(editedNames([key]))) editor.close(key)
  }
  const close = async (): Promise<void> => {
    if (!(await mayLose(editedNames(editor.files.map((file) => file.key))))) return
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
        <EditorBody
          editor={editor}
          folder={folder}
          start={path}
          pane={pane}
          fontSize={fontSize}
          onOpen={open}
          onCloseFile={(key) => void closeFile(key)}
        />
      </PanelDialog>
      {editor.conflict && <SaveConflict editor={editor} file={editor.conflict} fontSize={fontSize} />}
    </>
  )
}

const useSnippetPickerStyles = makeStyles({
  root: { display: 'flex', gap: tokens.spacingHorizontalXS },
  choice: { minWidth: '190px' },
})

/** A·§2: chooses a template tag; 生成 inserts it at the cursor. */
function SnippetPicker({ disabled, onInsert }: { disabled: boolean; onInsert: (text: string) => void }) {
  const styles = useSnippetPickerStyles()
  const [id, setId] = useState<string>()
  const snippet = SNIPPETS.find((each) => each.id === id)
  return (
    <div className={styles.root}>
      <Dropdown
        className={styles.choice}
        aria-label="模板标签"
        placeholder="选择模板标签"
        value={snippet?.title ?? ''}
        selectedOptions={id ? [id] : []}
        onOptionSelect={(_event, data) => setId(data.optionValue)}
      >
        {SNIPPETS.map((each) => (
          <Option key={each.id} value={each.id} text={each.title}>
            {each.title}
          </Option>
        ))}
      </Dropdown>
      <Button
        icon={<CodeBlockRegular />}
        disabled={disabled || !snippet}
        onClick={() => snippet && onInsert(snippet.text)}
      >
        生成
      </Button>
    </div>
  )
}
