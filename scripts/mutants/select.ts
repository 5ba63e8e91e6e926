import { resolveImport } from '../quality/layers.ts'
import type { SourceFile } from '../quality/source.ts'
import type { TestMap } from './map.ts'
import { nearness } from './nearness.ts'

/** A position in the sources: a file, and the function in it; null at the top level. */
export interface SourcePosition {
  path: string
  functionName: string | null
}

/**
 * Below this number of tests that run a function, adds tests of its file and its importers: the function may have run
 * when they were loaded.
 */
const MIN_TESTS = 8
/** Seconds of test time that are worth one step of nearness. */
const SECONDS_PER_STEP = 4

/** The importers of each file: file → files that import it. */
export function importersOf(files: readonly SourceFile[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const file of files) {
    for (const { specifier, typeOnly } of file.imports) {
      const target = typeOnly ? null : resolveImport(file.path, specifier)
      if (target) found.set(target, [...(found.get(target) ?? []), file.path])
    }
  }
  return found
}

/** Chooses the tests of a position with indexes over the map. */
export class TestChooser {
  readonly #tests
  readonly #byFunction
  readonly #byFile = new Map<string, Set<number>>()
  readonly #importers
  readonly #near

  constructor(map: TestMap, importers: ReadonlyMap<string, readonly string[]>) {
    this.#tests = map.tests
    this.#byFunction = map.ran
    this.#importers = importers
    this.#near = map.near ?? {}
    for (const [key, tests] of Object.entries(map.ran)) {
      const path = key.slice(0, key.indexOf('#'))
      const all = this.#byFile.get(path) ?? new Set()
      this.#byFile.set(path, all)
      for (const test of tests) all.add(test)
    }
  }

  /**
   * Whether a test may run this function. Unknown, and therefore true, at the top level of a file and with unmeasured
   * tests.
   */
  mayRun({ path, functionName }: SourcePosition): boolean {
    const isKnown = functionName !== null && !this.#near[path]
    return !isKnown || (this.#byFunction[`${path}#${functionName}`]?.length ?? 0) > 0
  }

  /**
   * The test files for a position, nearest first, as many as fit into the time budget; at least one if there is any.
   */
  choose(position: SourcePosition, budgetSeconds: number): { files: string[]; seconds: number } {
    const files: string[] = []
    let seconds = 0
    for (const test of this.#inOrder(position)) {
      if (files.length > 0 && seconds + test.seconds > budgetSeconds) continue
      files.push(test.file)
      seconds += test.seconds
    }
    return { files, seconds }
  }

  #inOrder({ path, functionName }: SourcePosition): TestMap['tests'] {
    const own = functionName === null ? [] : (this.#byFunction[`${path}#${functionName}`] ?? [])
    const first = this.#rank(path, [...own, ...(this.#near[path] ?? [])])
    if (first.length >= MIN_TESTS) return first
    const around = [...this.#around(path), ...(functionName === null ? this.#importing(path) : [])]
    const more = this.#rank(path, new Set(around)).filter((test) => !first.includes(test))
    return [...first, ...(functionName === null ? more : more.slice(0, MIN_TESTS - first.length))]
  }

  /** Tests that run any function of the file; if there are none, of its importers, then of their importers. */
  #around(path: string): Set<number> {
    let files = [path]
    const known = new Set(files)
    const isTest = (file: string): number => this.#tests.findIndex((test) => test.file === file)
    for (let step = 0; step < 4 && files.length > 0; step++) {
      const found = new Set(files.flatMap((file) => [...(this.#byFile.get(file) ?? [])]))
      const importing = files.flatMap((file) => this.#importers.get(file) ?? []).filter((file) => !known.has(file))
      for (const at of importing.map(isTest)) if (at >= 0) found.add(at)
      if (found.size > 0) return found
      for (const file of importing) known.add(file)
      files = importing
    }
    return new Set()
  }

  /**
   * Tests that import the file, also indirectly: code that runs on loading is recorded only for the first test of a
   * worker that loads it.
   */
  #importing(path: string): Set<number> {
    const found = new Set<number>()
    const known = new Set([path])
    let files = [path]
    for (let step = 0; step < 4; step++) {
      files = files.flatMap((file) => this.#importers.get(file) ?? []).filter((file) => !known.has(file))
      for (const file of files) {
        known.add(file)
        const at = this.#tests.findIndex((test) => test.file === file)
        if (at >= 0) found.add(at)
      }
    }
    return found
  }

  #rank(path: string, indexes: Iterable<number>): TestMap['tests'] {
    const order = (test: TestMap['tests'][number]): number =>
      nearness(path, test.file) - test.seconds / SECONDS_PER_STEP
    return [...indexes]
      .flatMap((at) => this.#tests[at] ?? [])
      .filter(({ passed }) => passed)
      .toSorted((a, b) => order(b) - order(a))
  }
}
