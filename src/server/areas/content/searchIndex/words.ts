/** Words of the search index end where one of these stands. Matches what the index takes for a border. */
const BORDER = /[\s\p{Cc}\p{Cs}\p{Z}]+/u

/** A text as it is searched: letters' case and the kind of white space don't matter. */
export const searchable = (text: string): string =>
  text
    .toWellFormed()
    .toLowerCase()
    .split(BORDER)
    .filter((part) => part !== '')
    .join(' ')

/**
 * Most words of a text that it is found by. Texts of a million characters stay far below; only noise has more, and would
 * hold up the server for a minute.
 */
export const WORDS_OF_TEXT = 300_000

/** The words that a text is found by: each character and each two neighbours, so that two Chinese characters are one word. */
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

/** The words that an entry must have to contain the key; `isExact`: what has them contains it, without another look. */
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

/** A word that stands in this field. Longer than two characters, as no part of a text is. */
export const fieldWord = (fieldName: string, word: string): string => `${fieldName}~${word}`

/** Longest value that is a word of its own, in characters; of longer ones so much is. */
const VALUE_LIMIT = 60

/** A word as the index holds it: by column, so that what others hold is never looked through. */
export const inColumn = (classId: number, word: string): string => `${classId}:${word}`
/** The word of entries whose field has this value, or has it among several. */
export const valueWord = (fieldName: string, value: string): string =>
  `=${fieldName}=${[...searchable(value)].slice(0, VALUE_LIMIT).join('').replaceAll(' ', '_')}`

const DAY = /^\d{4}-\d{2}-\d{2}(?=$|[ T])/
/** Longer values are texts, unless they are choices. */
const SHORT = 2000

/** The words for a short value, or for choices: its parts between commas, and its day when it is a time. */
export function valueWords(fieldName: string, value: string, isChoice = false): string[] {
  if (value === '' || (value.length > SHORT && !isChoice)) return []
  const day = DAY.exec(value)?.[0]
  if (day) return [valueWord(fieldName, day)]
  return value
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => valueWord(fieldName, part))
}
