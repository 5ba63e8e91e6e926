import { completeMap, isMutable, mutantTests, readMap } from '../mutants/map.ts'
import { importersOf, TestChooser } from '../mutants/select.ts'
import type { SourceFile } from '../quality/source.ts'

/** Seconds of tests that a check may take, when nothing else runs. */
const BUDGET_SECONDS = 8

/**
 * The tests of changed files: those that changed themselves, then the nearest that run the changed sources, by the map that
 * `npm run mutants` keeps, or without one by the imports.
 */
export function chooseRelated(changed: readonly string[], sources: readonly SourceFile[]): string[] {
  const tests = mutantTests()
  const places = changed.filter(isMutable)
  const map = completeMap(readMap(), places)
  const chooser = new TestChooser(map, importersOf(sources))
  const edited = changed.filter((path) => /\.test\.tsx?$/.test(path))
  const chosen = places.flatMap(
    (path) => chooser.choose({ path, functionName: null }, BUDGET_SECONDS / places.length).files,
  )
  const present = new Set(tests)
  return [...new Set([...edited, ...chosen.filter((file) => present.has(file))])]
}
