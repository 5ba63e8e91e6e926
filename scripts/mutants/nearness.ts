import { posix } from 'node:path'

/** Tests that cover all operations: they check rules that the tests of areas do not. */
const GENERIC_TEST = /^tests\/(?:integration\/server\/(?:access|contract|declaredErrors|http)|architecture)/

const wordsOf = (path: string): string[] =>
  path
    .replace(/^(?:src|tests)\//, '')
    .replace(/(?:\.test|\.spec)?\.tsx?$/, '')
    .split(/[/.-]|(?=[A-Z])/)
    .map((word) => word.toLowerCase())
const stemOf = (path: string): string => posix.basename(path).replace(/\..*$/, '')

/** How near a test file is to a source file: same folder, same name, common words in their paths. */
export function nearness(path: string, test: string): number {
  const own = new Set(wordsOf(path))
  const shared = new Set(wordsOf(test).filter((word) => own.has(word))).size
  const inFolder = posix.dirname(path) === posix.dirname(test) ? 4 : 0
  return shared + inFolder + (stemOf(path) === stemOf(test) ? 8 : 0) + (GENERIC_TEST.test(test) ? 2 : 0)
}
