import { globSync } from 'node:fs'
import { posix, sep } from 'node:path'
import { LONG_TESTS, SUITE } from './suite.ts'

/**
 * All test files by the program that runs them. Long ones come first, so that they are spread evenly over shards.
 * @param options.brief leaves out the long ones, as `npm test` does
 */
export function suiteFiles(root: string, { brief = false } = {}): Record<'unit' | 'e2e', string[]> {
  const findFiles = (patterns: readonly string[]): string[] =>
    globSync([...patterns], { cwd: root })
      .map((path) => path.split(sep).join(posix.sep))
      .sort()
  const long = findFiles(LONG_TESTS)
  const unit = findFiles([...SUITE.node, ...SUITE.renderer])
  return {
    unit: [...long.filter((file) => !brief && unit.includes(file)), ...unit.filter((file) => !long.includes(file))],
    e2e: findFiles(SUITE.browser),
  }
}
