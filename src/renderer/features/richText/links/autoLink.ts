import { Extension } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Plugin, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { type Address, addressBefore, endsAddress, wholeAddress } from './address.ts'

/** Delay after which the text of an input method is in the document. */
const COMPOSITION_DELAY_MS = 50
/** Stands for a picture in a line: never part of an address. */
const OBJECT = '\ufffc'

const newLink = (view: EditorView, href: string) =>
  view.state.schema.marks.link?.create({ href, html: { target: '_blank' } })

/** Text that may become a link: not code. */
const canLink = ({ state: { selection, schema } }: EditorView): boolean =>
  !selection.$from.parent.type.spec.code && !schema.marks.code?.isInSet(selection.$from.marks())

/** Links the address before the cursor in a step of its own: undo removes the link and keeps the text. */
function linkBefore(view: EditorView, others: number): void {
  const { doc, selection, tr } = view.state
  const { $from, empty } = selection
  if (!empty || !canLink(view)) return
  const line = $from.parent.textBetween(0, $from.parentOffset, undefined, OBJECT)
  const address: Address | null = addressBefore(line, others)
  const link = address && newLink(view, address.href)
  if (!address || !link) return
  const to = $from.pos - address.trailingLength
  const from = to - address.text.length
  if (!doc.rangeHasMark(from, to, link.type)) view.dispatch(closeHistory(tr.addMark(from, to, link)))
}

/** Links the selected text to the address in the clipboard, or inserts the address as a link. */
function pasteLink(view: EditorView, data: DataTransfer | null): boolean {
  const href = wholeAddress(data?.getData('text/plain') ?? '')
  const link = href ? newLink(view, href) : undefined
  const { selection, schema, tr } = view.state
  if (!link || !canLink(view) || !(selection instanceof TextSelection)) return false
  const { from, to, empty, $from } = selection
  if (!empty) tr.removeMark(from, to, link.type).addMark(from, to, link)
  // A copied link with its own text is pasted as it is.
  else if (data?.getData('text/html')) return false
  else tr.replaceSelectionWith(schema.text(href, link.addToSet($from.marks())), false)
  view.dispatch(tr.scrollIntoView().setMeta('paste', true))
  return true
}

/** Turns typed and pasted addresses into links. */
export const AutoLink = Extension.create({
  name: 'autoLink',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleTextInput(view, _from, _to, text, insert) {
          if (view.composing || text.length !== 1 || !endsAddress(text)) return false
          view.dispatch(insert())
          linkBefore(view, 1)
          return true
        },
        handleKeyDown(view, event) {
          if (event.key === 'Enter' && !event.isComposing && !view.composing) linkBefore(view, 0)
          return false
        },
        handlePaste: (view, event) => pasteLink(view, event.clipboardData),
        handleDOMEvents: {
          compositionend(view, { data }) {
            setTimeout(
              () => !view.isDestroyed && !view.composing && linkBefore(view, data.length),
              COMPOSITION_DELAY_MS,
            )
          },
        },
      },
    }),
  ],
})
