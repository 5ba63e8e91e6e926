import { Editor, type EditorOptions, type Extensions, getSchema, type JSONContent } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ToldTexts } from '#renderer/features/codeEditor/toldTexts.ts'
import { documentOf, lossOf } from './html/convert.ts'
import { forbiddenIn, hiddenIn, withoutHidden } from './html/losses.ts'
import { outputOf } from './html/output.ts'
import { imageFiles, otherFiles } from './paste/files.ts'
import { schemaExtensions } from './schema/schema.ts'
import { useDebouncedChange } from './useDebouncedChange.ts'

/** Editors whose effects have ended, with the elements that they stood in: hidden, or gone. */
const asleep = new Map<Editor, Element | null>()

/** Ends those that are gone. */
function sweep(): void {
  for (const [editor, element] of asleep) {
    if (element?.isConnected) continue
    asleep.delete(editor)
    editor.destroy()
  }
}

/**
 * An editor that lives as long as its element stands in the document. The page of a tab behind others stays there while its effects
 * end (React's Activity), at which tiptap's own hook takes the editor away, with the text and its history.
 * @param root the element that the editor stands in
 * @param options of the first render
 */
function useLastingEditor(root: RefObject<Element | null>, options: () => Partial<EditorOptions>): Editor {
  const [editor] = useState(() => new Editor(options()))
  useEffect(() => {
    asleep.delete(editor)
    sweep()
    const element = root.current
    return () => {
      asleep.set(editor, element)
      setTimeout(sweep)
    }
  }, [editor, root])
  return editor
}

const schema = getSchema(schemaExtensions())

/** A document of another schema with the same names. */
const contentOf = (doc: Node): JSONContent => doc.toJSON() as JSONContent

/** What the next edit would not preserve. */
export interface Losses {
  /** By the editor alone: names of looks and parts. */
  changed: readonly string[]
  /** By the server too: names of parts that content may not have. */
  forbidden: readonly string[]
  /** Texts that readers do not see, and would. */
  hidden: readonly string[]
}

/** A text as it was written, and as the editor writes it when nothing is changed. */
interface Opened {
  doc: Node
  source: string
  drawn: string
  losses: Losses
}
function opened(source: string): Opened {
  const doc = documentOf(schema, source)
  const losses = { changed: lossOf(source, doc), forbidden: forbiddenIn(source), hidden: hiddenIn(source) }
  return { doc, source, drawn: outputOf(doc), losses }
}

interface Options {
  /** The element that the editor stands in. */
  root: RefObject<Element | null>
  value: string
  label: string
  disabled: boolean
  extensions: Extensions
  onChange: (html: string) => void
  /** Before the document is written out. */
  settle: (editor: Editor) => void
  /** rtf: what the clipboard has beside the HTML; '' for none. */
  onPasteHtml: (html: string, rtf: string) => string
  /** Pictures that were pasted (at null: the cursor) or dropped there. */
  onFiles: (files: readonly File[], editor: Editor, at: number | null) => void
  /** Files that are no pictures: the text can't take them. */
  onOtherFiles: (files: readonly File[]) => void
}

/** What the editor does with text and files that are pasted or dropped. The editor keeps the handlers of the first render. */
function usePasteProps(options: Options, editor: RefObject<Editor | null>): EditorOptions['editorProps'] {
  const rtf = useRef('')
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const insertFiles = (data: DataTransfer | null, at: number | null): boolean => {
    const others = otherFiles(data)
    if (others.length > 0) latest.current.onOtherFiles(others)
    const files = imageFiles(data)
    if (files.length > 0 && editor.current) latest.current.onFiles(files, editor.current, at)
    return files.length + others.length > 0
  }
  return {
    transformPastedHTML: (html) => latest.current.onPasteHtml(html, rtf.current),
    handleDOMEvents: {
      paste: (view, event) => {
        // The paste is an undo step of its own, apart from what was typed just before.
        view.dispatch(closeHistory(view.state.tr))
        rtf.current = event.clipboardData?.getData('text/rtf') ?? ''
        return false
      },
      drop: (_view, event) => {
        rtf.current = event.dataTransfer?.getData('text/rtf') ?? ''
        return false
      },
    },
    handlePaste: (_view, event) => insertFiles(event.clipboardData, null),
    handleDrop: (view, event, _slice, moved) => {
      const position = view.posAtCoords({ left: event.clientX, top: event.clientY })
      return !moved && insertFiles(event.dataTransfer, position?.pos ?? null)
    },
  }
}

/** The editor, kept in sync with the form's value. */
export function useRichText(options: Options) {
  const { value, disabled, label } = options
  const texts = useRef(new ToldTexts(value))
  const tell = (html: string): void => {
    if (texts.current.tell(html)) options.onChange(html)
  }
  const [first] = useState(() => opened(value))
  const [content] = useState(() => contentOf(first.doc))
  const [losses, setLosses] = useState(first.losses)
  /** As long as the editor shows it unchanged, also again, it stays letter by letter. */
  const origin = useRef(first)
  const made = useRef<Editor>(null)

  const change = useDebouncedChange(() => {
    const editor = made.current
    if (!editor || editor.isDestroyed) return
    options.settle(editor)
    const drawn = outputOf(editor.state.doc)
    tell(drawn === origin.current.drawn ? origin.current.source : drawn)
  })
  const pasteProps = usePasteProps(options, made)

  const editor = useLastingEditor(options.root, () => ({
    extensions: options.extensions,
    content,
    editable: !disabled,
    // The CSP refuses styles without its nonce; contentStyles has these.
    injectCSS: false,
    // Typed text is not converted: "1." becomes a list only by the button.
    enableInputRules: false,
    enablePasteRules: false,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, spellcheck: 'true' },
      ...pasteProps,
    },
    onUpdate: () => change.schedule(),
  }))
  useEffect(() => {
    made.current = editor
  }, [editor])

  useEffect(() => {
    editor.setEditable(!disabled, false)
  }, [editor, disabled])
  const open = (html: string): void => {
    origin.current = opened(html)
    setLosses(origin.current.losses)
  }
  const take = useEffectEvent((html: string) => {
    if (!texts.current.take(html)) return
    open(html)
    editor.commands.setContent(contentOf(origin.current.doc), { emitUpdate: false })
  })
  useEffect(() => {
    take(value)
  }, [value])
  /** Takes a text that was written as source, and tells the form, which keeps it as it is. */
  const write = tell
  /** Shows the text that was written as source. */
  const show = (): void => {
    open(texts.current.agreed)
    if (origin.current.drawn !== outputOf(editor.state.doc))
      editor.commands.setContent(contentOf(origin.current.doc), { emitUpdate: false })
  }
  /** Takes out what its readers do not see. */
  const removeHidden = (): void => {
    change.flush()
    tell(withoutHidden(texts.current.agreed))
    show()
  }
  return { editor, losses, removeHidden, flush: change.flush, write, show }
}
