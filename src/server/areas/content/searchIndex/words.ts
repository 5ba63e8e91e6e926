/** Separates words. Must match what the index takes for separators. */
const BORDER = /[\s\p{Cc}\p{Cs}\p{Z}]+/u

/** A text in search form: case and kind of white space do not matter. */
export const searchable = (text: string): string =>
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
export const WORDS_OF_TEXT = 300_000

/** Index words of a text: each character and each pair of neighbours, so that two Chinese characters form one word. */
export function indexWords(text: string): Set<string> {
  const words = new Set<string>()
  for (const run of searchable(text).split(' ')) {
    let last = ''
    for (const character of run) {
      words.add(character)
      if (last !== '') words.add(last + character)
      last = character
      if (words.size >= WORDS_OF_TEXT) return words
    }
  }
  return words
}

/**
 * Words that an entry containing the key must have. `isExact`: having them is sufficient, without checking the text.
 */
export function wordsOfKey(key: string): { words: string[]; isExact: boolean } {
  const runs = searchable(key)
    .split(' ')
    .filter((run) => run !== '')
    .map((run) => [...run])
  const words = runs.flatMap((run) =>
    run.length < 2 ? [run.join('')] : run.slice(1).map((character, at) => `${run[at]}${character}`),
  )
  return { words: [...new Set(words)], isExact: runs.length === 1 && (runs[0]?.length ?? 0) <= 2 }
}

/** Index word of a text in this field. Longer than two characters, so that it differs from plain words. */
export const fieldWord = (fieldName: string, word: string): string => `${fieldName}~${word}`

/** Longer values are indexed by their first characters. */
const VALUE_LIMIT = 60

/** Prefixes a word with its column, so that a search never reads entries of other columns. */
export const inColumn = (classId: number, word: string): string => `${classId}:${word}`
/** Index word of entries whose field has this value, alone or among several. */
export const valueWord = (fieldName: string, value: string): string =>
  `=${fieldName}=${[...searchable(value)].slice(0, VALUE_LIMIT).join('').replaceAll(' ', '_')}`

const DAY = /^\d{4}-\d{2}-\d{2}(?=$|[ T])/
/** Longer values are texts, unless they are choices. */
const SHORT = 2000

/** Index words of a short value or choices: the parts between commas, or the day of a time. */
export function valueWords(fieldName: string, value: string, isChoice = false): string[] {
  if (value === '' || (value.length > SHORT && !isChoice)) return []
  const day = DAY.exec(value)?.[0]
  if (day) return [valueWord(fieldName, day)]
  return value
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => valueWord(fieldName, part))
}
