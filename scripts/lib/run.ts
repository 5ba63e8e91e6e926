import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { ROOT } from '../start/root.ts'

export interface Ran {
  code: number
  /** stdout and stderr as they came; empty when they went to the terminal. */
  output: string
  seconds: number
}

/** The tools of node_modules first, and before them the Node that runs this script. */
const toolPath = (): string =>
  [dirname(process.execPath), join(ROOT, 'node_modules/.bin'), process.env.PATH ?? ''].join(delimiter)

/**
 * Runs a program to its end, in the repository's folder.
 * @param show true: its output goes straight to the terminal. false: it is collected.
 */
export function run(
  program: string,
  args: readonly string[],
  options: { show?: boolean; env?: Record<string, string> } = {},
): Promise<Ran> {
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
