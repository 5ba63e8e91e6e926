import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '#shared/errors/index.ts'
import { backoff } from '#shared/util/backoff.ts'
import type { BackendLauncher, BackendProcess } from '../ports.ts'
import type { Logger } from '../types.ts'
import { launchServer, runCommand } from './launch.ts'
import { isAlive, readRecord, removeRecord, writeRecord, type BackendRecord } from './record.ts'

export interface Backend {
  /** Where the built-in server listens, or did last; '' before its first start. */
  baseUrl(): string
  /** Of its process; 0 while none runs. */
  pid(): Promise<number>
  /** Resolves once the server answers: started here, or joined because another instance runs it. */
  ensure(): Promise<void>
  /** A short-lived token for the documented auto-login call. @param username without one, the administrator */
  token(username?: string): Promise<string>
  /** Ends the server if this instance started it. */
  close(): Promise<void>
}

/** ms */
const PAUSES = { first: 200, longest: 5000 }
/** Attempts of one ensure(), about ten seconds, before the user is told: the data may be in another instance's hands. */
const TRIES = 6
const WATCH_EVERY = 1000
/** A server that stays up this long counts as healthy. */
const STEADY = 10_000

/**
 * The built-in server, in a process of its own: started on demand, watched and restarted when it dies. One server per
 * data folder: a second instance finds it through backend.json and takes over only when that one is gone.
 */
export function createBackend(deps: {
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
}): Backend {
  const { log, launcher } = deps
  const serverDir = join(deps.dataDir, 'server')
  const recordPath = join(deps.dataDir, 'backend.json')
  const nonce = randomUUID()
  const closing = new AbortController()
  let url = ''
  let ownProcess: BackendProcess | null = null
  let starting: Promise<void> | null = null
  let running = false
  let startedAt = 0
  let failures = 0

  const joinRunning = async (known: BackendRecord | null): Promise<boolean> => {
    if (!known || !isAlive(known.pid)) return false
    const there = `http://127.0.0.1:${known.port}/`
    if (!(await deps.answers(there))) return false
    url = there
    return true
  }
  const launch = async (port: number): Promise<void> => {
    const { signal } = closing
    const started = await launchServer({
      launcher,
      dataDir: serverDir,
      port,
      environment: await deps.environment(),
      print: deps.print,
      log,
      signal,
    })
    ownProcess = started.process
    url = `http://127.0.0.1:${started.url.port}/`
    await writeRecord(recordPath, { port: Number(started.url.port), pid: ownProcess.pid ?? 0, nonce })
    log.info('server started', { url, pid: ownProcess.pid })
    void ownProcess.exited.then((code) => {
      if (!signal.aborted) deps.onCrash?.(new Error(`server ended with code ${code ?? 'none'}`), started.tail)
      return lost('server ended', { code })
    })
  }
  /** The server is gone: back to work, with growing pauses while it does not stay up, until this instance closes. */
  const lost = async (text: string, facts: Record<string, unknown>): Promise<void> => {
    ownProcess = null
    running = false
    failures = Date.now() - startedAt < STEADY ? failures + 1 : 0
    while (!closing.signal.aborted && !running) {
      log.warn(text, { ...facts, failures })
      try {
        if (failures > 0) await delay(backoff(failures + 1, PAUSES), undefined, { signal: closing.signal })
        await ensure()
      } catch (error) {
        failures += 1
        log.error('server not restarted', { error })
      }
    }
  }
  const watchJoined = async (): Promise<void> => {
    const { signal } = closing
    while (!signal.aborted && (await deps.answers(url))) await delay(WATCH_EVERY, undefined, { signal })
    void lost('the joined server is gone', { url })
  }
  const start = async (): Promise<void> => {
    await mkdir(serverDir, { recursive: true, mode: 0o700 })
    for (let attempt = 1; ; attempt++) {
      if (closing.signal.aborted) throw new AppError('cancelled', '程序正在退出')
      const known = await readRecord(recordPath)
      if (await joinRunning(known)) {
        log.info('joined a running server', { url })
        watchJoined().catch(() => undefined)
        break
      }
      try {
        await launch(known?.port ?? 0)
        break
      } catch (error) {
        // Another instance may be starting or stopping on the same data, so it is tried again after a pause.
        log.warn('server start failed', { error })
        if (attempt === TRIES) throw error
        await delay(backoff(attempt, PAUSES), undefined, { signal: closing.signal })
      }
    }
    running = true
    startedAt = Date.now()
  }
  const ensure = (): Promise<void> => {
    if (running) return Promise.resolve()
    starting ??= start().finally(() => (starting = null))
    return starting
  }

  return {
    baseUrl: () => url,
    pid: async () => ownProcess?.pid ?? (running ? ((await readRecord(recordPath))?.pid ?? 0) : 0),
    ensure,
    token(username) {
      const user = username === undefined ? [] : [`--user=${username}`]
      return runCommand(launcher, ['token', '--data', serverDir, ...user])
    },
    async close() {
      closing.abort()
      await starting?.catch(() => undefined)
      // The abort signal has already told it to stop.
      const process = ownProcess
      if (!process) return
      await process.exited
      await removeRecord(recordPath, nonce)
    },
  }
}
