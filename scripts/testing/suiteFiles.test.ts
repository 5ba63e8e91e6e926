import { expect, it } from 'vitest'
import { ROOT } from '../start/root.ts'
import { suiteFiles } from './suiteFiles.ts'

it('the suite holds each file once, the long ones first', () => {
  const { unit, e2e } = suiteFiles(ROOT)
  expect(unit).toContain('scripts/testing/suiteFiles.test.ts')
  expect(e2e).toContain('tests/e2e/specs/first-run.spec.ts')
  expect(new Set([...unit, ...e2e]).size).toBe(unit.length + e2e.length)
  expect(unit.slice(0, 20)).toContain('tests/integration/host/kill.test.ts')
})
