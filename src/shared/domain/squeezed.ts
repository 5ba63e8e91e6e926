/**
 * A text normalised for finding words: letters in one form (lower case, half width, no accents), without invisible
 * characters and the spaces and dots between letters. Each unit knows its place in the text.
 */
export interface Squeezed {
  length: number
  units: Uint16Array
  /** From where to where each unit stands in the text. */
  starts: Int32Array
  ends: Int32Array
  /** How many separators stand before each unit; a run of white space is one. */
  gaps: Uint8Array
}

const MAX_GAPS = 255
/** What can't be seen: controls, joiners, marks above letters, fillers. */
const UNSEEN = /[\p{Cf}\p{Mn}\p{Cc}\u115f\u1160\u2800\u3164\uffa0]/u
const SPACE = /[\s\p{Z}]/u
/** Dots and strokes that are put between the letters of a word. Punctuation of sentences ends a word. */
const DOT = /[.·•●○∙⋅‧・﹒．｡*＊\-‐‑‒–—－_＿~～|｜/／\\＼+＋#＃^＾=＝`'’"]/u
const LATIN = /\p{Script=Latin}/u

const [SEEN, HIDDEN, BLANK, DOTTED] = [1, 2, 3, 4]
const UNITS = 0x1_0000
/** By unit of the first plane: what it is, 0 before it was asked for, and its form. */
const kinds = new Uint8Array(UNITS)
const forms = new Uint16Array(UNITS)

function kindOf(character: string): number {
  if (SPACE.test(character)) return BLANK
  if (UNSEEN.test(character)) return HIDDEN
  return DOT.test(character) ? DOTTED : SEEN
}

/** The letter's plain form, when it is not longer than the letter itself; else the letter. */
function formOf(character: string): string {
  const same = LATIN.test(character.normalize('NFKC')) ? character.normalize('NFKD') : character.normalize('NFKC')
  const bare = same
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/\p{Mn}/gu, '')
  return bare !== '' && bare.length <= character.length ? bare : character
}

function learn(unit: number): void {
  const character = String.fromCharCode(unit)
  kinds[unit] = kindOf(character)
  forms[unit] = formOf(character).charCodeAt(0)
}

/** Of characters beyond the first plane; '' for what can't be seen. */
const rareForms = new Map<string, string>()
function rareForm(character: string): string {
  const known = rareForms.get(character)
  if (known !== undefined) return known
  const form = UNSEEN.test(character) ? '' : formOf(character)
  rareForms.set(character, form)
  return form
}

const isPair = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00

/**
 * @param isBorder tells by its place in the text whether a blank ends the word before it, as the end of a paragraph
 * does
 */
export function squeeze(text: string, isBorder: (at: number) => boolean = () => false): Squeezed {
  const units = new Uint16Array(text.length)
  const starts = new Int32Array(text.length)
  const ends = new Int32Array(text.length)
  const gaps = new Uint8Array(text.length)
  let [length, gap] = [0, 0]
  let wasBlank = false
  const put = (unit: number, start: number, end: number): void => {
    units[length] = unit
    starts[length] = start
    ends[length] = end
    gaps[length] = Math.min(gap, MAX_GAPS)
    length += 1
    gap = 0
    wasBlank = false
  }
  for (let at = 0; at < text.length; at++) {
    if (isPair(text, at)) {
      const form = rareForm(text.slice(at, at + 2))
      for (let i = 0; i < form.length; i++) put(form.charCodeAt(i), at, at + 2)
      at += 1
      continue
    }
    const unit = text.charCodeAt(at)
    if (kinds[unit] === 0) learn(unit)
    const kind = kinds[unit]
    if (kind === BLANK && isBorder(at)) put(unit, at, at + 1)
    else if (kind === BLANK) {
      if (!wasBlank) gap += 1
      wasBlank = true
    } else if (kind === DOTTED) {
      gap += 1
      wasBlank = false
    } else if (kind === SEEN) put(forms[unit] ?? unit, at, at + 1)
  }
  return { length, units, starts, ends, gaps }
}
