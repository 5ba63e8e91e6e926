import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { ROOT } from '../start/root.ts'
import { suiteFiles } from '../testing/suiteFiles.ts'
import { functionsOf, instrumentFunctions } from './functions.ts'
import { nearness } from './nearness.ts'
import { copySources, sourceFiles } from './scratch.ts'
import { RAN_FOLDER } from './settings.ts'
import { runVitest } from './vitestRun.ts'

const CACHE = join(ROOT, 'node_modules/.cache/mutants/map.json')

const cached = z.object({
  /** Each test file with the digest of its text when it was measured. */
  tests: z.array(z.object({ file: z.string(), digest: z.string(), seconds: z.number(), passed: z.boolean() })),
  /** `path#function` → the indexes of the tests in `tests` that run it. */
  ran: z.record(z.string(), z.array(z.number())),
  /** Source file → the indexes of unmeasured tests near it. */
  near: z.record(z.string(), z.array(z.number())).optional(),
})

/** Which test files run which functions. */
export type TestMap = z.infer<typeof cached>

/** Nearness of tests in the same folder, or in another one that shares most words of the path. */
const MIN_NEARNESS = 4

/** Tests that run no code of the layers, or only the built program. */
const EXCLUDED_TESTS = /^scripts\/(?!docs\/)|^tests\/(?:integration\/electron|setup)\//

/** Test files of `npm test` that may detect a mutation. */
export function mutantTests(root = ROOT): string[] {
  const { unit } = suiteFiles(root, { brief: true })
  return unit.filter((file) => !EXCLUDED_TESTS.test(file))
}

export const isMutable = (path: string): boolean => /^src\/.*\.tsx?$/.test(path) && !/\.(?:test|d)\.tsx?$/.test(path)

const digestOf = (file: string): string =>
  createHash('sha256')
    .update(readFileSync(join(ROOT, file)))
    .digest('hex')
    .slice(0, 16)

/** The saved map; empty if there is none. */
export function readMap(): TestMap {
  return existsSync(CACHE) ? cached.parse(JSON.parse(readFileSync(CACHE, 'utf8'))) : { tests: [], ran: {} }
}

/** Number of test files per run: an interrupted measurement loses only the current run. */
const BATCH = 60

export interface MapUpdate {
  workers: number
  /** Returns the environment variables of the next test run. */
  resetEnvironment: () => Promise<Record<string, string>>
  /** Order in which test files run. */
  compare: (a: string, b: string) => number
}

/** Runs the test files that are new, changed or failed since the map was saved, and returns the updated map. */
export async function updateMap({ workers, resetEnvironment, compare }: MapUpdate): Promise<TestMap> {
  let map = readMap()
  const tests = mutantTests()
  // A failed test may have timed out on a busy machine, so it runs again.
  const isKnown = new Set(map.tests.filter(({ passed }) => passed).map(({ file, digest }) => `${file} ${digest}`))
  const missing = tests.filter((file) => !isKnown.has(`${file} ${digestOf(file)}`)).toSorted(compare)
  if (missing.length > 0)
    console.log(`map: ${missing.length} of ${tests.length} test files are new or changed; each runs once`)
  for (let from = 0; from < missing.length; from += BATCH) {
    const added = await runOnce(missing.slice(from, from + BATCH), workers, await resetEnvironment())
    map = mergeMaps(map, added, new Set(tests))
    mkdirSync(dirname(CACHE), { recursive: true })
    writeFileSync(`${CACHE}.new`, JSON.stringify(map))
    renameSync(`${CACHE}.new`, CACHE)
    console.log(`map: ${Math.min(from + BATCH, missing.length)} of ${missing.length}`)
  }
  const failed = map.tests.filter(({ passed }) => !passed).map(({ file }) => file)
  if (failed.length > 0) console.log(`map: these failed without a mutation and are left out: ${failed.join(', ')}`)
  return map
}

/** Completes the saved map without running tests: an unmeasured test file counts as running every function near it. */
export function completeMap(map: TestMap, paths: readonly string[], seconds = 2): TestMap {
  const known = new Set(map.tests.map(({ file }) => file))
  const tests = [...map.tests]
  const near: Record<string, number[]> = {}
  for (const file of mutantTests().filter((each) => !known.has(each))) {
    const at = tests.push({ file, digest: '', seconds, passed: true }) - 1
    for (const path of paths) if (nearness(path, file) >= MIN_NEARNESS) (near[path] ??= []).push(at)
  }
  return { tests, ran: map.ran, near }
}

/** Runs test files on instrumented sources. */
async function runOnce(
  files: readonly string[],
  workers: number,
  env: Readonly<Record<string, string>>,
): Promise<TestMap> {
  const root = copySources('map')
  const keys: string[] = []
  for (const path of sourceFiles().filter(isMutable)) {
    const text = readFileSync(join(ROOT, path), 'utf8')
    const functions = functionsOf(path, text)
    writeFileSync(join(root, path), instrumentFunctions(text, functions, keys.length))
    keys.push(...functions.map(({ name }) => `${path}#${name}`))
  }
  const folder = join(os.tmpdir(), 'ran')
  mkdirSync(folder, { recursive: true })
  const recorder = `--import=${join(root, 'scripts/mutants/recorder.mjs')}`
  const run = await runVitest({
    root,
    files,
    workers,
    bail: false,
    limitSeconds: 3600,
    env: { ...env, [RAN_FOLDER]: folder, NODE_OPTIONS: [process.env.NODE_OPTIONS ?? '', recorder].join(' ').trim() },
  })
  if (run.files.length === 0) throw new Error(`the tests did not run:\n${run.output}`)
  const map: TestMap = { tests: [], ran: {} }
  for (const { file, seconds, passed } of run.files) {
    const at = map.tests.push({ file, seconds, passed, digest: digestOf(file) }) - 1
    const notes = join(folder, file.replaceAll('/', '+'))
    const numbers = existsSync(notes) ? readFileSync(notes, 'utf8').split('\n') : []
    for (const number of new Set(numbers.filter(Boolean))) (map.ran[keys[Number(number)] ?? ''] ??= []).push(at)
  }
  rmSync(folder, { recursive: true, force: true })
  rmSync(root, { recursive: true, force: true })
  return map
}

/** Merges both maps, the newer one first, without deleted test files. */
export function mergeMaps(older: TestMap, newer: TestMap, present: ReadonlySet<string>): TestMap {
  const tests = [...newer.tests]
  const ran: TestMap['ran'] = {}
  for (const [key, oldIndexes] of Object.entries(newer.ran)) ran[key] = [...oldIndexes]
  const names = new Set(newer.tests.map(({ file }) => file))
  const moved = older.tests.map((test) =>
    present.has(test.file) && !names.has(test.file) ? tests.push(test) - 1 : null,
  )
  for (const [key, oldIndexes] of Object.entries(older.ran)) {
    const indexes = oldIndexes.flatMap((index) => moved[index] ?? [])
    if (indexes.length > 0) ran[key] = [...(ran[key] ?? []), ...indexes]
  }
  return { tests, ran }
}
