import { expect, it } from 'vitest'
import { coverage, idsOf } from './coverage.ts'
import { failedFiles, mergeVitest, readPlaywright, readVitest } from './reports.ts'
import { parseRules, parseTable, readRequirements } from './requirements.ts'

it('reads ids and lists of ids from titles, and no ranges', () => {
  expect(idsOf('keeps both versions [S9] [A-194, C-012]')).toEqual(['S9', 'A-194', 'C-012'])
  expect(idsOf('[A-084…A-109] [A-084-A-109] [1] plain')).toEqual([])
})

it('reads rows and rules', () => {
  expect(parseTable('id\tdoc\tarea\tkind\trequirement\tsource\nA-001\tA\tsites\trule\tText.\tA§1\n')).toEqual([
    { id: 'A-001', area: 'sites', text: 'Text.' },
  ])
  expect(parseRules('# Rules\n- S1. One.\n  more\n- S2. Two.\n', 'sync').map((r) => r.id)).toEqual(['S1', 'S2'])
})

it('separates shown, missing and unknown ids', () => {
  const rows = parseTable('id\tdoc\tarea\tkind\trequirement\nA-1\tA\tx\tr\tone\nA-2\tA\tx\tr\ttwo')
  const { areas, unknown } = coverage(rows, ['shows [A-2]', 'slips [A-3]'])
  expect(areas.map((a) => [a.area, a.shown.map((r) => r.id), a.missing.map((r) => r.id)])).toEqual([
    ['x', ['A-2'], ['A-1']],
  ])
  expect(unknown).toEqual(['A-3'])
})

it('counts only passed tests, and a file that could not run as a failure', () => {
  const test = (fullName: string, status: string) => ({ fullName, status })
  const report = {
    testResults: [
      { name: 'a', status: 'failed', assertionResults: [test('one [A-1]', 'passed'), test('two [A-2]', 'failed')] },
      { name: 'b', status: 'failed', assertionResults: [] },
      { name: 'c', status: 'passed', assertionResults: [test('three', 'skipped')] },
    ],
  }
  expect(readVitest(report)).toEqual({
    passed: ['one [A-1]'],
    failed: ['two [A-2]', 'b'],
    skipped: ['three'],
    unsteady: [],
  })
})

it('reports tests that passed when repeated; tests that failed twice stay failed', () => {
  const test = (fullName: string, status: string) => ({ fullName, status })
  const file = (name: string, ...assertionResults: ReturnType<typeof test>[]) => {
    const failed = assertionResults.some(({ status }) => status === 'failed')
    return { name, status: failed ? 'failed' : 'passed', assertionResults }
  }
  const whole = {
    testResults: [
      file('a', test('one', 'passed'), test('two', 'failed')),
      file('b', test('three', 'failed')),
      file('c', test('four', 'passed')),
    ],
  }
  expect(failedFiles(whole)).toEqual(['a', 'b'])
  const again = {
    testResults: [file('a', test('one', 'passed'), test('two', 'passed')), file('b', test('three', 'failed'))],
  }
  expect(readVitest(mergeVitest(whole, again))).toEqual({
    passed: ['one', 'two', 'four'],
    failed: ['three'],
    skipped: [],
    unsteady: ['two'],
  })
})

it('walks the nested suites of a browser run', () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] })
  const report = {
    suites: [
      {
        title: 'login.spec.ts',
        specs: [spec('a', 'expected')],
        suites: [{ title: 'group', specs: [spec('b', 'unexpected'), spec('c', 'skipped'), spec('d', 'flaky')] }],
      },
    ],
    errors: [{}],
  }
  expect(readPlaywright(report)).toEqual({
    passed: ['login.spec.ts a', 'login.spec.ts group d'],
    failed: ['error outside a test', 'login.spec.ts group b'],
    skipped: ['login.spec.ts group c'],
    unsteady: ['login.spec.ts group d'],
  })
})

it('finds every id of the specification once', () => {
  const ids = readRequirements().map((r) => r.id)
  expect(ids.length).toBeGreaterThan(1000)
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
})
