import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import PQueue from 'p-queue'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { isTransient } from './errors.ts'
import { type DeployPlan, type ReleaseFile, removalGroups } from './plan.ts'
import { type DeployProgress, Meter } from './progress.ts'
import type { OpenTarget, TargetConnection } from './target.ts'

/** Tries of one file, and ms of rest before the second and the third. */
const MAX_TRIES = 3
const RETRY_DELAY_MS = [1000, 4000]

/** What a deployment needs of its surroundings. */
export interface DeployPorts {
  open: OpenTarget
  /** The bytes of a file of the release. */
  read(file: ReleaseFile): Promise<Readable>
  /** Called before the target is touched at these paths: until they are written or removed, nobody knows what lies there. */
  onBegin(paths: readonly string[]): Promise<void>
  /** Called once the target has these files, in the order of the plan, so that an interrupted deployment goes on behind them. */
  onWritten(files: readonly ReleaseFile[]): Promise<void>
  onRemoved(paths: readonly string[]): Promise<void>
  onProgress(progress: DeployProgress): Promise<void>
  /** Ends the deployment. */
  signal: AbortSignal
  /** ms of rest before the second and the third try of a file; absent: as in use. */
  restMs?: readonly number[]
}

/** Files after which the state is written down. */
export const BATCH = 100

/** Carries out a plan at a target: writes group after group, then removes. A connection that breaks is opened again. */
export async function deploy(plan: DeployPlan, ports: DeployPorts): Promise<void> {
  const session = new TargetSession(ports.open, ports.signal, ports.restMs)
  const totalFiles = plan.writes.reduce((sum, group) => sum + group.length, 0) + plan.removals.length
  const meter = new Meter(totalFiles, plan.writes.flat(), ports.onProgress)
  try {
    for (const group of plan.writes)
      for (const batch of splitIntoBatches(group, BATCH)) {
        await ports.onBegin(batch.map(({ path }) => path))
        await forEachAtOnce(session, batch, ports.signal, async (target, file) => {
          await meter.write(file, ports.read, (open) => target.write(file.path, open, file.sizeBytes))
        })
        await ports.onWritten(batch)
      }
    for (const group of removalGroups(plan))
      for (const batch of splitIntoBatches(group, BATCH)) {
        await ports.onBegin(batch)
        await forEachAtOnce(session, batch, ports.signal, async (target, path) => {
          await target.remove(path)
          await meter.count()
        })
        await ports.onRemoved(batch)
      }
  } finally {
    await session.close()
  }
}

/** Works on several items at a time; the first error ends it, once those in hand have ended. */
export async function forEachAtOnce<T>(
  session: TargetSession,
  items: readonly T[],
  signal: AbortSignal,
  work: (target: TargetConnection, item: T) => Promise<void>,
): Promise<void> {
  const { parallel } = await session.get()
  const queue = new PQueue({ concurrency: parallel })
  let failed = false
  const results = items.map((item) =>
    queue.add(async () => {
      if (failed) return
      try {
        signal.throwIfAborted()
        await session.retrying((target) => work(target, item))
      } catch (error) {
        failed = true
        throw error
      }
    }),
  )
  const outcomes = await Promise.allSettled(results)
  const rejected = outcomes.find(({ status }) => status === 'rejected')
  if (rejected?.status === 'rejected') throw rejected.reason
}

/** A connection that is opened again after it broke. */
export class TargetSession {
  readonly #open: OpenTarget
  readonly #signal: AbortSignal
  readonly #restMs: readonly number[]
  #connection: Promise<TargetConnection> | null = null

  constructor(open: OpenTarget, signal: AbortSignal, restMs: readonly number[] = RETRY_DELAY_MS) {
    this.#open = open
    this.#signal = signal
    this.#restMs = restMs
  }

  get(): Promise<TargetConnection> {
    if (!this.#connection) {
      const connection = this.#open(this.#signal)
      this.#connection = connection
      connection.catch(() => this.#drop(connection))
    }
    return this.#connection
  }

  /** Does something at the target; after a broken connection it is tried again. */
  async retrying<T>(work: (target: TargetConnection) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const connection = this.get()
      try {
        return await work(await connection)
      } catch (error) {
        this.#signal.throwIfAborted()
        if (attempt === MAX_TRIES || !isTransient(error)) throw error
        this.#drop(connection)
        await delay(this.#restMs[attempt - 1] ?? 0, undefined, { signal: this.#signal })
      }
    }
  }

  async close(): Promise<void> {
    const connection = this.#connection
    this.#connection = null
    await connection?.then(
      (target) => target.close(),
      () => undefined,
    )
  }

  #drop(connection: Promise<TargetConnection>): void {
    if (this.#connection !== connection) return
    this.#connection = null
    void connection.then(
      (target) => target.close().catch(() => undefined),
      () => undefined,
    )
  }
}
