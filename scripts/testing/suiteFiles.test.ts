import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ROOT } from '../start/root.ts'
import { suiteFiles } from './suiteFiles.ts'

it('the suite holds each file once, the long ones first', () => {
  const { unit, e2e } = suiteFiles(ROOT)
  expect(unit).toContain('scripts/testing/suiteFiles.test.ts')
  expect(e2e).toContain('tests/e2e/specs/first-run.spec.ts')
  expect(new Set([...unit, ...e2e]).size).toBe(unit.length + e2e.length)
  expect(unit.slice(0, 40)).toContain('tests/integration/host/kill.test.ts')
})

it('no file with tests is left out of the suite', () => {
  const { unit, e2e } = suiteFiles(ROOT)
  const all = globSync('{src,scripts,tests,bench}/**/*.{test,spec}.{ts,tsx}', { cwd: ROOT })
  expect(all.map((path) => path.replaceAll('\\', '/')).filter((path) => ![...unit, ...e2e].includes(path))).toEqual([])
})
