import { expect, test } from 'vitest'
import { equivalentOf, readEquivalents } from './equivalent.ts'
import { isGoalReached, reportOf, type Result, scoreOf } from './report.ts'
import type { Layer } from './sample.ts'

const result = (layer: Layer, state: Result['outcome']['state'], line = 1): Result => ({
  mutant: {
    path: `${layer}/a.ts`,
    layer,
    line,
    kind: 'moved boundary',
    start: 0,
    end: 1,
    text: '<=',
    before: 'a < b',
    after: 'a <= b',
  },
  outcome: { state, note: `note of ${state}`, seconds: 1 },
})

test('everything but a survivor is caught, and equivalent mutants count for nothing', () => {
  const results = [result('src/cli', 'killed'), result('src/cli', 'survived'), result('src/cli', 'equivalent')]
  expect(scoreOf(results)).toBe(50)
  expect(scoreOf([...results, result('src/cli', 'timed out'), result('src/cli', 'refused by the types')])).toBe(75)
  expect(scoreOf([result('src/cli', 'equivalent')])).toBeNull()
})

test('the goal asks for each layer, not for all together alone', () => {
  const killed = Array.from({ length: 40 }, () => result('src/server', 'killed'))
  expect(isGoalReached(killed)).toBe(true)
  expect(isGoalReached([...killed, result('src/cli', 'killed'), result('src/cli', 'survived')])).toBe(false)
  expect(
    isGoalReached(Array.from({ length: 20 }, (_none, i) => result('src/cli', i < 16 ? 'killed' : 'survived'))),
  ).toBe(false)
})

test('the report names each survivor with its place, its kind and both lines', () => {
  const report = reportOf([result('src/cli', 'survived', 7), result('src/server', 'killed', 8)])
  expect(report).toContain('src/cli/a.ts:7  moved boundary\n    - a < b\n    + a <= b\n    note of survived')
  expect(report).not.toContain('src/server/a.ts:8')
})

test('an equivalent mutant is known by its file and its lines, wherever they stand', () => {
  const list = [{ path: 'src/cli/a.ts', before: 'a < b', after: 'a <= b', reason: 'both are never equal here' }]
  expect(equivalentOf(result('src/cli', 'killed', 99).mutant, list)).toBe(list[0])
  expect(equivalentOf(result('src/server', 'killed').mutant, list)).toBeNull()
  expect(readEquivalents()).toBeInstanceOf(Array)
})
