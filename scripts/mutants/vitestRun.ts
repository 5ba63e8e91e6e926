import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { z } from 'zod'
import { ORDER_ENV, ROOT_ENV } from './settings.ts'

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
})

/** Result of a test file. */
export interface FileResult {
  /** Relative to the copy. */
  file: string
  passed: boolean
  seconds: number
  /** The first failed test and its message; empty when all passed. */
  failure: string
}

export interface VitestRun {
  code: number | null
  isTimedOut: boolean
  files: FileResult[]
  output: string
}

export interface VitestOptions {
  /** The copy of the sources. */
  root: string
  files: readonly string[]
  env: Readonly<Record<string, string>>
  workers: number
  /** Stop at the first failed test. */
  bail: boolean
  limitSeconds: number
}

/** Runs test files in a copy of the sources, in the given order. The time limit ends the whole process group. */
export async function runVitest({ root, files, env, workers, bail, limitSeconds }: VitestOptions): Promise<VitestRun> {
  const results = join(root, 'test-results', `mutants-${performance.now()}.json`)
  const args = [
    'run',
    '--config',
    'scripts/mutants.config.ts',
    `--maxWorkers=${workers}`,
    ...(bail ? ['--bail=1'] : []),
  ]
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), ...args, '--reporter=json', `--outputFile=${results}`, ...files],
    {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PATH: [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env.PATH ?? ''].join(delimiter),
        SITECRAFT_TESTS: 'main',
        [ROOT_ENV]: root,
        [ORDER_ENV]: JSON.stringify(bail ? files : []),
        ...env,
      },
    },
  )
  const endGroup = (): void => void (child.pid && killGroup(child.pid))
  process.once('exit', endGroup)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-20_000)))
  }
  let isTimedOut = false
  const timer = setTimeout(() => {
    isTimedOut = true
    endGroup()
  }, limitSeconds * 1000)
  const code = await new Promise<number | null>((resolve) => child.once('exit', (status) => resolve(status)))
  clearTimeout(timer)
  // Servers that the tests started may outlive a killed vitest.
  endGroup()
  process.off('exit', endGroup)
  return { code, isTimedOut, output, files: existsSync(results) ? readReport(results, root) : [] }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended.
  }
}

function readReport(path: string, root: string): FileResult[] {
  return report.parse(JSON.parse(readFileSync(path, 'utf8'))).testResults.map((result) => {
    const failed = result.assertionResults.find(({ status }) => status === 'failed')
    const message = failed ? `${failed.fullName}: ${failed.failureMessages?.[0] ?? ''}` : result.message
    const passed = result.status === 'passed'
    return {
      file: result.name.slice(root.length + 1).replaceAll('\\', '/'),
      passed,
      seconds: Math.max(0, result.endTime - result.startTime) / 1000,
      failure: passed ? '' : message.slice(0, 600),
    }
  })
}
