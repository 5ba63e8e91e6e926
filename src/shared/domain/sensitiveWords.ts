import { type PlainText, extractReadableTexts } from './plainText.ts'
import { type NormalizedText, normalizeText } from './normalizedText.ts'

export interface SensitiveRule {
  sensitiveWord: string
  /** Suggested replacement; '' for none. */
  propWord: string
  /** Id of its class; 0 or absent: none. */
  classId?: number
}

/** Range of a word in a text, in UTF-16 units. */
export interface WordMatch<R extends SensitiveRule> {
  rule: R
  start: number
  end: number
}

/** Folds each character to one character: lower case, and a plain space for a no-break space. */
export const foldWord = (text: string): string =>
  text.replace(/\p{Lu}|\u00a0/gu, (letter) => {
    if (letter === '\u00a0') return ' '
    const small = letter.toLowerCase()
    return small.length === letter.length ? small : letter
  })

/** A node of the trie: its children, and the words that end there. */
interface Node<R> {
  next: Map<number, Node<R>>
  words: Word<R>[]
}
interface Word<R> {
  rule: R
  /** The word as written, without invisible characters. */
  exact: string
  /** Only Latin letters and digits: spaces separate such words, so gaps must not simply be ignored. */
  isLatin: boolean
  /** Written with spaces or dots between its letters. */
  hasGaps: boolean
}
const createNode = <R>(): Node<R> => ({ next: new Map(), words: [] })

const UNITS = 0x1_0000
/** Hash of two consecutive units; several pairs may share one value. */
const pairOf = ({ units, length }: NormalizedText, at: number): number =>
  at + 1 < length ? ((units[at] ?? 0) * 31 + (units[at + 1] ?? 0)) % UNITS : 0
const isLetter = (unit = 0): boolean => (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39)
/** Maximum number of separators between two letters of a disguised word. */
const MAX_GAP = 8

/** Normalizes letters and white space and removes invisible characters, for comparing words as written. */
const normalizeExact = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cf}\p{Mn}\p{Cc}]/gu, '')

/**
 * Finds many words in a text in one pass, at a cost almost independent of their number. Also finds words disguised by
 * invisible characters, full-width forms, spaces, line breaks or dots between their letters.
 */
export class WordFinder<R extends SensitiveRule> {
  readonly #root: Node<R> = createNode()
  /** Index of the words' first units: almost no position of a text needs the trie. */
  readonly #pairs = new Uint8Array(UNITS)
  readonly #singles = new Uint8Array(UNITS)
  /** Words that consist only of dots and spaces, matched literally. */
  readonly #dots: R[] = []

  constructor(rules: Iterable<R>) {
    for (const rule of rules) this.#add(rule)
  }

  #add(rule: R): void {
    const word = normalizeText(rule.sensitiveWord)
    if (word.length === 0) {
      if (rule.sensitiveWord.trim() !== '') this.#dots.push(rule)
      return
    }
    if (word.length === 1) this.#singles[word.units[0] ?? 0] = 1
    else this.#pairs[pairOf(word, 0)] = 1
    let node = this.#root
    for (let i = 0; i < word.length; i++) {
      const unit = word.units[i] ?? 0
      let next = node.next.get(unit)
      if (!next) node.next.set(unit, (next = createNode()))
      node = next
    }
    const isLatin = word.units.subarray(0, word.length).every(isLetter)
    const hasGaps = word.gaps.subarray(1, word.length).some((gap) => gap > 0)
    node.words.push({ rule, exact: normalizeExact(rule.sensitiveWord), isLatin, hasGaps })
  }

  /**
   * The matches in order, without overlaps; the longest match at each position.
   * @param isBorder whether the white space at this position ends a word, as the end of a paragraph does
   */
  find(text: string, isBorder?: (at: number) => boolean): WordMatch<R>[] {
    const squeezed = normalizeText(text, isBorder)
    const found: WordMatch<R>[] = []
    let at = 0
    while (at < squeezed.length) {
      const mayStartWord = this.#pairs[pairOf(squeezed, at)] === 1 || this.#singles[squeezed.units[at] ?? 0] === 1
      const hit = mayStartWord ? this.#longestAt(text, squeezed, at) : undefined
      if (hit) found.push(hit.match)
      at = hit?.next ?? at + 1
    }
    return this.#dots.length === 0 ? found : this.#withDots(text, found)
  }

  #longestAt(text: string, squeezed: NormalizedText, first: number): { match: WordMatch<R>; next: number } | undefined {
    const { units, starts, ends, length } = squeezed
    let node = this.#root.next.get(units[first] ?? 0)
    let longest: { match: WordMatch<R>; next: number } | undefined
    for (let next = first + 1; node; next++) {
      const word = node.words.find((each) => matchesAt(each, text, squeezed, first, next))
      if (word) {
        const [start, end] = [starts[first] ?? 0, ends[next - 1] ?? 0]
        longest = { match: { rule: word.rule, start, end }, next }
      }
      node = next < length ? node.next.get(units[next] ?? 0) : undefined
    }
    return longest
  }

  #withDots(text: string, found: WordMatch<R>[]): WordMatch<R>[] {
    const taken = new Uint8Array(text.length)
    for (const { start, end } of found) taken.fill(1, start, end)
    const more = [...found]
    for (const rule of this.#dots) {
      const word = rule.sensitiveWord
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        if (taken[at] === 0) more.push({ rule, start: at, end: at + word.length })
      }
    }
    return more.sort((a, b) => a.start - b.start)
  }
}

/** Whether this is the word, plain or disguised, and not the accidental end of one word and start of the next. */
function matchesAt<R>(word: Word<R>, text: string, squeezed: NormalizedText, first: number, next: number): boolean {
  const { units, starts, ends, gaps, length } = squeezed
  let [gapCount, widest] = [0, 0]
  for (let at = first + 1; at < next; at++) {
    const gap = gaps[at] ?? 0
    if (gap > 0) gapCount += 1
    widest = Math.max(widest, gap)
  }
  if (gapCount === 0 && !word.hasGaps) return true
  if (isExactly(word, text, starts[first] ?? 0, ends[next - 1] ?? 0)) return true
  if (!word.isLatin) return widest <= MAX_GAP
  if (gapCount === 0 || widest > MAX_GAP) return false
  // Gaps in a Latin word count only if every letter is separate (s.p.a.m) and no letter directly precedes or follows.
  const before = first > 0 && isLetter(units[first - 1]) && gaps[first] === 0
  const after = next < length && isLetter(units[next]) && gaps[next] === 0
  return gapCount === next - first - 1 && !before && !after
}

function isExactly<R>(word: Word<R>, text: string, start: number, end: number): boolean {
  return end - start <= 4 * word.exact.length + 64 && normalizeExact(text.slice(start, end)) === word.exact
}

/** Whether a text looks like HTML; a plain text with a lone `<` does not. */
export const looksLikeHtml = (text: string): boolean => /<\/?[a-z][^<>]*>|<!--|&(?:#\w+|[a-z]+\w*);/i.test(text)

/** Replaces every occurrence of a word in a plain text, ignoring case. */
export function replaceWordInText(text: string, word: string, by: string): string {
  const places = new WordFinder([{ sensitiveWord: word, propWord: by }]).find(text)
  return replaceParts(
    text,
    places.map(({ start, end }) => ({ start, end, by })),
  )
}

/** The matches in HTML: the end of a paragraph ends a word, a line break does not. */
export const findWordsInHtml = <R extends SensitiveRule>(
  finder: WordFinder<R>,
  { text, starts }: PlainText,
): WordMatch<R>[] => finder.find(text, (at) => starts[at] === -1)

/**
 * Replaces every occurrence of a word in HTML, including alt and title, even if disguised. Tags and other attributes
 * are kept; if tags interrupt a word, the replacement goes to its start.
 * @param by plain text, which is escapeHtml
 */
export function replaceWordInHtml(html: string, word: string, by: string): string {
  const finder = new WordFinder([{ sensitiveWord: word, propWord: by }])
  const parts: Part[] = []
  for (const plain of extractReadableTexts(html)) {
    for (const { start, end } of findWordsInHtml(finder, plain))
      parts.push(...partsOf(plain, start, end, escapeHtml(by)))
  }
  return replaceParts(
    html,
    parts.sort((a, b) => a.start - b.start),
  )
}

/** The HTML ranges of the characters from start to end; the first range gets the replacement. */
function partsOf({ starts, ends }: PlainText, start: number, end: number, by: string): Part[] {
  const parts: Part[] = []
  let open: Part | undefined
  for (let at = start; at < end; at++) {
    const [from, to] = [starts[at] ?? 0, ends[at] ?? 0]
    // All units of a decoded entity have the same range.
    if (open && from === open.end) open.end = to
    else if (!open || from > open.end) parts.push((open = { start: from, end: to, by: open ? '' : by }))
  }
  return parts
}

interface Part {
  start: number
  end: number
  by: string
}

function replaceParts(text: string, parts: readonly Part[]): string {
  const pieces: string[] = []
  let at = 0
  for (const { start, end, by } of parts) {
    pieces.push(text.slice(at, start), by)
    at = end
  }
  return pieces.join('') + text.slice(at)
}

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
