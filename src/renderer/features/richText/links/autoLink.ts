import { Extension } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Plugin, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { type Address, addressBefore, endsAddress, wholeAddress } from './address.ts'

/** An input method's text is in the document so long after its end, ms. */
const WRITTEN_MS = 50
/** Stands for a picture in a line: never part of an address. */
const OBJECT = '\ufffc'

const newLink = (view: EditorView, href: string) =>
  view.state.schema.marks.link?.create({ href, html: { target: '_blank' } })

/** Text that may become a link: not code. */
const mayLink = ({ state: { selection, schema } }: EditorView): boolean =>
  !selection.$from.parent.type.spec.code && !schema.marks.code?.isInSet(selection.$from.marks())

/** The address before the cursor becomes a link, as a step of its own: undoing takes the link and leaves the text. */
function linkBefore(view: EditorView, others: number): void {
  const { doc, selection, tr } = view.state
  const { $from, empty } = selection
  if (!empty || !mayLink(view)) return
  const line = $from.parent.textBetween(0, $from.parentOffset, undefined, OBJECT)
  const address: Address | null = addressBefore(line, others)
  const link = address && newLink(view, address.href)
  if (!address || !link) return
  const to = $from.pos - address.behind
  const from = to - address.text.length
  if (!doc.rangeHasMark(from, to, link.type)) view.dispatch(closeHistory(tr.addMark(from, to, link)))
}

/** An address in the clipboard makes the chosen text a link, or comes in as one. */
function pasteLink(view: EditorView, data: DataTransfer | null): boolean {
  const href = wholeAddress(data?.getData('text/plain') ?? '')
  const link = href ? newLink(view, href) : undefined
  const { selection, schema, tr } = view.state
  if (!link || !mayLink(view) || !(selection instanceof TextSelection)) return false
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
            setTimeout(() => !view.isDestroyed && !view.composing && linkBefore(view, data.length), WRITTEN_MS)
          },
        },
      },
    }),
  ],
})
