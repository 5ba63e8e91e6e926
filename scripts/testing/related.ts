import { completeMap, isMutable, mutantTests, readMap } from '../mutants/map.ts'
import { importersOf, TestChooser } from '../mutants/select.ts'
import type { SourceFile } from '../quality/source.ts'

/** Time budget of the tests in a check, in seconds, on an idle machine. */
const BUDGET_SECONDS = 8

/**
 * Chooses the tests for changed files: changed tests, then the nearest tests that run the changed sources, according to
 * the map of `npm run mutants`, or without a map by imports.
 */
export function chooseRelated(changed: readonly string[], sources: readonly SourceFile[]): string[] {
  const tests = mutantTests()
  const sourcePaths = changed.filter(isMutable)
  const map = completeMap(readMap(), sourcePaths)
  const chooser = new TestChooser(map, importersOf(sources))
  const edited = changed.filter((path) => /\.test\.tsx?$/.test(path))
  const chosen = sourcePaths.flatMap(
    (path) => chooser.choose({ path, functionName: null }, BUDGET_SECONDS / sourcePaths.length).files,
  )
  const present = new Set(tests)
  return [...new Set([...edited, ...chosen.filter((file) => present.has(file))])]
}
