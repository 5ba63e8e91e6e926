import type { Operation } from '#shared/contract/define.ts'
import type { SourceFile } from './source.ts'

/** Metrics of the contract; the lists name operations that lack something. */
export interface ContractMetrics {
  total: number
  /**
   * API operations without a passed test of 401 (unless open), 403 (if a menu guards them), and 400 (if input can be
   * invalid).
   */
  unchecked: string[]
  /** Operations that no test names, so that only generic tests run them. */
  unexercised: string[]
}

/** Expected refusals of an operation in the contract test, by its title `name: 401 …`. */
const refusals = (op: Operation): string[] => {
  if (op.kind === 'host') return []
  const bySession = op.access.kind === 'open' ? [] : ['401']
  return op.access.kind === 'menu' ? [...bySession, '403'] : bySession
}

/**
 * @param operations the registry
 * @param passed full titles of passed tests; empty before a run
 * @param tests test files, whose string literals name the called operations
 */
export function contractMetrics(
  operations: Readonly<Record<string, Operation>>,
  passed: readonly string[],
  tests: readonly SourceFile[],
): ContractMetrics {
  const shown = new Set(passed.flatMap((title) => /(\w+\.\w+: 40[013]) /.exec(title)?.[1] ?? []))
  const named = new Set(tests.flatMap((file) => file.strings.map((s) => s.text)))
  // `upload.${kind}` counts for its whole area.
  const calls = (name: string): boolean => named.has(name) || named.has(name.slice(0, name.indexOf('.') + 1))
  const entries = Object.entries(operations)
  return {
    total: entries.length,
    unchecked: entries
      .filter(([name, op]) => refusals(op).some((code) => !shown.has(`${name}: ${code}`)))
      .map(([name]) => name),
    unexercised: entries.map(([name]) => name).filter((name) => !calls(name)),
  }
}
