// `npm test`: makes the machine ready, builds what is stale, runs the unit, integration and browser tests.
// `--all` (npm run test:all): every one, which takes an hour on two cores; else those of the main work.
// The last line reads `N passed, N failed, N skipped`.
import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from './lib/run.ts'
import { ROOT } from './start/root.ts'
import { readResults, REPORTS, type TestResults } from './spec/reports.ts'
import { buildIfStale } from './start/build.ts'
import { prepare } from './testing/prepare.ts'

for (const report of Object.values(REPORTS)) {
  rmSync(join(ROOT, report), { force: true })
  mkdirSync(dirname(join(ROOT, report)), { recursive: true })
}
const notes = await prepare()
for (const note of notes) console.log(note)

if (!process.argv.includes('--all')) process.env.SITECRAFT_TESTS ??= 'main'
// Hundreds of servers are started from the same sources.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/compile')

const built = await buildIfStale()
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORTS.unit}`]
const unit = await run('vitest', ['run', ...reporters], { show: true })
const e2e = built ? await run('playwright', ['test'], { show: true }) : null

const results = readResults()
const line = (name: string, r: TestResults, seconds: number): string =>
  `${name.padEnd(18)} ${r.passed.length} passed, ${r.failed.length} failed, ${r.skipped.length} skipped  (${Math.round(seconds)} s)`
console.log(`\n${line('unit, integration', results.unit, unit.seconds)}`)
console.log(e2e ? line('browser', results.e2e, e2e.seconds) : 'browser            not run: the build failed')
for (const name of [...results.unit.failed, ...results.e2e.failed]) console.log(`failed: ${name}`)
for (const note of notes) console.log(note)

const count = (kind: keyof TestResults): number => results.unit[kind].length + results.e2e[kind].length
// A run that broke off before it could report is a failure too.
const broken = [unit.code !== 0 && results.unit.failed.length === 0, !e2e, e2e?.code && !results.e2e.failed.length]
const failed = count('failed') + broken.filter(Boolean).length
console.log(`${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped`)
process.exitCode = failed === 0 && unit.code === 0 && e2e?.code === 0 ? 0 : 1
