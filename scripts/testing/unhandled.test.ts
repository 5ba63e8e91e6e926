import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ROOT } from '../start/root.ts'
import { readUnhandled, UNHANDLED_ENV } from './unhandled.ts'

// Inside the repository, or the tests in it would find no vitest.
let folder = ''
beforeEach(() => {
  const above = join(ROOT, 'node_modules/.cache')
  mkdirSync(above, { recursive: true })
  folder = mkdtempSync(join(above, 'unhandled-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs vitest on one file with the reporter of `npm test`, and answers its code and what it noted. */
function run(body: string): { code: number | null; noted: string[] } {
  writeFileSync(join(folder, 'one.test.ts'), `import { it } from 'vitest'\nit('passes', async () => {${body}})\n`)
  const noted = join(folder, 'noted.jsonl')
  const env = { ...process.env, [UNHANDLED_ENV]: noted, SITECRAFT_TESTS_STATE: '', VITEST: '' }
  const reporter = `--reporter=${join(ROOT, 'scripts/testing/vitestReporter.ts')}`
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const ran = spawnSync(process.execPath, [vitest, 'run', '--root', folder, reporter], { env, encoding: 'utf8' })
  return { code: ran.status, noted: readUnhandled(noted) }
}

it('notes what was thrown outside of a test, with its place and the test that ran', () => {
  const { code, noted } = run(`
    setImmediate(() => { throw new TypeError('nobody caught this') })
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  `)
  expect(code).toBe(1)
  expect(noted).toHaveLength(1)
  expect(noted[0]).toContain('TypeError: nobody caught this')
  expect(noted[0]).toContain('one.test.ts')
}, 60_000)

it('notes nothing of a run in which all is well', () => {
  expect(run('')).toEqual({ code: 0, noted: [] })
}, 60_000)
