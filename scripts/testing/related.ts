import { isMutable, mutantTests, readMap, type TestMap } from '../mutants/map.ts'
import { importersOf, TestChooser } from '../mutants/select.ts'
import type { SourceFile } from '../quality/source.ts'

/** Seconds of tests that a check may take, when nothing else runs. */
const BUDGET_SECONDS = 12
/** What a test file takes that was never measured. */
const USUAL_SECONDS = 2

/**
 * The tests of changed files: those that changed themselves, then the nearest that run the changed sources, by the map that
 * `npm run mutants` keeps, or without one by the imports.
 */
export function chooseRelated(changed: readonly string[], sources: readonly SourceFile[]): string[] {
  const tests = mutantTests()
  const known = readMap()
  const isKnown = new Set(known.tests.map(({ file }) => file))
  const others = tests
    .filter((file) => !isKnown.has(file))
    .map((file) => ({ file, digest: '', seconds: USUAL_SECONDS, passed: true }))
  const map: TestMap = { tests: [...known.tests, ...others], ran: known.ran }
  const chooser = new TestChooser(map, importersOf(sources))
  const edited = changed.filter((path) => /\.test\.tsx?$/.test(path))
  const places = changed.filter(isMutable)
  const chosen = places.flatMap(
    (path) => chooser.choose({ path, functionName: null }, BUDGET_SECONDS / places.length).files,
  )
  const present = new Set(tests)
  return [...new Set([...edited, ...chosen.filter((file) => present.has(file))])]
}
