import { type Extensions, getSchema, type JSONContent } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type Editor, useEditor } from '@tiptap/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { documentOf, lossOf } from './html/convert.ts'
import { outputOf } from './html/output.ts'
import { imageFiles } from './paste/files.ts'
import { schemaExtensions } from './schema/schema.ts'
import { useLateChange } from './useLateChange.ts'

const schema = getSchema(schemaExtensions())

/** A document of another schema with the same names. */
const contentOf = (doc: Node): JSONContent => doc.toJSON() as JSONContent

interface Options {
  value: string
  label: string
  disabled: boolean
  extensions: Extensions
  onChange: (html: string) => void
  /** Before the document is written out. */
  settle: (editor: Editor) => void
  /** rtf: what the clipboard has beside the HTML; '' for none. */
  onPasteHtml: (html: string, rtf: string) => string
  /** Pictures that were pasted or dropped; false leaves them to the editor. */
  onFiles: (files: readonly File[], editor: Editor) => boolean
}

/** The editor with the form's value in it, each told of what the other changes. */
export function useRichText(options: Options) {
  const { value, disabled, label } = options
  /** What the form and the editor agreed on last. */
  const agreed = useRef(value)
  const [first] = useState(() => documentOf(schema, value))
  const [content] = useState(() => contentOf(first))
  const [lost, setLost] = useState(() => lossOf(value, first))
  const made = useRef<Editor>(null)

  const change = useLateChange(() => {
    const editor = made.current
    if (!editor || editor.isDestroyed) return
    options.settle(editor)
    const html = outputOf(editor.state.doc)
    if (html === agreed.current) return
    agreed.current = html
    options.onChange(html)
  })
  const rtf = useRef('')
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const takeFiles = (data: DataTransfer | null): boolean => {
    const files = imageFiles(data)
    return files.length > 0 && made.current !== null && latest.current.onFiles(files, made.current)
  }

  const editor = useEditor({
    extensions: options.extensions,
    content,
    editable: !disabled,
    // The page's policy takes no styles without its nonce; contentStyles has them.
    injectCSS: false,
    // What is typed stays what was typed: "1." is no list before somebody says so.
    enableInputRules: false,
    enablePasteRules: false,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
      transformPastedHTML: (html) => latest.current.onPasteHtml(html, rtf.current),
      handleDOMEvents: {
        paste: (_view, event) => {
          rtf.current = event.clipboardData?.getData('text/rtf') ?? ''
          return false
        },
      },
      handlePaste: (_view, event) => takeFiles(event.clipboardData),
      handleDrop: (_view, event, _slice, moved) => !moved && takeFiles(event.dataTransfer),
    },
    onUpdate: () => change.schedule(),
  })
  useEffect(() => {
    made.current = editor
  }, [editor])

  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled])
  const take = useEffectEvent((html: string) => {
    if (html === agreed.current) return
    agreed.current = html
    const doc = documentOf(schema, html)
    setLost(lossOf(html, doc))
    editor.commands.setContent(contentOf(doc), { emitUpdate: false })
  })
  useEffect(() => take(value), [value])
  /** Takes a text that was written as source, and tells the form, which keeps it as it is. */
  const write = (html: string): void => {
    agreed.current = html
    options.onChange(html)
  }
  /** Shows the text that was written as source. */
  const show = (): void => {
    const doc = documentOf(schema, agreed.current)
    setLost(lossOf(agreed.current, doc))
    if (outputOf(doc) !== outputOf(editor.state.doc)) editor.commands.setContent(contentOf(doc), { emitUpdate: false })
  }
  return { editor, lost, flush: change.flush, write, show }
}
