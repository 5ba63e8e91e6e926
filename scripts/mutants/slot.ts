import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../lib/run.ts'
import { TestEnvironment } from './environment.ts'
import { applyEdit, type Layer, type Mutant } from './sample.ts'
import { copySources } from './scratch.ts'
import { type FileResult, runVitest } from './vitestRun.ts'

/** How a mutant ended. Only `survived` says that something is not tested. */
export interface Outcome {
  state: 'killed' | 'timed out' | 'refused by the types' | 'survived'
  /** The test that failed, or why none did. */
  note: string
  seconds: number
}

/** A test may wait for what the mutation never lets happen; it then says so. On a busy machine it says so without one as well. */
const LATE = /timed? ?out|timeout/i

/** Configurations of TypeScript that see a change of a layer. */
const TYPES: Record<Layer, readonly string[]> = {
  'src/main/services': ['services'],
  'src/server/areas': ['server'],
  'src/server': ['server'],
  'src/shared': ['shared', 'server', 'services', 'renderer'],
  'src/renderer': ['renderer'],
  'src/engine': ['shared', 'server'],
  'src/cli': ['services'],
}

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
        const again = LATE.test(failed.failure) ? await this.#firstFailure([failed.file], seconds) : failed
        if (again !== null) return { state: 'killed', note: `${failed.file} > ${failed.failure}`, seconds: took() }
        left = left.slice(left.indexOf(failed.file) + 1)
      }
      return { state: 'survived', note: `${files.length} test files passed`, seconds: took() }
    })
  }

  /** Does TypeScript refuse the mutant? Answers its first message. */
  async typeError(mutant: Mutant): Promise<string | null> {
    return this.#with(mutant, async () => {
      for (const name of TYPES[mutant.layer]) {
        const state = ['--incremental', '--tsBuildInfoFile', join(this.#root, `test-results/${name}.tsbuildinfo`)]
        const ran = await run('tsc', [
          '-p',
          join(this.#root, 'tsconfig', `${name}.json`),
          '--pretty',
          'false',
          ...state,
        ])
        if (ran.code !== 0) return ran.output.split('\n')[0] ?? ''
      }
      return null
    })
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
      file: files.at(-1) ?? '',
      passed: false,
      seconds: 0,
      failure: `outside of tests: ${ran.output.slice(-500)}`,
    }
    return ran.code === 0 ? null : unhandled
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

/** What a mutant makes endless is ended; other runs on the same machine may make everything twice as slow. */
const limitOf = (seconds: number): number => Math.round(seconds * 3 + 60)
