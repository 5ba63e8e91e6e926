import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import {
  type Anchor,
  createAnchor,
  findAnchor,
  type NormalizedText,
  appendNormalized,
} from '#renderer/features/notes/anchor.ts'

/** A note that is marked in the text. */
type MarkedNote = Anchor & { id: number }

interface NoteState {
  notes: readonly MarkedNote[]
  marks: DecorationSet
}
const NONE: NoteState = { notes: [], marks: DecorationSet.empty }
const key = new PluginKey<NoteState>('noteMarks')

function normalizedText(doc: Node): NormalizedText<number> {
  const into = { text: '', at: [] as number[] }
  doc.descendants((node, pos) => {
    if (node.isText) appendNormalized(into, node.text ?? '', (index) => pos + index)
  })
  return into
}

const idOf = ({ spec }: Decoration): number => (spec as { id: number }).id

/** Creates the marks of notes, found by their words and the text around these. */
function createMarks(doc: Node, notes: readonly MarkedNote[]): Decoration[] {
  if (notes.length === 0) return []
  const { text, at } = normalizedText(doc)
  return notes.flatMap((note) => {
    const found = findAnchor(text, note)
    const [from, last] = [at[found?.[0] ?? -1], at[(found?.[1] ?? 0) - 1]]
    if (!found || from === undefined || last === undefined) return []
    return Decoration.inline(from, last + 1, { class: 'note-mark' }, { id: note.id })
  })
}

/** Keeps the marks of notes, which edits have moved, and searches the text for the notes without a mark. */
function addMissingMarks(doc: Node, notes: readonly MarkedNote[], marks: DecorationSet): NoteState {
  const noteIds = new Set(notes.map(({ id }) => id))
  const known = marks.find()
  const valid = known.filter((mark) => noteIds.has(idOf(mark)) && mark.to > mark.from)
  const marked = new Set(valid.map(idOf))
  const missing = notes.filter(({ id }) => !marked.has(id))
  if (valid.length === known.length && missing.length === 0) return { notes, marks }
  return { notes, marks: DecorationSet.create(doc, [...valid, ...createMarks(doc, missing)]) }
}

function applyTransaction(tr: Transaction, before: NoteState): NoteState {
  const notes = tr.getMeta(key) as readonly MarkedNote[] | undefined
  if (!notes && before.notes.length === 0) return NONE
  const marks = tr.docChanged ? before.marks.map(tr.mapping, tr.doc) : before.marks
  if (!notes && !tr.docChanged) return before
  // No search while an input method composes. After the whole text is replaced, all marks are searched for again.
  if (tr.getMeta('composition') !== undefined) return { notes: notes ?? before.notes, marks }
  return addMissingMarks(tr.doc, notes ?? before.notes, marks)
}

/** Marks the words that notes are about. The marks are no part of the text. */
export const NoteMarks = Extension.create({
  name: 'noteMarks',
  addProseMirrorPlugins: () => [
    new Plugin<NoteState>({
      key,
      state: { init: () => NONE, apply: applyTransaction },
      props: { decorations: (state) => key.getState(state)?.marks },
    }),
  ],
})

/** Replaces the notes that are marked. */
export function markNotes(editor: Editor, notes: readonly MarkedNote[]): void {
  if (notes.length === 0 && (key.getState(editor.state)?.notes.length ?? 0) === 0) return
  editor.view.dispatch(editor.state.tr.setMeta(key, notes).setMeta('addToHistory', false))
}

/** The current range of a note's words; null when the text lacks them. */
function noteRange(editor: Editor, id: number): { from: number; to: number } | null {
  const mark = key
    .getState(editor.state)
    ?.marks.find()
    .find((each) => idOf(each) === id)
  return mark ? { from: mark.from, to: mark.to } : null
}

/** Selects the words of a note and scrolls to them; false when the text lacks them. */
export function showNote(editor: Editor, id: number): boolean {
  const range = noteRange(editor, id)
  if (!range) return false
  const { doc, tr } = editor.state
  editor.view.dispatch(tr.setSelection(TextSelection.create(doc, range.from, range.to)).scrollIntoView())
  editor.view.focus()
  return true
}

/** The anchor of the selected text; null when no words are selected. */
export function selectedAnchor(editor: Editor): Anchor | null {
  const { doc, selection } = editor.state
  const text = (from: number, to: number): string => doc.textBetween(from, to, '\n', ' ')
  const [head, quote] = [text(0, selection.from), text(selection.from, selection.to)]
  const whole = head + quote + text(selection.to, doc.content.size)
  return createAnchor(whole, head.length, head.length + quote.length)
}
