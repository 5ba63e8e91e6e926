import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { run } from '../lib/run.ts'
import { ROOT } from '../start/root.ts'
import { TestEnvironment } from './environment.ts'
import { applyEdit, type Mutant } from './sample.ts'
import { copySources } from './scratch.ts'
import { type FileResult, runVitest } from './vitestRun.ts'

/** Outcome of a mutant. Only `survived` means that something is untested. */
export interface Outcome {
  state: 'killed' | 'timed out' | 'refused by the types' | 'survived'
  /** The test that failed, or why none did. */
  note: string
  seconds: number
}

/**
 * Whether only the mutation can explain the failure. Any other failure runs again: a timeout, or a folder that is not
 * empty yet, may come from a busy machine.
 */
const isCertain = (failure: string): boolean =>
  failure.includes('AssertionError') && !/timed? ?out|timeout/i.test(failure)

/** A copy of the sources in which mutants are tried one after the other. */
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
   * @param seconds their duration without a mutation
   */
  async try(mutant: Mutant, files: readonly string[], seconds: number): Promise<Outcome> {
    const began = performance.now()
    const took = (): number => (performance.now() - began) / 1000
    return this.#with(mutant, async () => {
      let remaining = files
      while (remaining.length > 0) {
        const failed = await this.#firstFailure(remaining, seconds)
        if (failed === null) break
        if (failed === 'timed out')
          return { state: 'timed out', note: `longer than ${timeoutSeconds(seconds)} s`, seconds: took() }
        // An error outside of tests cannot be attributed to a file.
        const suspects = failed.file === '' ? remaining : [failed.file]
        const again = isCertain(failed.failure) ? failed : await this.#firstFailure(suspects, seconds)
        if (again !== null) return { state: 'killed', note: `${failed.file} > ${failed.failure}`, seconds: took() }
        remaining = remaining.slice(remaining.indexOf(suspects.at(-1) ?? '') + 1)
      }
      return { state: 'survived', note: `${files.length} test files passed`, seconds: took() }
    })
  }

  /**
   * The mutants that TypeScript rejects, with the first message. Mutants of different files are compiled together,
   * because most are accepted; if an error is in another file, they are compiled one by one. Errors that exist without
   * a mutant are ignored.
   */
  async typeErrors(mutants: readonly Mutant[]): Promise<Map<Mutant, string>> {
    const found = new Map<Mutant, string>()
    if (mutants.length === 0) return found
    const baseline = new Set((await this.#compile([])).map(withoutPosition))
    const compile = async (group: readonly Mutant[]): Promise<string[]> =>
      (await this.#compile(group)).filter((error) => !baseline.has(withoutPosition(error)))
    for (const group of groupByDistinctFiles(mutants)) {
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
    const env = await this.#environment.reset()
    const ran = await runVitest({
      root: this.#root,
      files,
      env,
      workers: 1,
      bail: true,
      limitSeconds: timeoutSeconds(seconds),
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

  /** TypeScript's errors for the whole program with all these mutants, one line each. */
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

/** Removes line and column, because a mutation moves the following lines. */
const withoutPosition = (error: string): string => error.replace(/\(\d+,\d+\)/, '')

/** Splits the mutants into as few groups as possible without a common file. */
function groupByDistinctFiles(mutants: readonly Mutant[]): Mutant[][] {
  const groups: Mutant[][] = []
  for (const mutant of mutants) {
    const free = groups.find((group) => group.every(({ path }) => path !== mutant.path))
    if (free) free.push(mutant)
    else groups.push([mutant])
  }
  return groups
}

/**
 * Time limit of a run, which ends endless loops; other runs on the same machine may make everything several times
 * slower.
 */
const timeoutSeconds = (seconds: number): number => Math.round(seconds * 6 + 120)
