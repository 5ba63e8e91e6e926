import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { NodeSelection, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { WordFinder } from '#shared/domain/sensitiveWords.ts'

interface Occurrence {
  word: string
  from: number
  to: number
  /** A picture or film whose description holds the word. */
  isNode: boolean
}
interface MarkState {
  finder: WordFinder<Rule> | null
  places: readonly Occurrence[]
  marks: DecorationSet
}
interface Rule {
  sensitiveWord: string
  propWord: string
}

const NONE: MarkState = { finder: null, places: [], marks: DecorationSet.empty }
const key = new PluginKey<MarkState>('wordMarks')

/** Stands for a picture or film in a line, which ends a word. */
const OBJECT = '\ufffc'
const leafText = (node: Node): string =>
  node.text ?? (node.type.name === 'hardBreak' ? '\n' : OBJECT.repeat(node.nodeSize))
const DESCRIBES = ['alt', 'title'] as const

/** Where the words stand: in the texts, whatever hides them there, and in what describes pictures. */
function findOccurrences(doc: Node, finder: WordFinder<Rule>): Occurrence[] {
  const places: Occurrence[] = []
  doc.descendants((node, at) => {
    for (const name of DESCRIBES) {
      const text: unknown = node.attrs[name]
      const hit = typeof text === 'string' ? finder.find(text)[0] : undefined
      if (hit) places.push({ word: hit.rule.sensitiveWord, from: at, to: at + node.nodeSize, isNode: true })
    }
    if (!node.isTextblock) return true
    let text = ''
    node.forEach((child) => (text += leafText(child)))
    for (const { rule, start, end } of finder.find(text))
      places.push({ word: rule.sensitiveWord, from: at + 1 + start, to: at + 1 + end, isNode: false })
    return true
  })
  return places
}

function createState(doc: Node, finder: WordFinder<Rule> | null): MarkState {
  if (!finder) return NONE
  const places = findOccurrences(doc, finder)
  const marks = places.map(({ from, to, isNode }) =>
    isNode
      ? Decoration.node(from, to, { class: 'marked-word' })
      : Decoration.inline(from, to, { class: 'marked-word' }),
  )
  return { finder, places, marks: DecorationSet.create(doc, marks) }
}

function applyTransaction(tr: Transaction, before: MarkState): MarkState {
  const words = tr.getMeta(key) as readonly string[] | undefined
  if (words) {
    const rules = words.map((sensitiveWord) => ({ sensitiveWord, propWord: '' }))
    return createState(tr.doc, rules.length > 0 ? new WordFinder(rules) : null)
  }
  if (!tr.docChanged || !before.finder) return before
  // During composition the marks are only moved: new ones around the composed text would end the composition.
  if (tr.getMeta('composition') !== undefined) return { ...before, marks: before.marks.map(tr.mapping, tr.doc) }
  return createState(tr.doc, before.finder)
}

/** Marks words in the text, updated on every change. */
export const WordMarks = Extension.create({
  name: 'wordMarks',
  addProseMirrorPlugins: () => [
    new Plugin<MarkState>({
      key,
      state: { init: () => NONE, apply: applyTransaction },
      props: { decorations: (state) => key.getState(state)?.marks },
    }),
  ],
})

/** Sets the words to mark; none removes the marks. */
export function markWords(editor: Editor, words: readonly string[]): void {
  if (words.length === 0 && !key.getState(editor.state)?.finder) return
  editor.view.dispatch(editor.state.tr.setMeta(key, words).setMeta('addToHistory', false))
}

/** Selects the next place of a marked word after the cursor, wrapping around, and scrolls to it. */
export function showWord(editor: Editor, word: string): void {
  const { doc, selection, tr } = editor.state
  // Computed again, because the last composition may have moved the marks.
  const finder = key.getState(editor.state)?.finder
  const places = finder ? findOccurrences(doc, finder).filter((each) => each.word === word) : []
  const next = places.find(({ from }) => from > selection.from) ?? places[0]
  if (next) {
    const chosen = next.isNode ? NodeSelection.create(doc, next.from) : TextSelection.create(doc, next.from, next.to)
    editor.view.dispatch(tr.setSelection(chosen).scrollIntoView())
  }
  editor.view.focus()
}
