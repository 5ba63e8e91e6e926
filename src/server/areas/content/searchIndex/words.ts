/** Separates words. Must match what the index takes for separators. */
const BORDER = /[\s\p{Cc}\p{Cs}\p{Z}]+/u

/** A text in search form: case and kind of white space do not matter. */
export const toSearchable = (text: string): string =>
  text
    .toWellFormed()
    .toLowerCase()
    .split(BORDER)
    .filter((part) => part !== '')
    .join(' ')

/**
 * Most index words of a text. Texts of a million characters stay far below; only noise exceeds the limit, and would
 * block the server for a minute.
 */
export const MAX_TEXT_WORDS = 300_000

/** Index words of a text: each character and each pair of neighbours, so that two Chinese characters form one word. */
export function toIndexWords(text: string): Set<string> {
  const words = new Set<string>()
  for (const run of toSearchable(text).split(' ')) {
    let last = ''
    for (const character of run) {
      words.add(character)
      if (last !== '') words.add(last + character)
      last = character
      if (words.size >= MAX_TEXT_WORDS) return words
    }
  }
  return words
}

/**
 * Words that an entry containing the key must have. `isExact`: having them is sufficient, without checking the text.
 */
export function toKeyWords(key: string): { words: string[]; isExact: boolean } {
  const runs = toSearchable(key)
    .split(' ')
    .filter((run) => run !== '')
    .map((run) => [...run])
  const words = runs.flatMap((run) =>
    run.length < 2 ? [run.join('')] : run.slice(1).map((character, at) => `${run[at]}${character}`),
  )
  return { words: [...new Set(words)], isExact: runs.length === 1 && (runs[0]?.length ?? 0) <= 2 }
}

/** Index word of a text in this field. Longer than two characters, so that it differs from plain words. */
export const toFieldWord = (fieldName: string, word: string): string => `${fieldName}~${word}`

/** Longer values are indexed by their first characters. */
const MAX_VALUE_LENGTH = 60

/** Prefixes a word with its column, so that a search never reads entries of other columns. */
export const toColumnWord = (classId: number, word: string): string => `${classId}:${word}`
/** Index word of entries whose field has this value, alone or among several. */
export const toValueWord = (fieldName: string, value: string): string =>
  `=${fieldName}=${[...toSearchable(value)].slice(0, MAX_VALUE_LENGTH).join('').replaceAll(' ', '_')}`

const DAY = /^\d{4}-\d{2}-\d{2}(?=$|[ T])/
/** Longer values are texts, unless they are choices. */
const MAX_SHORT_LENGTH = 2000

/** Index words of a short value or choices: the parts between commas, or the day of a time. */
export function toValueWords(fieldName: string, value: string, isChoice = false): string[] {
  if (value === '' || (value.length > MAX_SHORT_LENGTH && !isChoice)) return []
  const day = DAY.exec(value)?.[0]
  if (day) return [toValueWord(fieldName, day)]
  return value
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => toValueWord(fieldName, part))
}
