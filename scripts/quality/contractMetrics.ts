import type { Operation } from '#shared/contract/define.ts'
import type { SourceFile } from './source.ts'

/** How many operations have what they need; the lists name those that don't. */
export interface ContractMetrics {
  total: number
  /** Api operations without a passed test of 401 (unless open), 403 (where a menu gates them), 400 (where input can be wrong). */
  unchecked: string[]
  /** Operations that no test names, so that nothing but the generic tests runs them. */
  unexercised: string[]
}

/** Refusals that the contract test shows for an operation, by its title `name: 401 …`. */
const refusals = (op: Operation): string[] => {
  if (op.kind === 'host') return []
  const bySession = op.access.kind === 'open' ? [] : ['401']
  return op.access.kind === 'menu' ? [...bySession, '403'] : bySession
}

/**
 * @param operations the registry
 * @param passed full titles of passed tests; empty before a run
 * @param tests test files, whose string literals name what they call
 */
export function contractMetrics(
  operations: Readonly<Record<string, Operation>>,
  passed: readonly string[],
  tests: readonly SourceFile[],
): ContractMetrics {
  const shown = new Set(passed.flatMap((title) => /(\w+\.\w+: 40[013]) /.exec(title)?.[1] ?? []))
  const named = new Set(tests.flatMap((file) => file.strings.map((s) => s.text)))
  // `upload.${kind}` stands for all of its area.
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
