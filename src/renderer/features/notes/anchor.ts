import { CONTEXT_LIMIT, QUOTE_LIMIT } from '#shared/contract/note.ts'

/** The words that a note is about, and what stood around them. */
export interface Anchor {
  quote: string
  before: string
  after: string
}

/** A note that is being written. */
export interface NoteDraft extends Anchor {
  fieldName: string
}

/** A text without its white space, each character with where it stands: lines and cells may be shown in many ways. */
export interface Squeezed<P> {
  text: string
  at: readonly P[]
}

/** Adds a text's visible characters. @param placeOf where the character at an index of the text stands */
export function squeezeInto<P>(into: { text: string; at: P[] }, text: string, placeOf: (index: number) => P): void {
  for (let index = 0; index < text.length; index += 1) {
    const letter = text.charAt(index)
    if (/\s/.test(letter)) continue
    into.text += letter
    into.at.push(placeOf(index))
  }
}

const squeezed = (text: string): string => text.replace(/\s+/g, '')

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
 * From where to where the words of a note stand, as indexes of the squeezed text: of several places the one whose
 * surroundings are most like what they were. null: they are not there any more.
 */
export function findAnchor(text: string, { quote, before, after }: Anchor): readonly [from: number, to: number] | null {
  const words = squeezed(quote)
  if (words === '') return null
  const [head, tail] = [squeezed(before), squeezed(after)]
  let best: { from: number; likeness: number } | null = null
  for (let from = text.indexOf(words); from >= 0; from = text.indexOf(words, from + 1)) {
    const likeness =
      sameEnd(text.slice(Math.max(0, from - head.length), from), head) +
      sameStart(text.slice(from + words.length, from + words.length + tail.length), tail)
    if (!best || likeness > best.likeness) best = { from, likeness }
  }
  return best ? [best.from, best.from + words.length] : null
}

/** The anchor of a part of a text; null when there is nothing to see in it. */
export function anchorIn(whole: string, from: number, to: number): Anchor | null {
  const quote = whole.slice(from, to).trim().slice(0, QUOTE_LIMIT).toWellFormed()
  if (quote === '') return null
  return {
    quote,
    before: whole.slice(Math.max(0, from - CONTEXT_LIMIT), from).toWellFormed(),
    after: whole.slice(to, to + CONTEXT_LIMIT).toWellFormed(),
  }
}
