import { type ChildProcess, fork as forkChild } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { record } from './record.ts'
import { checkOptions, platform, strict } from './strict.ts'

const CHILD = fileURLToPath(new URL('./utilityChild.ts', import.meta.url))
/** Between SIGTERM and SIGKILL. */
const TERMINATE_MS = 2000
/** Output that is read from its pipe takes its time; what comes with the exit is lost with the listeners. */
const PIPE_MS = 150

interface ForkOptions {
  env?: NodeJS.ProcessEnv
  execArgv?: string[]
  cwd?: string
  stdio?: string | string[]
  serviceName?: string
}

/**
 * As lib/browser/api/utility-process.ts has it: a process that lives until it exits or is killed, whose streams lose their
 * listeners at its exit, which has an id only while it runs, and on Windows is ended without a chance to do anything.
 */
class StandInUtilityProcess extends EventEmitter {
  #child: ChildProcess
  #pid: number | undefined
  stdout: PassThrough | null = null
  stderr: PassThrough | null = null
  #hasExited = false

  constructor(entry: string, args: string[], options: ForkOptions) {
    super()
    if (options.stdio === 'pipe') [this.stdout, this.stderr] = [new PassThrough(), new PassThrough()]
    // Electron unsets these where its nodeOptions fuse is off.
    const { NODE_OPTIONS: _options, NODE_EXTRA_CA_CERTS: _authorities, ...env } = options.env ?? process.env
    this.#child = forkChild(entry, args, {
      env,
      cwd: options.cwd,
      execArgv: ['--import', CHILD, ...(options.execArgv ?? [])],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced',
    })
    this.#child.once('spawn', () => {
      this.#pid = this.#child.pid
      this.emit('spawn')
    })
    this.#child.on('message', (message) => this.emit('message', message))
    this.#follow(this.#child.stdout, this.stdout)
    this.#follow(this.#child.stderr, this.stderr)
    this.#child.once('exit', (code) => this.#exit(code ?? 1))
    return strict(this, 'UtilityProcess')
  }

  #follow(from: NodeJS.ReadableStream | null, to: PassThrough | null): void {
    from?.on('data', (chunk: Buffer) => {
      if (to) setTimeout(() => to.write(chunk), PIPE_MS)
      else if (process.env['STAND_IN_VERBOSE']) process.stderr.write(chunk)
    })
  }

  #exit(code: number): void {
    this.#hasExited = true
    this.#pid = undefined
    try {
      this.emit('exit', code)
    } finally {
      for (const stream of [this.stdout, this.stderr]) stream?.removeAllListeners()
      this.stdout = null
      this.stderr = null
    }
  }

  get pid(): number | undefined {
    return this.#pid
  }
  postMessage(message: unknown): void {
    if (!this.#hasExited && this.#child.connected) this.#child.send(message as object)
  }
  kill(): boolean {
    if (this.#hasExited) return false
    record('utilityProcess.kill')
    if (platform === 'win32') return this.#child.kill('SIGKILL')
    const hard = setTimeout(() => this.#child.kill('SIGKILL'), TERMINATE_MS)
    this.#child.once('exit', () => clearTimeout(hard))
    return this.#child.kill('SIGTERM')
  }
}

export const utilityProcess = strict(
  {
    fork(entry: string, args: string[] = [], options: ForkOptions = {}) {
      checkOptions(options, 'ForkOptions', 'utilityProcess.fork')
      record('utilityProcess.fork', entry, args, options.serviceName)
      return new StandInUtilityProcess(entry, args, options)
    },
  },
  'UtilityProcess',
  { isClass: true, afterReady: 'all' },
)
