import type { SearchMatch } from '#shared/contract/localFile.ts'

export interface SearchText {
  text: string
  matchCase: boolean
  regex: boolean
}

/** Number of characters shown before a match, and in total. */
const CONTEXT_LENGTH = 40
const MAX_SHOWN_LENGTH = 200

/** @throws SyntaxError for an invalid regular expression. */
export const createPattern = ({ text, matchCase, regex }: SearchText): RegExp =>
  new RegExp(regex ? text : text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'), matchCase ? 'g' : 'gi')

/** All matches in a text, line by line, at most `most`. */
export function findMatches(text: string, pattern: RegExp, most: number): SearchMatch[] {
  const matches: SearchMatch[] = []
  let line = 0
  for (const row of text.split(/\r\n|\n|\r/)) {
    line += 1
    for (const found of row.matchAll(pattern)) {
      // An empty match would match everywhere.
      if (found[0] === '') continue
      if (matches.length >= most) return matches
      const from = Math.max(0, found.index - CONTEXT_LENGTH)
      matches.push({
        line,
        column: found.index + 1,
        length: found[0].length,
        text: row.slice(from, from + MAX_SHOWN_LENGTH),
        at: found.index - from,
      })
    }
  }
  return matches
}
