import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '#shared/errors/index.ts'
import type { OpenTarget, ReleaseSupport, TargetConnection, TargetFile } from './target.ts'

/** How long a target may take. */
export interface Limits {
  /** For opening a connection, and for an answer without content. */
  answerMs: number
  /** A file that arrives more slowly is given up. */
  minBytesPerSecond: number
}

const LIMITS: Limits = { answerMs: 120_000, minBytesPerSecond: 4000 }
/** What was ended may clean up for so long. */
const SETTLE_MS = 2000

const slowError = (): AppError =>
  new AppError('timeout', '发布目标长时间没有响应或速度过慢，请检查网络和服务器后重试，再次发布会从中断处继续')

/** Connections of which each step ends: with its result, after a time limit, or when the signal is raised. For every kind of target. */
export const guarded =
  (open: OpenTarget, limits: Limits = LIMITS): OpenTarget =>
  async (signal) => {
    signal.throwIfAborted()
    const timer = AbortSignal.timeout(limits.answerMs)
    const opening = open(AbortSignal.any([signal, timer]))
    const ended = Promise.withResolvers<never>()
    const onAbort = (): void => ended.reject(signal.reason)
    const onSlow = (): void => ended.reject(slowError())
    signal.addEventListener('abort', onAbort, { once: true })
    timer.addEventListener('abort', onSlow, { once: true })
    try {
      return new GuardedConnection(await Promise.race([opening, ended.promise]), signal, limits)
    } catch (error) {
      // A connection that opens after all is not wanted any more.
      opening.then(
        (connection) => connection.close().catch(() => undefined),
        () => undefined,
      )
      throw error
    } finally {
      signal.removeEventListener('abort', onAbort)
      timer.removeEventListener('abort', onSlow)
    }
  }

class GuardedConnection implements TargetConnection {
  readonly releases?: ReleaseSupport
  readonly #inner: TargetConnection
  readonly #signal: AbortSignal
  readonly #limits: Limits
  readonly #running = new Set<(reason: Error) => void>()

  constructor(inner: TargetConnection, signal: AbortSignal, limits: Limits) {
    this.#inner = inner
    this.#signal = signal
    this.#limits = limits
    signal.addEventListener('abort', this.#endAll)
    if (inner.releases) this.releases = this.#guardReleases(inner.releases)
  }

  get parallel(): number {
    return this.#inner.parallel
  }

  write(path: string, open: () => Promise<Readable>, sizeBytes: number): Promise<void> {
    let source: Readable | undefined
    const opened = async (): Promise<Readable> => (source = await open())
    const limitMs = this.#limits.answerMs + (sizeBytes / this.#limits.minBytesPerSecond) * 1000
    // Without its source the write fails, so nothing arrives after the end.
    return this.#ends(
      () => this.#inner.write(path, opened, sizeBytes),
      limitMs,
      (reason) => source?.destroy(reason),
    )
  }

  read(path: string): Promise<Buffer | null> {
    return this.#ends(() => this.#inner.read(path))
  }

  remove(path: string): Promise<void> {
    return this.#ends(() => this.#inner.remove(path))
  }

  async removeLeftovers(): Promise<void> {
    await this.#ends(async () => this.#inner.removeLeftovers?.())
  }

  async *list(folder?: string): AsyncIterable<TargetFile> {
    const files = this.#inner.list(folder)[Symbol.asyncIterator]()
    for (;;) {
      const next = await this.#ends(() => files.next())
      if (next.done) return
      yield next.value
    }
  }

  async close(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#endAll)
    await Promise.race([this.#inner.close(), delay(SETTLE_MS)])
  }

  #guardReleases(inner: ReleaseSupport): ReleaseSupport {
    return {
      readLink: (path) => this.#ends(() => inner.readLink(path)),
      switchLink: (path, to) => this.#ends(() => inner.switchLink(path, to)),
      copyFile: (from, to) => this.#ends(() => inner.copyFile(from, to)),
      listFolders: (folder) => this.#ends(() => inner.listFolders(folder)),
      // Its time grows with the number of files; the deployment's own limit ends it.
      removeTree: (folder) => this.#ends(() => inner.removeTree(folder), null),
    }
  }

  readonly #endAll = (): void => {
    for (const end of this.#running) end(this.#signal.reason as Error)
  }

  /** @param limitMs null: no limit */
  async #ends<T>(
    work: () => Promise<T>,
    limitMs: number | null = this.#limits.answerMs,
    stop?: (reason: Error) => void,
  ): Promise<T> {
    this.#signal.throwIfAborted()
    const failure = Promise.withResolvers<never>()
    let isEnded = false
    const end = (reason: Error): void => {
      isEnded = true
      stop?.(reason)
      failure.reject(reason)
    }
    const timer = limitMs === null ? undefined : setTimeout(() => end(slowError()), limitMs)
    this.#running.add(end)
    const running = work()
    try {
      return await Promise.race([running, failure.promise])
    } catch (error) {
      if (isEnded) {
        void this.#inner.close().catch(() => undefined)
        await Promise.race([running.catch(() => undefined), delay(SETTLE_MS)])
      }
      throw error
    } finally {
      clearTimeout(timer)
      this.#running.delete(end)
    }
  }
}
