import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { run } from '../lib/run.ts'
import { ROOT } from '../start/root.ts'
import { TestEnvironment } from './environment.ts'
import { applyEdit, type Mutant } from './sample.ts'
import { copySources } from './scratch.ts'
import { type FileResult, runVitest } from './vitestRun.ts'

/** How a mutant ended. Only `survived` says that something is not tested. */
export interface Outcome {
  state: 'killed' | 'timed out' | 'refused by the types' | 'survived'
  /** The test that failed, or why none did. */
  note: string
  seconds: number
}

/**
 * A failure that the mutation alone explains. Another one runs once more: a test that is late, or a folder that is not empty yet, also
 * comes from a busy machine.
 */
const isCertain = (failure: string): boolean =>
  failure.includes('AssertionError') && !/timed? ?out|timeout/i.test(failure)

/** A copy of the sources in which one mutant after the other is tried. */
export class Slot {
  readonly #root: string
  readonly #environment: TestEnvironment

  private constructor(root: string, environment: TestEnvironment) {
    this.#root = root
    this.#environment = environment
  }

  static async open(name: string): Promise<Slot> {
    return new Slot(copySources(name), await TestEnvironment.start())
  }

  /**
   * Runs test files, nearest first, until one fails.
   * @param seconds how long they take without a mutation
   */
  async try(mutant: Mutant, files: readonly string[], seconds: number): Promise<Outcome> {
    const began = performance.now()
    const took = (): number => (performance.now() - began) / 1000
    return this.#with(mutant, async () => {
      let left = files
      while (left.length > 0) {
        const failed = await this.#firstFailure(left, seconds)
        if (failed === null) break
        if (failed === 'timed out')
          return { state: 'timed out', note: `longer than ${limitOf(seconds)} s`, seconds: took() }
        // An error outside of the tests belongs to none of the files.
        const suspects = failed.file === '' ? left : [failed.file]
        const again = isCertain(failed.failure) ? failed : await this.#firstFailure(suspects, seconds)
        if (again !== null) return { state: 'killed', note: `${failed.file} > ${failed.failure}`, seconds: took() }
        left = left.slice(left.indexOf(suspects.at(-1) ?? '') + 1)
      }
      return { state: 'survived', note: `${files.length} test files passed`, seconds: took() }
    })
  }

  /**
   * Which of these mutants TypeScript refuses, with its first message. Those of different files are compiled together, because most
   * are refused by nothing; one whose error shows in another file is compiled alone. Errors that are there without a mutant say nothing.
   */
  async typeErrors(mutants: readonly Mutant[]): Promise<Map<Mutant, string>> {
    const found = new Map<Mutant, string>()
    if (mutants.length === 0) return found
    const known = new Set((await this.#compile([])).map(withoutPlace))
    const compile = async (some: readonly Mutant[]): Promise<string[]> =>
      (await this.#compile(some)).filter((error) => !known.has(withoutPlace(error)))
    for (const group of inDifferentFiles(mutants)) {
      const errors = await compile(group)
      const own = (mutant: Mutant): string | undefined => errors.find((error) => error.startsWith(`${mutant.path}(`))
      const isElsewhere = errors.some((error) => !group.some(({ path }) => error.startsWith(`${path}(`)))
      for (const mutant of group) {
        const error = own(mutant) ?? (isElsewhere ? (await compile([mutant]))[0] : undefined)
        if (error) found.set(mutant, error)
      }
    }
    return found
  }

  async close(): Promise<void> {
    await this.#environment.stop()
  }

  async #firstFailure(files: readonly string[], seconds: number): Promise<FileResult | 'timed out' | null> {
    const env = await this.#environment.renew()
    const ran = await runVitest({
      root: this.#root,
      files,
      env,
      workers: 1,
      bail: true,
      limitSeconds: limitOf(seconds),
    })
    if (ran.isTimedOut) return 'timed out'
    const failed = ran.files.find(({ passed }) => !passed)
    if (failed) return failed
    const unhandled = {
      file: '',
      passed: false,
      seconds: 0,
      failure: `outside of tests: ${ran.output.slice(-500)}`,
    }
    return ran.code === 0 ? null : unhandled
  }

  /** What TypeScript says of the whole program with all these mutations at once, one line each. */
  async #compile(mutants: readonly Mutant[]): Promise<string[]> {
    const [mutant, ...others] = mutants
    if (mutant) return this.#with(mutant, () => this.#compile(others))
    const state = ['--incremental', '--tsBuildInfoFile', join(this.#root, 'test-results/types.tsbuildinfo')]
    const args = ['-p', join(this.#root, 'tsconfig/tests.json'), '--pretty', 'false', '--checkers', '1', ...state]
    const { code, output } = await run('tsc', args)
    const lines = output.split('\n').map((line) => line.replace(`${relative(ROOT, this.#root)}/`, ''))
    return code === 0 ? [] : lines.filter((line) => /: error TS\d+/.test(line))
  }

  async #with<T>(mutant: Mutant, task: () => Promise<T>): Promise<T> {
    const file = join(this.#root, mutant.path)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, applyEdit(text, mutant))
    try {
      return await task()
    } finally {
      writeFileSync(file, text)
    }
  }
}

/** A mutation moves the lines behind it. */
const withoutPlace = (error: string): string => error.replace(/\(\d+,\d+\)/, '')

/** As few groups as possible of mutants that do not share a file. */
function inDifferentFiles(mutants: readonly Mutant[]): Mutant[][] {
  const groups: Mutant[][] = []
  for (const mutant of mutants) {
    const free = groups.find((group) => group.every(({ path }) => path !== mutant.path))
    if (free) free.push(mutant)
    else groups.push([mutant])
  }
  return groups
}

/** What a mutant makes endless is ended; other runs on the same machine may make everything several times as slow. */
const limitOf = (seconds: number): number => Math.round(seconds * 6 + 120)
