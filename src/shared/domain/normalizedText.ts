/**
 * A text normalised for finding words: letters in one form (lower case, half width, no accents), without invisible
 * characters and without spaces and dots between letters. Each unit keeps its range in the original text.
 */
export interface NormalizedText {
  length: number
  units: Uint16Array
  /** Start and end of each unit in the original text. */
  starts: Int32Array
  ends: Int32Array
  /** Number of separators before each unit; a run of white space counts once. */
  gaps: Uint8Array
}

const MAX_GAPS = 255
/** Invisible characters: controls, joiners, combining marks, fillers. */
const INVISIBLE = /[\p{Cf}\p{Mn}\p{Cc}\u115f\u1160\u2800\u3164\uffa0]/u
const SPACE = /[\s\p{Z}]/u
/** Dots and strokes that may disguise a word. Punctuation of sentences ends a word. */
const DOT = /[.·•●○∙⋅‧・﹒．｡*＊\-‐‑‒–—－_＿~～|｜/／\\＼+＋#＃^＾=＝`'’"]/u
const LATIN = /\p{Script=Latin}/u

const [VISIBLE, HIDDEN, BLANK, DOTTED] = [1, 2, 3, 4]
const UNITS = 0x1_0000
/** Cached kind (0: unknown) and normalised form of each unit of the basic plane. */
const kinds = new Uint8Array(UNITS)
const forms = new Uint16Array(UNITS)

function kindOf(character: string): number {
  if (SPACE.test(character)) return BLANK
  if (INVISIBLE.test(character)) return HIDDEN
  return DOT.test(character) ? DOTTED : VISIBLE
}

/** The plain form of a letter if it is not longer than the letter, else the letter itself. */
function formOf(character: string): string {
  const same = LATIN.test(character.normalize('NFKC')) ? character.normalize('NFKD') : character.normalize('NFKC')
  const bare = same
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/\p{Mn}/gu, '')
  return bare !== '' && bare.length <= character.length ? bare : character
}

function cacheUnit(unit: number): void {
  const character = String.fromCharCode(unit)
  kinds[unit] = kindOf(character)
  forms[unit] = formOf(character).charCodeAt(0)
}

/** Cached forms of supplementary characters; '' for invisible ones. */
const rareForms = new Map<string, string>()
function rareForm(character: string): string {
  const cached = rareForms.get(character)
  if (cached !== undefined) return cached
  const form = INVISIBLE.test(character) ? '' : formOf(character)
  rareForms.set(character, form)
  return form
}

const isPair = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00

/**
 * @param isBorder whether the blank at this position ends the word before it, as the end of a paragraph does
 */
export function normalizeText(text: string, isBorder: (at: number) => boolean = () => false): NormalizedText {
  const units = new Uint16Array(text.length)
  const starts = new Int32Array(text.length)
  const ends = new Int32Array(text.length)
  const gaps = new Uint8Array(text.length)
  let [length, gap] = [0, 0]
  let wasBlank = false
  const append = (unit: number, start: number, end: number): void => {
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
      for (let i = 0; i < form.length; i++) append(form.charCodeAt(i), at, at + 2)
      at += 1
      continue
    }
    const unit = text.charCodeAt(at)
    if (kinds[unit] === 0) cacheUnit(unit)
    const kind = kinds[unit]
    if (kind === BLANK && isBorder(at)) append(unit, at, at + 1)
    else if (kind === BLANK) {
      if (!wasBlank) gap += 1
      wasBlank = true
    } else if (kind === DOTTED) {
      gap += 1
      wasBlank = false
    } else if (kind === VISIBLE) append(forms[unit] ?? unit, at, at + 1)
  }
  return { length, units, starts, ends, gaps }
}
