/** Separators between the words of a list in a cell. */
const SEPARATOR = /[、,，;；\n]/
/** A quoted word, which may contain separators, or the text between two separators. */
const WORD = /\s*"((?:[^"]|"")*)"\s*(?=[、,，;；\n]|$)|[^、,，;；\n]+/g

/** Formats words as one cell; words with a separator are quoted, so that `parseWords` reads them unchanged. */
export const formatWords = (words: readonly string[], mark = '、'): string =>
  words
    .map((word) => (SEPARATOR.test(word) || word.startsWith('"') ? `"${word.replaceAll('"', '""')}"` : word))
    .join(mark)

/** Parses the words of a cell, without empty ones. */
export const parseWords = (text: string): string[] =>
  [...text.matchAll(WORD)]
    .map(([plain, quoted]) => (quoted?.replaceAll('""', '"') ?? plain).trim())
    .filter((word) => word !== '')
