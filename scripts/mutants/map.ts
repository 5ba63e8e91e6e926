import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { ROOT } from '../start/root.ts'
import { suiteFiles } from '../testing/suiteFiles.ts'
import { functionsOf, reportRuns } from './functions.ts'
import { nearness } from './nearness.ts'
import { copySources, sourceFiles } from './scratch.ts'
import { RAN_FOLDER } from './settings.ts'
import { runVitest } from './vitestRun.ts'

const CACHE = join(ROOT, 'node_modules/.cache/mutants/map.json')

const cached = z.object({
  /** Each test file, with the digest of its text at that time. */
  tests: z.array(z.object({ file: z.string(), digest: z.string(), seconds: z.number(), passed: z.boolean() })),
  /** `path#function` → the places of the tests in `tests` that run it. */
  ran: z.record(z.string(), z.array(z.number())),
  /** Source file → the places of tests that were never measured and lie near to it. */
  near: z.record(z.string(), z.array(z.number())).optional(),
})

/** Which test files run which functions. */
export type TestMap = z.infer<typeof cached>

/** So near are tests of the same folder, and of another one with most words of the path. */
const NEAR = 4

/** These tests run no code of the layers, or the built program. */
const OTHER = /^scripts\/(?!docs\/)|^tests\/(?:integration\/electron|setup)\//

/** Test files of `npm test` that may notice a mutation. */
export function mutantTests(root = ROOT): string[] {
  const { unit } = suiteFiles(root, { brief: true })
  return unit.filter((file) => !OTHER.test(file))
}

export const isMutable = (path: string): boolean => /^src\/.*\.tsx?$/.test(path) && !/\.(?:test|d)\.tsx?$/.test(path)

const digestOf = (file: string): string =>
  createHash('sha256')
    .update(readFileSync(join(ROOT, file)))
    .digest('hex')
    .slice(0, 16)

/** The map as it was saved last; empty when there is none. */
export function readMap(): TestMap {
  return existsSync(CACHE) ? cached.parse(JSON.parse(readFileSync(CACHE, 'utf8'))) : { tests: [], ran: {} }
}

/** Test files that run at a time: what they showed is kept when the run is ended. */
const BATCH = 60

export interface MapUpdate {
  workers: number
  /** Variables for the next test run. */
  renew: () => Promise<Record<string, string>>
  /** Of two test files, which one runs first. */
  compare: (a: string, b: string) => number
}

/** The saved map, after the test files that are new, changed or failed since then have run once more. */
export async function updateMap({ workers, renew, compare }: MapUpdate): Promise<TestMap> {
  let map = readMap()
  const tests = mutantTests()
  // One that failed may have been late on a busy machine.
  const isKnown = new Set(map.tests.filter(({ passed }) => passed).map(({ file, digest }) => `${file} ${digest}`))
  const missing = tests.filter((file) => !isKnown.has(`${file} ${digestOf(file)}`)).toSorted(compare)
  if (missing.length > 0)
    console.log(`map: ${missing.length} of ${tests.length} test files are new or changed; each runs once`)
  for (let from = 0; from < missing.length; from += BATCH) {
    const added = await runOnce(missing.slice(from, from + BATCH), workers, await renew())
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

/**
 * The saved map as it is. A test file that is not in it counts as one that runs every function that it lies near to.
 */
export function completeMap(map: TestMap, paths: readonly string[], seconds = 2): TestMap {
  const known = new Set(map.tests.map(({ file }) => file))
  const tests = [...map.tests]
  const near: Record<string, number[]> = {}
  for (const file of mutantTests().filter((each) => !known.has(each))) {
    const at = tests.push({ file, digest: '', seconds, passed: true }) - 1
    for (const path of paths) if (nearness(path, file) >= NEAR) (near[path] ??= []).push(at)
  }
  return { tests, ran: map.ran, near }
}

/** Runs test files over instrumented sources. */
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
    writeFileSync(join(root, path), reportRuns(text, functions, keys.length))
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

/** Both maps in one, the newer one first; test files that are gone are left out. */
export function mergeMaps(older: TestMap, newer: TestMap, present: ReadonlySet<string>): TestMap {
  const tests = [...newer.tests]
  const ran: TestMap['ran'] = {}
  for (const [key, places] of Object.entries(newer.ran)) ran[key] = [...places]
  const names = new Set(newer.tests.map(({ file }) => file))
  const moved = older.tests.map((test) =>
    present.has(test.file) && !names.has(test.file) ? tests.push(test) - 1 : null,
  )
  for (const [key, places] of Object.entries(older.ran)) {
    const kept = places.flatMap((place) => moved[place] ?? [])
    if (kept.length > 0) ran[key] = [...(ran[key] ?? []), ...kept]
  }
  return { tests, ran }
}
