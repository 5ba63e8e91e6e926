import { posix } from 'node:path'

/** Tests that walk over all operations: they ask for what the others take for granted. */
const WALKER = /^tests\/(?:integration\/server\/(?:access|contract|declaredErrors|http)|architecture)/

const wordsOf = (path: string): string[] =>
  path
    .replace(/^(?:src|tests)\//, '')
    .replace(/(?:\.test|\.spec)?\.tsx?$/, '')
    .split(/[/.-]|(?=[A-Z])/)
    .map((word) => word.toLowerCase())
const stemOf = (path: string): string => posix.basename(path).replace(/\..*$/, '')

/** How near a test file lies to a source file: the same folder, the same name, words that their paths share. */
export function nearness(path: string, test: string): number {
  const own = new Set(wordsOf(path))
  const shared = new Set(wordsOf(test).filter((word) => own.has(word))).size
  const inFolder = posix.dirname(path) === posix.dirname(test) ? 4 : 0
  return shared + inFolder + (stemOf(path) === stemOf(test) ? 8 : 0) + (WALKER.test(test) ? 2 : 0)
}
