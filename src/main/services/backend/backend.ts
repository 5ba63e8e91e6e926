import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '#shared/errors/index.ts'
import { backoffMs } from '#shared/util/backoff.ts'
import type { BackendLauncher, BackendProcess } from '../ports.ts'
import type { Logger } from '../types.ts'
import { launchServer, runCommand } from './launch.ts'
import { isAlive, listeningProcess, ProcessRecord } from '../dataFolder/processRecord.ts'

/** Delays between restarts, ms. */
const RESTART_DELAYS = { first: 200, longest: 5000 }
/** Attempts of one ensure(), about ten seconds, before an error: another instance may be using the data. */
const MAX_TRIES = 6
const WATCH_EVERY = 1000
/** ms. A server that runs this long counts as healthy. */
const STABLE_MS = 10_000

/** The server process of a data folder, so that a second instance can find and join it, and the port to reuse. */
const backendRecord = listeningProcess.extend({ nonce: z.string() })
type BackendRecord = z.output<typeof backendRecord>

interface BackendDeps {
  dataDir: string
  launcher: BackendLauncher
  /** Whether Sitecraft's own server responds at this address. */
  isResponding: (baseUrl: string) => Promise<boolean>
  /** Environment variables for the server process: its proxy settings. */
  environment: () => Promise<Record<string, string>>
  print: (line: string) => void
  /** The server process ended unexpectedly. @param tail its last output lines */
  onCrash?: (error: Error, tail: readonly string[]) => void
  log: Logger
}

/**
 * The built-in server, in its own process: started on demand, monitored, and restarted when it dies. There is one
 * server per data folder: a second instance finds it through backend.json and starts its own only if that one is gone.
 */
export class Backend {
  readonly #deps: BackendDeps
  readonly #serverDir: string
  readonly #record: ProcessRecord<BackendRecord>
  readonly #nonce = randomUUID()
  readonly #closing = new AbortController()
  #url = ''
  #ownProcess: BackendProcess | null = null
  #starting: Promise<void> | null = null
  #isRunning = false
  #startedAt = 0
  #failures = 0

  constructor(deps: BackendDeps) {
    this.#deps = deps
    this.#serverDir = join(deps.dataDir, 'server')
    this.#record = new ProcessRecord(deps.dataDir, 'backend.json', backendRecord)
  }

  /** The built-in server's current or last address; '' before its first start. */
  baseUrl(): string {
    return this.#url
  }

  /** The server's process id; 0 while none runs. */
  async pid(): Promise<number> {
    return this.#ownProcess?.pid ?? (this.#isRunning ? ((await this.#record.read())?.pid ?? 0) : 0)
  }

  /** Resolves once the server responds: started here, or joined because another instance runs it. */
  ensure(): Promise<void> {
    if (this.#isRunning) return Promise.resolve()
    this.#starting ??= this.#start().finally(() => (this.#starting = null))
    return this.#starting
  }

  /** A short-lived token for the documented auto-login call. @param username default: the administrator */
  token(username?: string): Promise<string> {
    const user = username === undefined ? [] : [`--user=${username}`]
    return runCommand(this.#deps.launcher, ['token', '--data', this.#serverDir, ...user])
  }

  /** Ends the server if this instance started it. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#starting?.catch(() => undefined)
    // The abort signal has already stopped the process.
    const process = this.#ownProcess
    if (!process) return
    await process.exited
    await this.#record.remove(({ nonce }) => nonce === this.#nonce)
  }

  async #start(): Promise<void> {
    const { log } = this.#deps
    const { signal } = this.#closing
    await mkdir(this.#serverDir, { recursive: true, mode: 0o700 })
    for (let attempt = 1; ; attempt++) {
      if (signal.aborted) throw new AppError('cancelled', '程序正在退出')
      const known = await this.#record.read()
      if (await this.#join(known)) {
        log.info('joined a running server', { url: this.#url })
        this.#watchJoined().catch(() => undefined)
        break
      }
      try {
        await this.#launch(known?.port ?? 0)
        break
      } catch (error) {
        // Another instance may be starting or stopping on the same data, so the start is retried after a delay.
        log.warn('server start failed', { error })
        if (attempt === MAX_TRIES) throw error
        await delay(backoffMs(attempt, RESTART_DELAYS), undefined, { signal })
      }
    }
    this.#isRunning = true
    this.#startedAt = Date.now()
  }

  async #join(known: BackendRecord | null): Promise<boolean> {
    if (!known || !isAlive(known.pid)) return false
    const url = `http://127.0.0.1:${known.port}/`
    if (!(await this.#deps.isResponding(url))) return false
    this.#url = url
    return true
  }

  async #launch(port: number): Promise<void> {
    const { launcher, print, log, environment, onCrash } = this.#deps
    const { signal } = this.#closing
    const started = await launchServer({
      launcher,
      dataDir: this.#serverDir,
      port,
      environment: await environment(),
      print,
      log,
      signal,
    })
    const { process } = started
    this.#ownProcess = process
    this.#url = `http://127.0.0.1:${started.url.port}/`
    await this.#record.write({ port: Number(started.url.port), pid: process.pid ?? 0, nonce: this.#nonce })
    log.info('server started', { url: this.#url, pid: process.pid })
    void process.exited.then((code) => {
      if (!signal.aborted) onCrash?.(new Error(`server ended with code ${code ?? 'none'}`), started.tail)
      return this.#restart('server ended', { code })
    })
  }

  /** Restarts the server after it ended, with growing delays while it keeps failing, until this instance closes. */
  async #restart(text: string, facts: Record<string, unknown>): Promise<void> {
    const { log } = this.#deps
    const { signal } = this.#closing
    this.#ownProcess = null
    this.#isRunning = false
    this.#failures = Date.now() - this.#startedAt < STABLE_MS ? this.#failures + 1 : 0
    while (!signal.aborted && !this.#isRunning) {
      log.warn(text, { ...facts, failures: this.#failures })
      try {
        if (this.#failures > 0) await delay(backoffMs(this.#failures + 1, RESTART_DELAYS), undefined, { signal })
        await this.ensure()
      } catch (error) {
        this.#failures += 1
        log.error('server not restarted', { error })
      }
    }
  }

  async #watchJoined(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted && (await this.#deps.isResponding(this.#url)))
      await delay(WATCH_EVERY, undefined, { signal })
    void this.#restart('the joined server is gone', { url: this.#url })
  }
}
