import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { ENTRIES } from '#tests/setup/entries.ts'
import { TestClient } from './client.ts'

export interface Ran {
  code: number | null
  stdout: string
  stderr: string
}

/** The server's own process, as a user or a host starts it. */
export class ServerProcess {
  readonly child: ChildProcess
  readonly exited: Promise<Ran>
  #stdout = ''
  #stderr = ''

  constructor(args: readonly string[], env: Record<string, string> = {}) {
    const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^SITECRAFT_|DATABASE/.test(name)))
    this.child = spawn(process.execPath, [ENTRIES.server, ...args], { env: { ...clean, ...env }, stdio: 'pipe' })
    this.child.stdout?.on('data', (chunk: Buffer) => (this.#stdout += chunk.toString()))
    this.child.stderr?.on('data', (chunk: Buffer) => (this.#stderr += chunk.toString()))
    this.exited = new Promise((resolve) =>
      this.child.once('close', (code) => resolve({ code, stdout: this.#stdout, stderr: this.#stderr })),
    )
  }

  /** Resolves with a client once it listens; rejects with its last words when it ends before. */
  async listening(): Promise<TestClient> {
    const url = new Promise<string>((resolve) => {
      if (!this.child.stdout) return
      createInterface(this.child.stdout).on('line', (line) => {
        const match = /^listening on (http:\S+)$/.exec(line)
        if (match?.[1]) resolve(match[1])
      })
    })
    const ended = this.exited.then(({ stderr }) => Promise.reject(new Error(`the server ended: ${stderr}`)))
    return new TestClient(await Promise.race([url, ended]))
  }

  get stderr(): string {
    return this.#stderr
  }
  get stdout(): string {
    return this.#stdout
  }

  async kill(signal: NodeJS.Signals): Promise<Ran> {
    this.child.kill(signal)
    return this.exited
  }
}

/** Runs a command of the server's entry to its end. */
export const runServer = (args: readonly string[], env?: Record<string, string>): Promise<Ran> =>
  new ServerProcess(args, env).exited
