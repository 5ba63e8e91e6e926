import { type Editor, Extension } from '@tiptap/core'
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { findAll, type Found } from './matches.ts'

interface FindState {
  query: string
  exact: boolean
  found: readonly Found[]
  /** Index of the one that is shown; -1 for none. */
  now: number
  marks: DecorationSet
}
type Change = Partial<Pick<FindState, 'query' | 'exact' | 'now'>>

const NOTHING: FindState = { query: '', exact: false, found: [], now: -1, marks: DecorationSet.empty }
const key = new PluginKey<FindState>('finder')

/** The input method's text is in the document so long after its end, ms. */
const WRITTEN_MS = 50
const again = (view: EditorView): void => view.dispatch(view.state.tr.setMeta(key, {}))

const changeOf = (tr: Transaction): Change | undefined => {
  const meta: unknown = tr.getMeta(key)
  return typeof meta === 'object' && meta !== null ? meta : undefined
}

/** Another mark around the text that an input method writes would end its work: they only move with it. */
const moved = (tr: Transaction, before: FindState): FindState => ({
  ...before,
  found: before.found.map(({ from, to }) => ({ from: tr.mapping.map(from), to: tr.mapping.map(to) })),
  marks: before.marks.map(tr.mapping, tr.doc),
})

function applied(tr: Transaction, before: FindState): FindState {
  const change = changeOf(tr)
  if (!change && (!tr.docChanged || before.query === '')) return before
  if (!change && tr.getMeta('composition') !== undefined) return moved(tr, before)
  const { query, exact } = { ...before, ...change }
  const found = findAll(tr.doc, query, exact)
  // One is shown as soon as there is one.
  const now = Math.min(Math.max(0, change?.now ?? before.now), found.length - 1)
  const marks = found.map(({ from, to }, at) =>
    Decoration.inline(from, to, { class: at === now ? 'found found-now' : 'found' }),
  )
  return { query, exact, found, now, marks: DecorationSet.create(tr.doc, marks) }
}

/** Marks what is looked for. */
export const Finder = Extension.create({
  name: 'finder',
  addProseMirrorPlugins: () => [
    new Plugin<FindState>({
      key,
      state: { init: () => NOTHING, apply: applied },
      props: {
        decorations: (state) => key.getState(state)?.marks,
        handleDOMEvents: {
          compositionend: (view) => {
            setTimeout(() => !view.isDestroyed && key.getState(view.state)?.query && again(view), WRITTEN_MS)
          },
        },
      },
    }),
  ],
})

export const findState = (editor: Editor): FindState => key.getState(editor.state) ?? NOTHING

const change = (editor: Editor, to: Change): void => editor.view.dispatch(editor.state.tr.setMeta(key, to))

function reveal(editor: Editor): void {
  const { found, now } = findState(editor)
  const at = found[now]
  if (!at) return
  const { node } = editor.view.domAtPos(at.from)
  const element = node instanceof Element ? node : node.parentElement
  element?.scrollIntoView?.({ block: 'nearest' })
}

/** Looks for a text; the first one after the cursor is shown. */
export function search(editor: Editor, query: string, exact: boolean): void {
  const found = findAll(editor.state.doc, query, exact)
  const after = found.findIndex(({ from }) => from >= editor.state.selection.from)
  change(editor, { query, exact, now: found.length === 0 ? -1 : Math.max(0, after) })
  reveal(editor)
}

/** Shows the next one, or the one before; the first follows the last. */
export function step(editor: Editor, by: 1 | -1): void {
  const { found, now } = findState(editor)
  if (found.length === 0) return
  change(editor, { now: (now + by + found.length) % found.length })
  reveal(editor)
}

const insert = (tr: Transaction, { from, to }: Found, text: string): Transaction =>
  text ? tr.insertText(text, from, to) : tr.delete(from, to)

/** Replaces the one that is shown, and shows the next. */
export function replaceOne(editor: Editor, text: string): void {
  const { found, now, query } = findState(editor)
  const at = found[now]
  if (!at) return
  const tr = insert(editor.state.tr, at, text)
  // What was put in may hold what is looked for: go on behind it.
  const next = findAll(tr.doc, query, findState(editor).exact).findIndex(({ from }) => from >= at.from + text.length)
  editor.view.dispatch(tr.setMeta(key, { now: Math.max(0, next) }))
  reveal(editor)
}

/** Replaces all, as one step that can be undone; how many. */
export function replaceAll(editor: Editor, text: string): number {
  const { found } = findState(editor)
  const { tr } = editor.state
  for (const at of found.toReversed()) insert(tr, at, text)
  if (found.length > 0) editor.view.dispatch(tr)
  return found.length
}

/** Longer ones are not looked for. */
const LONGEST = 100

/** The chosen text when it is part of one line; '' otherwise. */
export function chosenText({ state: { doc, selection } }: Editor): string {
  const { $from, $to, from, to } = selection
  return $from.sameParent($to) && to - from <= LONGEST ? doc.textBetween(from, to) : ''
}

/** Chooses the one that is shown, and goes back to the text. */
export function selectFound(editor: Editor): void {
  const { found, now } = findState(editor)
  const at = found[now]
  if (at) editor.chain().setTextSelection(at).focus().run()
  else editor.commands.focus()
}

/** Takes the marks away. */
export const endSearch = (editor: Editor): void => change(editor, { query: '', now: -1 })
