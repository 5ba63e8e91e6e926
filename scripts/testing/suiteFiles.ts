import { globSync } from 'node:fs'
import { posix, sep } from 'node:path'
import { LONG, SUITE } from './suite.ts'

/**
 * Every file with tests, by the program that runs it. The long ones stand first, so that shards get as many of them each.
 * @param options.brief the long ones are left out, as `npm test` does
 */
export function suiteFiles(root: string, { brief = false } = {}): Record<'unit' | 'e2e', string[]> {
  const found = (patterns: readonly string[]): string[] =>
    globSync([...patterns], { cwd: root })
      .map((path) => path.split(sep).join(posix.sep))
      .sort()
  const long = found(LONG)
  const unit = found([...SUITE.node, ...SUITE.renderer])
  return {
    unit: [...long.filter((file) => !brief && unit.includes(file)), ...unit.filter((file) => !long.includes(file))],
    e2e: found(SUITE.browser),
  }
}
