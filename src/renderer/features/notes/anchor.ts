import { MAX_CONTEXT_CHARS, MAX_QUOTE_CHARS } from '#shared/contract/note.ts'

/** The words that a note is about, and the text around them when it was written. */
export interface Anchor {
  quote: string
  before: string
  after: string
}

/** A note that is being written. */
export interface NoteDraft extends Anchor {
  fieldName: string
}

/** A text without white space, which differs between views, with the position of each character. */
export interface NormalizedText<P> {
  text: string
  at: readonly P[]
}

/** Appends the visible characters of a text. @param placeOf the position of the character at an index */
export function appendNormalized<P>(
  into: { text: string; at: P[] },
  text: string,
  placeOf: (index: number) => P,
): void {
  for (let index = 0; index < text.length; index += 1) {
    const letter = text.charAt(index)
    if (/\s/.test(letter)) continue
    into.text += letter
    into.at.push(placeOf(index))
  }
}

const normalize = (text: string): string => text.replace(/\s+/g, '')

const sameEnd = (one: string, other: string): number => {
  let count = 0
  while (count < one.length && count < other.length && one.at(-1 - count) === other.at(-1 - count)) count += 1
  return count
}
const sameStart = (one: string, other: string): number => {
  let count = 0
  while (count < one.length && count < other.length && one[count] === other[count]) count += 1
  return count
}

/**
 * Finds the words of a note. Of several matches the one with the most similar surroundings wins.
 * @param text a normalized text
 * @returns the range in the text; null when it lacks the words
 */
export function findAnchor(text: string, { quote, before, after }: Anchor): readonly [from: number, to: number] | null {
  const words = normalize(quote)
  if (words === '') return null
  const [head, tail] = [normalize(before), normalize(after)]
  let best: { from: number; similarity: number } | null = null
  for (let from = text.indexOf(words); from >= 0; from = text.indexOf(words, from + 1)) {
    const similarity =
      sameEnd(text.slice(Math.max(0, from - head.length), from), head) +
      sameStart(text.slice(from + words.length, from + words.length + tail.length), tail)
    if (!best || similarity > best.similarity) best = { from, similarity }
  }
  return best ? [best.from, best.from + words.length] : null
}

/** Creates the anchor of a part of a text; null when the part is only white space. */
export function createAnchor(whole: string, from: number, to: number): Anchor | null {
  const quote = whole.slice(from, to).trim().slice(0, MAX_QUOTE_CHARS).toWellFormed()
  if (quote === '') return null
  return {
    quote,
    before: whole.slice(Math.max(0, from - MAX_CONTEXT_CHARS), from).toWellFormed(),
    after: whole.slice(to, to + MAX_CONTEXT_CHARS).toWellFormed(),
  }
}
