/** What may stand between the words of a list in a cell. */
const MARK = /[、,，;；\n]/
/** A word in quotes, which may hold marks, or what stands between two marks. */
const WORD = /\s*"((?:[^"]|"")*)"\s*(?=[、,，;；\n]|$)|[^、,，;；\n]+/g

/** The words as one cell; those that hold a mark stand in quotes, so that `wordsOf` reads them back as they are. */
export const wordsText = (words: readonly string[], mark = '、'): string =>
  words.map((word) => (MARK.test(word) || word.startsWith('"') ? `"${word.replaceAll('"', '""')}"` : word)).join(mark)

/** The words of a cell, without empty ones. */
export const wordsOf = (text: string): string[] =>
  [...text.matchAll(WORD)]
    .map(([plain, quoted]) => (quoted?.replaceAll('""', '"') ?? plain).trim())
    .filter((word) => word !== '')
