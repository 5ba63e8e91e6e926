import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '#shared/errors/index.ts'
import { backoff } from '#shared/util/backoff.ts'
import type { BackendLauncher, BackendProcess } from '../ports.ts'
import type { Logger } from '../types.ts'
import { launchServer, runCommand } from './launch.ts'
import { isAlive, listening, ProcessRecord } from '../processRecord.ts'

/** ms */
const PAUSES = { first: 200, longest: 5000 }
/** Attempts of one ensure(), about ten seconds, before the user is told: the data may be in another instance's hands. */
const TRIES = 6
const WATCH_EVERY = 1000
/** A server that stays up this long counts as healthy. */
const STEADY = 10_000

/** Which server process serves a data folder: how a second instance finds and joins it, and the port to use again. */
const backendRecord = listening.extend({ nonce: z.string() })
type BackendRecord = z.output<typeof backendRecord>

interface BackendDeps {
  dataDir: string
  launcher: BackendLauncher
  /** Does our own server answer at this address? */
  answers: (baseUrl: string) => Promise<boolean>
  /** Variables of its environment: how its own requests go out. */
  environment: () => Promise<Record<string, string>>
  print: (line: string) => void
  /** A server of this instance ended though nobody ended it. @param tail its last lines */
  onCrash?: (error: Error, tail: readonly string[]) => void
  log: Logger
}

/**
 * The built-in server, in a process of its own: started on demand, watched and restarted when it dies. One server per
 * data folder: a second instance finds it through backend.json and starts its own only when that one is gone.
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

  /** Where the built-in server listens, or did last; '' before its first start. */
  baseUrl(): string {
    return this.#url
  }

  /** Of its process; 0 while none runs. */
  async pid(): Promise<number> {
    return this.#ownProcess?.pid ?? (this.#isRunning ? ((await this.#record.read())?.pid ?? 0) : 0)
  }

  /** Resolves once the server answers: started here, or joined because another instance runs it. */
  ensure(): Promise<void> {
    if (this.#isRunning) return Promise.resolve()
    this.#starting ??= this.#start().finally(() => (this.#starting = null))
    return this.#starting
  }

  /** A short-lived token for the documented auto-login call. @param username without one, the administrator */
  token(username?: string): Promise<string> {
    const user = username === undefined ? [] : [`--user=${username}`]
    return runCommand(this.#deps.launcher, ['token', '--data', this.#serverDir, ...user])
  }

  /** Ends the server if this instance started it. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#starting?.catch(() => undefined)
    // The abort signal has already told it to stop.
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
        // Another instance may be starting or stopping on the same data, so it is tried again after a pause.
        log.warn('server start failed', { error })
        if (attempt === TRIES) throw error
        await delay(backoff(attempt, PAUSES), undefined, { signal })
      }
    }
    this.#isRunning = true
    this.#startedAt = Date.now()
  }

  async #join(known: BackendRecord | null): Promise<boolean> {
    if (!known || !isAlive(known.pid)) return false
    const url = `http://127.0.0.1:${known.port}/`
    if (!(await this.#deps.answers(url))) return false
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

  /** The server is gone: started again, with growing pauses while it does not stay up, until this instance closes. */
  async #restart(text: string, facts: Record<string, unknown>): Promise<void> {
    const { log } = this.#deps
    const { signal } = this.#closing
    this.#ownProcess = null
    this.#isRunning = false
    this.#failures = Date.now() - this.#startedAt < STEADY ? this.#failures + 1 : 0
    while (!signal.aborted && !this.#isRunning) {
      log.warn(text, { ...facts, failures: this.#failures })
      try {
        if (this.#failures > 0) await delay(backoff(this.#failures + 1, PAUSES), undefined, { signal })
        await this.ensure()
      } catch (error) {
        this.#failures += 1
        log.error('server not restarted', { error })
      }
    }
  }

  async #watchJoined(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted && (await this.#deps.answers(this.#url))) await delay(WATCH_EVERY, undefined, { signal })
    void this.#restart('the joined server is gone', { url: this.#url })
  }
}
