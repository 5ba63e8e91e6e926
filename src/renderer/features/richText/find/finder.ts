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

/** Highlights the hits of a search. */
export const Finder = Extension.create({ name: 'finder', addProseMirrorPlugins: () => [searchPlugin()] })

/** The number of hits, and the index of the current one; -1 for none. */
export function findState({ state }: Editor): { total: number; current: number } {
  const matches = getMatchHighlights(state).find()
  const { from, to } = state.selection
  return { total: matches.length, current: matches.findIndex((each) => each.from === from && each.to === to) }
}

/** The editor itself scrolls to its selection only while it has the focus. */
function reveal({ view, state }: Editor): void {
  const { node } = view.domAtPos(state.selection.from)
  const element = node instanceof Element ? node : node.parentElement
  element?.scrollIntoView?.({ block: 'nearest' })
}

/** Characters with a meaning in a regular expression. */
const SPECIAL_CHARACTERS = /[\\^$.*+?()[\]{}|/]/g

/**
 * Searches within single lines and selects the first hit after the cursor.
 * @param exact case-sensitive
 */
export function search(editor: Editor, text: string, exact: boolean): void {
  const { state } = editor
  // A plain search compares lower-cased text: a letter whose lower case has another length would shift later hits.
  const query = new SearchQuery({
    search: text.replace(SPECIAL_CHARACTERS, '\\$&'),
    regexp: true,
    caseSensitive: exact,
  })
  const tr = setSearchState(state.tr, query)
  const matches = query.findNext(state, state.selection.from) ?? query.findNext(state)
  if (matches) tr.setSelection(TextSelection.create(tr.doc, matches.from, matches.to))
  editor.view.dispatch(tr)
  if (matches) reveal(editor)
}

/** Selects the next or previous hit, wrapping around. */
export function step(editor: Editor, by: 1 | -1): void {
  const choose = by > 0 ? findNext : findPrev
  if (choose(editor.state, (tr) => editor.view.dispatch(tr))) reveal(editor)
}

const replaceRange = (tr: Transaction, { from, to }: { from: number; to: number }, text: string): Transaction =>
  text ? tr.insertText(text, from, to) : tr.delete(from, to)

/** Replaces the current hit and selects the next. The package's own replace would expand $1 and $&. */
export function replaceOne(editor: Editor, text: string): void {
  const { from, to } = editor.state.selection
  if (findState(editor).current >= 0) {
    const tr = replaceRange(editor.state.tr, { from, to }, text)
    editor.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, from + text.length)))
  }
  step(editor, 1)
}

/** Replaces all hits in one undo step and returns their number. */
export function replaceAll(editor: Editor, text: string): number {
  const matches = getMatchHighlights(editor.state).find()
  const { tr } = editor.state
  for (const at of matches.toReversed()) replaceRange(tr, at, text)
  if (matches.length > 0) editor.view.dispatch(tr)
  return matches.length
}

/** A longer selection does not become the query. */
const MAX_QUERY_LENGTH = 100

/** The selected text if it is within one line; '' otherwise. */
export function selectedText({ state: { doc, selection } }: Editor): string {
  const { $from, $to, from, to } = selection
  return $from.sameParent($to) && to - from <= MAX_QUERY_LENGTH ? doc.textBetween(from, to) : ''
}

/** Removes the highlights. */
export const endSearch = (editor: Editor): void =>
  editor.view.dispatch(setSearchState(editor.state.tr, new SearchQuery({ search: '' })))
