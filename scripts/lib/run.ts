import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { ROOT } from '../start/root.ts'

export interface RunResult {
  code: number
  /** stdout and stderr in order of arrival; empty if they went to the terminal. */
  output: string
  seconds: number
}

/** PATH with the Node of this script first, then the tools of node_modules. */
const toolPath = (): string =>
  [dirname(process.execPath), join(ROOT, 'node_modules/.bin'), process.env.PATH ?? ''].join(delimiter)

/**
 * Runs a program to its end, in the repository's folder.
 * @param options.show true: the output goes to the terminal; false: it is collected
 */
export function run(
  program: string,
  args: readonly string[],
  options: { show?: boolean; env?: Record<string, string> } = {},
): Promise<RunResult> {
  const began = performance.now()
  const env = { ...process.env, PATH: toolPath(), ...options.env }
  const child = spawn(program, args, {
    cwd: ROOT,
    env,
    stdio: options.show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => {
    const end = (code: number, note = '') =>
      resolve({ code, output: output + note, seconds: (performance.now() - began) / 1000 })
    child.on('error', (error) => end(127, `${program}: ${error.message}\n`))
    child.on('close', (code, signal) => end(code ?? 1, signal ? `${program} ended by ${signal}\n` : ''))
  })
}
