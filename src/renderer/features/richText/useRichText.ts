import { Editor, type EditorOptions, type Extensions, getSchema, type JSONContent } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { PublishedTexts } from '#renderer/features/codeEditor/publishedTexts.ts'
import { parseHtml, findLosses } from './html/convert.ts'
import { findForbiddenParts, findHiddenTexts, withoutHidden } from './html/losses.ts'
import { serializeHtml } from './html/output.ts'
import { imageFiles, otherFiles } from './paste/files.ts'
import { schemaExtensions } from './schema/schema.ts'
import { useDebouncedChange } from './useDebouncedChange.ts'

/** Editors whose effects have ended, with the elements around them, which are hidden or removed. */
const idleEditors = new Map<Editor, Element | null>()

/** Destroys the idle editors whose element is removed. */
function destroyRemoved(): void {
  for (const [editor, element] of idleEditors) {
    if (element?.isConnected) continue
    idleEditors.delete(editor)
    editor.destroy()
  }
}

/**
 * An editor that lives as long as its element is in the document. A hidden tab keeps its page there but ends its effects
 * (React's Activity); tiptap's own hook would then destroy the editor with its text and history.
 * @param root the element around the editor
 * @param options of the first render
 */
function usePersistentEditor(root: RefObject<Element | null>, options: () => Partial<EditorOptions>): Editor {
  const [editor] = useState(() => new Editor(options()))
  useEffect(() => {
    idleEditors.delete(editor)
    destroyRemoved()
    const element = root.current
    return () => {
      idleEditors.set(editor, element)
      setTimeout(destroyRemoved)
    }
  }, [editor, root])
  return editor
}

const schema = getSchema(schemaExtensions())

/** A document of another schema with the same names. */
const contentOf = (doc: Node): JSONContent => doc.toJSON() as JSONContent

/** The parts of a text that the next edit would not preserve. */
export interface Losses {
  /** Names of styles and parts that the editor changes. */
  changed: readonly string[]
  /** Names of parts that content may not have and the server removes. */
  forbidden: readonly string[]
  /** Hidden texts that would become visible. */
  hidden: readonly string[]
}

/** A text as stored, and as the editor serialises it unchanged. */
interface LoadedText {
  doc: Node
  source: string
  serialized: string
  losses: Losses
}
function loadText(source: string): LoadedText {
  const doc = parseHtml(schema, source)
  const losses = {
    changed: findLosses(source, doc),
    forbidden: findForbiddenParts(source),
    hidden: findHiddenTexts(source),
  }
  return { doc, source, serialized: serializeHtml(doc), losses }
}

interface Options {
  /** The element around the editor. */
  root: RefObject<Element | null>
  value: string
  label: string
  disabled: boolean
  extensions: Extensions
  onChange: (html: string) => void
  /** Called before the document is serialised. */
  beforeSerialize: (editor: Editor) => void
  /** rtf: the clipboard's RTF beside the HTML; '' for none. */
  onPasteHtml: (html: string, rtf: string) => string
  /** Handles pictures that were pasted (`at` is null) or dropped at a position. */
  onFiles: (files: readonly File[], editor: Editor, at: number | null) => void
  /** Handles files other than pictures, which the text can't contain. */
  onOtherFiles: (files: readonly File[]) => void
}

/** Handlers of paste and drop. The editor keeps those of the first render, so they read the latest options. */
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
  const texts = useRef(new PublishedTexts(value))
  const publish = (html: string): void => {
    if (texts.current.publish(html)) options.onChange(html)
  }
  const [first] = useState(() => loadText(value))
  const [content] = useState(() => contentOf(first.doc))
  const [losses, setLosses] = useState(first.losses)
  /** While the editor shows it unchanged, the form keeps this source letter by letter. */
  const origin = useRef(first)
  const editorRef = useRef<Editor>(null)

  const change = useDebouncedChange(() => {
    const editor = editorRef.current
    if (!editor || editor.isDestroyed) return
    options.beforeSerialize(editor)
    const serialized = serializeHtml(editor.state.doc)
    publish(serialized === origin.current.serialized ? origin.current.source : serialized)
  })
  const pasteProps = usePasteProps(options, editorRef)

  const editor = usePersistentEditor(options.root, () => ({
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
    editorRef.current = editor
  }, [editor])

  useEffect(() => {
    editor.setEditable(!disabled, false)
  }, [editor, disabled])
  const open = (html: string): void => {
    origin.current = loadText(html)
    setLosses(origin.current.losses)
  }
  const acceptValue = useEffectEvent((html: string) => {
    if (!texts.current.accept(html)) return
    open(html)
    editor.commands.setContent(contentOf(origin.current.doc), { emitUpdate: false })
  })
  useEffect(() => {
    acceptValue(value)
  }, [value])
  /** Passes a text from the source view to the form, unchanged. */
  const write = publish
  /** Shows the text of the source view in the editor. */
  const show = (): void => {
    open(texts.current.agreed)
    if (origin.current.serialized !== serializeHtml(editor.state.doc))
      editor.commands.setContent(contentOf(origin.current.doc), { emitUpdate: false })
  }
  /** Removes the parts that readers can't see. */
  const removeHidden = (): void => {
    change.flush()
    publish(withoutHidden(texts.current.agreed))
    show()
  }
  return { editor, losses, removeHidden, flush: change.flush, write, show }
}
