// `npm test`: makes the machine ready, builds what is stale, runs the unit, integration and browser tests of the main work.
// `npm run test:all`: every one; `-- --shard 2/4` a part of them, `-- --resume` those that did not pass yet on this commit.
// The last line reads `N passed, N failed, N skipped`; with --resume it counts what passed before as well.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BUILT } from '#tests/setup/entries.ts'
import { run } from './lib/run.ts'
import { ROOT } from './start/root.ts'
import { failedFiles, mergeVitest, readResults, REPORTS, type TestResults } from './spec/reports.ts'
import { buildIfStale } from './start/build.ts'
import { readChoice, shardOf } from './testing/choice.ts'
import { memoryFolder } from './testing/memoryFolder.ts'
import { notePassed, readPassed, stateOf } from './testing/passed.ts'
import { prepare } from './testing/prepare.ts'
import { suiteFiles } from './testing/suiteFiles.ts'
import { readUnhandled, UNHANDLED_ENV } from './testing/unhandled.ts'

/** More failures than this are no accident of timing. */
const MOST_RUN_AGAIN = 5

const UNHANDLED = join(ROOT, 'test-results/unhandled.jsonl')

const choice = chosen()
for (const report of Object.values(REPORTS)) {
  rmSync(join(ROOT, report), { force: true })
  mkdirSync(dirname(join(ROOT, report)), { recursive: true })
}
rmSync(UNHANDLED, { force: true })
process.env[UNHANDLED_ENV] = UNHANDLED
const notes = await prepare()
for (const note of notes) console.log(note)

if (!choice.all) process.env.SITECRAFT_TESTS ??= 'main'
const state = choice.all ? stateOf(ROOT) : ''
const suite = suiteFiles(ROOT)
const mine = { unit: shardOf(suite.unit, choice.shard), e2e: shardOf(suite.e2e, choice.shard) }
const before = choice.resume ? readPassed(ROOT, state) : new Map<string, never>()
const earlier = [...mine.unit, ...mine.e2e].flatMap((file) => before.get(file) ?? [])
const open = {
  unit: mine.unit.filter((file) => !before.has(file)),
  e2e: mine.e2e.filter((file) => !before.has(file)),
}
if (choice.all) {
  const skip = [...suite.unit, ...suite.e2e].filter((file) => !open.unit.includes(file) && !open.e2e.includes(file))
  // The other shards of the same state keep what they noted.
  notePassed(ROOT, state, { keep: choice.resume || choice.shard !== null, skip })
}
// Hundreds of servers are started from the same sources.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/compile')

const inMemory = memoryFolder()
if (inMemory) {
  process.env.TMPDIR = inMemory
  process.once('exit', () => rmSync(inMemory, { recursive: true, force: true }))
}

const none = { code: 0, output: '', seconds: 0 }
const built = await buildIfStale()
if (built) process.env[BUILT] = '1'
const reporters = ['default', 'json', './scripts/testing/vitestReporter.ts']
const reporting = [...reporters.map((name) => `--reporter=${name}`), `--outputFile.json=${REPORTS.unit}`]
const unit = open.unit.length > 0 ? await run('vitest', ['run', ...reporting], { show: true }) : none
// An error outside of the tests belongs to no file that could pass when it is run once more.
const unhandled = readUnhandled(UNHANDLED)
const unitCode = unit.code !== 0 && (await passWhenRunAgain()) && unhandled.length === 0 ? 0 : unit.code
// Where Electron can't run, its own file is all that is left once every other one has passed.
const mayBeNone = choice.resume ? ['--pass-with-no-tests'] : []
const browser = (): ReturnType<typeof run> => run('playwright', ['test', ...mayBeNone], { show: true })
const e2e = !built ? null : open.e2e.length > 0 ? await browser() : none

const results = readResults()
const line = (name: string, r: TestResults, seconds: number): string =>
  `${name.padEnd(18)} ${r.passed.length} passed, ${r.failed.length} failed, ${r.skipped.length} skipped  (${Math.round(seconds)} s)`
console.log(`\n${line('unit, integration', results.unit, unit.seconds)}`)
console.log(e2e ? line('browser', results.e2e, e2e.seconds) : 'browser            not run: the build failed')
for (const name of [...results.unit.failed, ...results.e2e.failed]) console.log(`failed: ${name}`)
for (const name of [...results.unit.unsteady, ...results.e2e.unsteady])
  console.log(`unsteady, passed when run once more: ${name}`)
for (const text of readUnhandled(UNHANDLED)) console.log(`\nerror outside of the tests: ${text}`)
if (unitCode !== 0 && results.unit.failed.length === 0 && !existsSync(UNHANDLED))
  console.log(`vitest ended with code ${unitCode}, and named neither a failed test nor an error outside of them`)
for (const note of notes) console.log(note)

const sumOf = (kind: 'passed' | 'skipped'): number => earlier.reduce((sum, file) => sum + file[kind], 0)
const passedBefore = { passed: sumOf('passed'), failed: 0, skipped: sumOf('skipped') }
if (choice.resume) console.log(`passed before: ${passedBefore.passed} tests of ${earlier.length} files, on this commit`)
const count = (kind: Exclude<keyof TestResults, 'unsteady'>): number =>
  results.unit[kind].length + results.e2e[kind].length + passedBefore[kind]
// A run that broke off before it could report is a failure too.
const broken = [unitCode !== 0 && results.unit.failed.length === 0, !e2e, e2e?.code && !results.e2e.failed.length]
const failed = count('failed') + broken.filter(Boolean).length
console.log(`${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped`)
process.exitCode = failed === 0 && unitCode === 0 && e2e?.code === 0 ? 0 : 1

/** A few files in which something failed are run once more, by themselves: what passes then is named as unsteady. */
async function passWhenRunAgain(): Promise<boolean> {
  const report = join(ROOT, REPORTS.unit)
  if (!existsSync(report)) return false
  const whole: unknown = JSON.parse(readFileSync(report, 'utf8'))
  const files = failedFiles(whole)
  if (files.length === 0 || files.length > MOST_RUN_AGAIN) return false
  console.log(`\n${files.length} files once more:`)
  const again = `${report}.again.json`
  const own = reporters.map((name) => `--reporter=${name}`)
  const { code } = await run('vitest', ['run', ...own, `--outputFile.json=${again}`, ...files], { show: true })
  if (existsSync(again)) {
    writeFileSync(report, JSON.stringify(mergeVitest(whole, JSON.parse(readFileSync(again, 'utf8')))))
    rmSync(again)
  }
  return code === 0
}

function chosen(): ReturnType<typeof readChoice> {
  try {
    return readChoice(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
}
