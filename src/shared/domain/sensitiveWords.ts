import { plainTextOf } from './plainText.ts'

export interface SensitiveRule {
  sensitiveWord: string
  /** What to write instead; '' for nothing. */
  propWord: string
}

/** Where a word stands in a text, in UTF-16 units. */
export interface WordPlace<R extends SensitiveRule> {
  rule: R
  start: number
  end: number
}

/** One character for one: small letters for large ones, a plain space for one that doesn't break. */
export const foldWord = (text: string): string =>
  text.replace(/\p{Lu}|\u00a0/gu, (letter) => {
    if (letter === '\u00a0') return ' '
    const small = letter.toLowerCase()
    return small.length === letter.length ? small : letter
  })

/** A letter of the trie: the words that go on from here, and the one that ends here. */
interface Node<R> {
  next: Map<number, Node<R>>
  rule: R | undefined
}
const aNode = <R>(): Node<R> => ({ next: new Map(), rule: undefined })

const UNITS = 0x1_0000
/** Two units that stand one behind the other, as one number; several pairs may have the same. */
const pairOf = (text: string, at: number): number => (text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) % UNITS

/** Finds many words in a text at once: what it takes grows with the text, hardly with the number of words. */
export class WordFinder<R extends SensitiveRule> {
  readonly #root: Node<R> = aNode()
  /** How words begin: almost no place of a text needs the trie. */
  readonly #pairs = new Uint8Array(UNITS)
  readonly #singles = new Uint8Array(UNITS)

  constructor(rules: Iterable<R>) {
    for (const rule of rules) this.#add(rule)
  }

  #add(rule: R): void {
    const word = foldWord(rule.sensitiveWord)
    if (word === '') return
    if (word.length === 1) this.#singles[word.charCodeAt(0)] = 1
    else this.#pairs[pairOf(word, 0)] = 1
    let node = this.#root
    for (let i = 0; i < word.length; i++) {
      const unit = word.charCodeAt(i)
      let next = node.next.get(unit)
      if (!next) node.next.set(unit, (next = aNode()))
      node = next
    }
    node.rule ??= rule
  }

  /** The words in the order in which they stand, the longest of those that begin at one place; none overlap. */
  find(text: string): WordPlace<R>[] {
    const folded = foldWord(text)
    const found: WordPlace<R>[] = []
    let start = 0
    while (start < folded.length) {
      const may = this.#pairs[pairOf(folded, start)] === 1 || this.#singles[folded.charCodeAt(start)] === 1
      const place = may ? this.#longestAt(folded, start) : undefined
      if (place) found.push(place)
      start = place?.end ?? start + 1
    }
    return found
  }

  #longestAt(folded: string, start: number): WordPlace<R> | undefined {
    let node = this.#root.next.get(folded.charCodeAt(start))
    let longest: WordPlace<R> | undefined
    for (let end = start + 1; node; end++) {
      if (node.rule) longest = { rule: node.rule, start, end }
      node = end < folded.length ? node.next.get(folded.charCodeAt(end)) : undefined
    }
    return longest
  }
}

/** Does a text look like HTML? Plain texts with a lone `<` don't. */
export const looksLikeHtml = (text: string): boolean => /<\/?[a-z][^<>]*>|<!--|&(?:#\w+|[a-z]+\w*);/i.test(text)

/** Replaces every occurrence of a word in a plain text, whatever the case of its letters. */
export function replaceWordInText(text: string, word: string, by: string): string {
  const places = new WordFinder([{ sensitiveWord: word, propWord: by }]).find(text)
  return replaceParts(
    text,
    places.map(({ start, end }) => ({ start, end, by })),
  )
}

/**
 * Replaces every occurrence of a word in the texts of HTML, whatever the case of its letters. Tags and their attributes
 * stay as they are: where tags interrupt a word, its replacement stands where the word began.
 * @param by plain text; it is escaped
 */
export function replaceWord(html: string, word: string, by: string): string {
  const { text, starts, ends } = plainTextOf(html)
  const parts: Part[] = []
  for (const { start, end } of new WordFinder([{ sensitiveWord: word, propWord: by }]).find(text)) {
    let open: Part | undefined
    for (let at = start; at < end; at++) {
      const [from, to] = [starts[at] ?? 0, ends[at] ?? 0]
      // Further units of one entity stand at the same place.
      if (open && from === open.end) open.end = to
      else if (!open || from > open.end) parts.push((open = { start: from, end: to, by: open ? '' : escaped(by) }))
    }
  }
  return replaceParts(html, parts)
}

interface Part {
  start: number
  end: number
  by: string
}

function replaceParts(text: string, parts: readonly Part[]): string {
  const kept: string[] = []
  let at = 0
  for (const { start, end, by } of parts) {
    kept.push(text.slice(at, start), by)
    at = end
  }
  return kept.join('') + text.slice(at)
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
