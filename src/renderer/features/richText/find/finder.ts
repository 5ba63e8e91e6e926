import { type Editor, Extension } from '@tiptap/core'
import { TextSelection, type Transaction } from '@tiptap/pm/state'
import {
  findNext,
  findPrev,
  getMatchHighlights,
  search as searchPlugin,
  SearchQuery,
  setSearchState,
} from 'prosemirror-search'

/** Marks what is looked for. */
export const Finder = Extension.create({ name: 'finder', addProseMirrorPlugins: () => [searchPlugin()] })

/** How many places there are, and the index of the one that is chosen; -1 for none. */
export function findState({ state }: Editor): { total: number; now: number } {
  const found = getMatchHighlights(state).find()
  const { from, to } = state.selection
  return { total: found.length, now: found.findIndex((each) => each.from === from && each.to === to) }
}

/** The editor itself scrolls to its selection only while it has the focus. */
function reveal({ view, state }: Editor): void {
  const { node } = view.domAtPos(state.selection.from)
  const element = node instanceof Element ? node : node.parentElement
  element?.scrollIntoView?.({ block: 'nearest' })
}

/** What means something in a regular expression. */
const SIGNS = /[\\^$.*+?()[\]{}|/]/g

/** Looks for a text, inside of single lines; the first one after the cursor is chosen. `exact`: tells big letters from small. */
export function search(editor: Editor, text: string, exact: boolean): void {
  const { state } = editor
  // A plain search compares lower-cased text: a letter whose lower case has another length would shift later hits.
  const query = new SearchQuery({ search: text.replace(SIGNS, '\\$&'), regexp: true, caseSensitive: exact })
  const tr = setSearchState(state.tr, query)
  const found = query.findNext(state, state.selection.from) ?? query.findNext(state)
  if (found) tr.setSelection(TextSelection.create(tr.doc, found.from, found.to))
  editor.view.dispatch(tr)
  if (found) reveal(editor)
}

/** Chooses the next one, or the one before; the first follows the last. */
export function step(editor: Editor, by: 1 | -1): void {
  const choose = by > 0 ? findNext : findPrev
  if (choose(editor.state, (tr) => editor.view.dispatch(tr))) reveal(editor)
}

const put = (tr: Transaction, { from, to }: { from: number; to: number }, text: string): Transaction =>
  text ? tr.insertText(text, from, to) : tr.delete(from, to)

/** Replaces the one that is chosen, and chooses the next. The package's own would take $1 and $& for what was found. */
export function replaceOne(editor: Editor, text: string): void {
  const { from, to } = editor.state.selection
  if (findState(editor).now >= 0) {
    const tr = put(editor.state.tr, { from, to }, text)
    editor.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, from + text.length)))
  }
  step(editor, 1)
}

/** Replaces all, as one step that can be undone; how many. */
export function replaceAll(editor: Editor, text: string): number {
  const found = getMatchHighlights(editor.state).find()
  const { tr } = editor.state
  for (const at of found.toReversed()) put(tr, at, text)
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

/** Takes the marks away. */
export const endSearch = (editor: Editor): void =>
  editor.view.dispatch(setSearchState(editor.state.tr, new SearchQuery({ search: '' })))
