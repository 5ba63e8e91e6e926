import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ROOT } from '../start/root.ts'
import { LONG_TESTS } from './suite.ts'
import { suiteFiles } from './suiteFiles.ts'

it('the suite holds each file once, the long ones first', () => {
  const { unit, e2e } = suiteFiles(ROOT)
  expect(unit).toContain('scripts/testing/suiteFiles.test.ts')
  expect(e2e).toContain('tests/e2e/specs/first-run.spec.ts')
  expect(new Set([...unit, ...e2e]).size).toBe(unit.length + e2e.length)
  const long = new Set(
    LONG_TESTS.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).map((file) => file.replaceAll('\\', '/')),
  )
  expect(long).toContain('tests/integration/host/kill.test.ts')
  expect(new Set(unit.slice(0, long.size))).toEqual(long)
})

it('no file with tests is left out of the suite', () => {
  const { unit, e2e } = suiteFiles(ROOT)
  const all = globSync('{src,scripts,tests,bench}/**/*.{test,spec}.{ts,tsx}', { cwd: ROOT })
  expect(all.map((path) => path.replaceAll('\\', '/')).filter((path) => ![...unit, ...e2e].includes(path))).toEqual([])
})
