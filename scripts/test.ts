// `npm test`: prepares the machine, builds stale parts, and runs the short unit, integration and browser tests.
// `npm run test:all`: runs all tests; `-- --shard 2/4` a part of them, `-- --resume` those that have not passed yet on this
// commit. The last line is `N passed, N failed, N skipped`; with --resume it includes tests that passed before.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BUILT } from '#tests/setup/entries.ts'
import { run } from './lib/run.ts'
import { ROOT } from './start/root.ts'
import { failedFiles, mergeVitest, readResults, REPORTS, type TestResults } from './spec/reports.ts'
import { buildIfStale } from './start/build.ts'
import { readChoice, filesOfShard } from './testing/choice.ts'
import { memoryFolder } from './testing/memoryFolder.ts'
import { startRecordingPassed, readPassedFiles, stateOf } from './testing/passed.ts'
import { prepare } from './testing/prepare.ts'
import { suiteFiles } from './testing/suiteFiles.ts'
import { readUnhandled, UNHANDLED_ENV } from './testing/unhandled.ts'

/** Maximum number of failed files to repeat: more failures are not caused by timing. */
const MAX_REPEATED_FILES = 5

const UNHANDLED = join(ROOT, 'test-results/unhandled.jsonl')

const choice = parseChoice()
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
const mine = { unit: filesOfShard(suite.unit, choice.shard), e2e: filesOfShard(suite.e2e, choice.shard) }
const before = choice.resume ? readPassedFiles(ROOT, state) : new Map<string, never>()
const earlier = [...mine.unit, ...mine.e2e].flatMap((file) => before.get(file) ?? [])
const open = {
  unit: mine.unit.filter((file) => !before.has(file)),
  e2e: mine.e2e.filter((file) => !before.has(file)),
}
if (choice.all) {
  const skip = [...suite.unit, ...suite.e2e].filter((file) => !open.unit.includes(file) && !open.e2e.includes(file))
  // Records of other shards in the same state are kept.
  startRecordingPassed(ROOT, state, { keep: choice.resume || choice.shard !== null, skip })
}
// Hundreds of servers start from the same sources, so compiled code is cached.
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
// An error outside of tests belongs to no file that could be repeated.
const unhandled = readUnhandled(UNHANDLED)
const unitCode = unit.code !== 0 && (await repeatFailedFiles()) && unhandled.length === 0 ? 0 : unit.code
// If Electron cannot run, its test file may be the only one left, and it contains no test.
const allowNoTests = choice.resume ? ['--pass-with-no-tests'] : []
const browser = (): ReturnType<typeof run> => run('playwright', ['test', ...allowNoTests], { show: true })
const e2e = !built ? null : open.e2e.length > 0 ? await browser() : none

const results = readResults()
const line = (name: string, r: TestResults, seconds: number): string =>
  `${name.padEnd(18)} ${r.passed.length} passed, ${r.failed.length} failed, ${r.skipped.length} skipped  (${Math.round(seconds)} s)`
console.log(`\n${line('unit, integration', results.unit, unit.seconds)}`)
console.log(e2e ? line('browser', results.e2e, e2e.seconds) : 'browser            not run: the build failed')
for (const name of [...results.unit.failed, ...results.e2e.failed]) console.log(`failed: ${name}`)
for (const name of [...results.unit.unsteady, ...results.e2e.unsteady])
  console.log(`unsteady, passed when repeated: ${name}`)
for (const text of readUnhandled(UNHANDLED)) console.log(`\nerror outside of the tests: ${text}`)
if (unitCode !== 0 && results.unit.failed.length === 0 && !existsSync(UNHANDLED))
  console.log(`vitest ended with code ${unitCode}, and named neither a failed test nor an error outside of them`)
for (const note of notes) console.log(note)

const sumOf = (kind: 'passed' | 'skipped'): number => earlier.reduce((sum, file) => sum + file[kind], 0)
const passedBefore = { passed: sumOf('passed'), failed: 0, skipped: sumOf('skipped') }
if (choice.resume) console.log(`passed before: ${passedBefore.passed} tests of ${earlier.length} files, on this commit`)
const count = (kind: Exclude<keyof TestResults, 'unsteady'>): number =>
  results.unit[kind].length + results.e2e[kind].length + passedBefore[kind]
// A run that ended without a report is a failure, too.
const broken = [unitCode !== 0 && results.unit.failed.length === 0, !e2e, e2e?.code && !results.e2e.failed.length]
const failed = count('failed') + broken.filter(Boolean).length
console.log(`${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped`)
process.exitCode = failed === 0 && unitCode === 0 && e2e?.code === 0 ? 0 : 1

/** Repeats a few failed files on their own; tests that then pass are reported as unsteady. */
async function repeatFailedFiles(): Promise<boolean> {
  const report = join(ROOT, REPORTS.unit)
  if (!existsSync(report)) return false
  const whole: unknown = JSON.parse(readFileSync(report, 'utf8'))
  const files = failedFiles(whole)
  if (files.length === 0 || files.length > MAX_REPEATED_FILES) return false
  console.log(`\n${files.length} failed files, repeated:`)
  const again = `${report}.again.json`
  const own = reporters.map((name) => `--reporter=${name}`)
  const { code } = await run('vitest', ['run', ...own, `--outputFile.json=${again}`, ...files], { show: true })
  if (existsSync(again)) {
    writeFileSync(report, JSON.stringify(mergeVitest(whole, JSON.parse(readFileSync(again, 'utf8')))))
    rmSync(again)
  }
  return code === 0
}

function parseChoice(): ReturnType<typeof readChoice> {
  try {
    return readChoice(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
}
