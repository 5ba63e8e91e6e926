import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { withYoungRoom } from '#server/youngHeap.ts'
import { AppError, fromWire, type WireError } from '#shared/errors/index.ts'
import { bodiesOf, type SentEntry } from './facts.ts'
import { buffersOf, packEntries, type PackedEntries } from './packedEntries.ts'
import type { SiteBundle } from './site.ts'

/** What a thread over a site is started with. */
export interface ThreadStart<Task> {
  bundle: SiteBundle
  task: Task
  port: MessagePort
  shared: SharedArrayBuffer
}

/** What it is sent then. */
export type ToThread<Task = unknown> = { start: ThreadStart<Task> } | { entries: PackedEntries } | { go: true }

/** What it answers. */
export type FromThread<Progress, Result> =
  { taken: true } | { progress: Progress } | { result: Result } | { error: WireError }

interface ThreadWork<Task, Progress> {
  bundle: SiteBundle
  task: Task
  entries: AsyncIterable<readonly SentEntry[]>
  /** Asked for long texts while the thread works. */
  db: Kysely<Database>
  /** May throw to end the thread (a job that was cancelled). */
  onProgress?: (progress: Progress) => Promise<void>
  /** MB of its heap. */
  mb: number
  /** ms without a sign of life after which it is ended. */
  patience: number
}

/**
 * Draws pages of a site in a thread of its own: no template can hold the server up. The thread has no database; long texts
 * are fetched for it.
 * @param source address of the worker beside the caller
 */
export async function runSiteThread<Task, Progress, Result>(
  source: URL,
  { bundle, task, entries, db, onProgress, mb, patience }: ThreadWork<Task, Progress>,
): Promise<Result> {
  const { port1, port2 } = new MessageChannel()
  const shared = new SharedArrayBuffer(4)
  const thread = takeThread(source, mb)
  thread.postMessage({ start: { bundle, task, port: port2, shared } } satisfies ToThread<Task>, [port2])
  let late: NodeJS.Timeout | undefined
  let isDone = false
  const room = new Room()
  try {
    const result = await new Promise<Result>((resolve, reject) => {
      const alive = (): void => {
        clearTimeout(late)
        late = setTimeout(
          () => reject(new AppError('internal', '页面生成没有响应，已停止，请检查模板中的循环')),
          patience,
        )
      }
      alive()
      port1.on('message', (ids: number[]) => {
        alive()
        void answer(db, ids, port1, shared).catch(reject)
      })
      thread.on('message', (said: FromThread<Progress, Result>) => {
        alive()
        if ('taken' in said) room.give()
        else if ('result' in said) resolve(said.result)
        else if ('error' in said) reject(fromWire(said.error))
        else void onProgress?.(said.progress).catch(reject)
      })
      thread.on('error', (error: NodeJS.ErrnoException) =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new AppError('internal', '页面用的内存太多，请减少模板中的列表和循环')
            : error,
        ),
      )
      thread.on('exit', () => reject(new AppError('unavailable', '页面生成被打断，请重试')))
      void feed(thread, entries, room).catch(reject)
    })
    isDone = true
    return result
  } finally {
    clearTimeout(late)
    port1.close()
    const ended = thread.terminate().then(() => keepSpare(source, mb))
    // One that is stopped in the middle may still be at its files.
    if (!isDone) await ended
  }
}

/** ms that a thread waits for work: it has loaded its modules, which takes longer than drawing a few pages. */
const SPARE_MS = 120_000

const spares = new Map<string, { thread: Worker; end: NodeJS.Timeout }>()

/** MB for what is young in a thread's heap: half of it, and the same build uses a quarter more of the processors. */
const YOUNG_MB = 64
const HALF_MB = 16

const newThread = (source: URL, mb: number): Worker =>
  withYoungRoom(
    HALF_MB,
    () => new Worker(source, { resourceLimits: { maxOldGenerationSizeMb: mb, maxYoungGenerationSizeMb: YOUNG_MB } }),
  )

/** The one that waits, or a new one. A thread does one work only: nothing of a template outlives it. */
function takeThread(source: URL, mb: number): Worker {
  const spare = spares.get(source.href)
  if (!spare) return newThread(source, mb)
  spares.delete(source.href)
  clearTimeout(spare.end)
  spare.thread.removeAllListeners()
  spare.thread.ref()
  return spare.thread
}

/** After a work another one is likely. */
function keepSpare(source: URL, mb: number): void {
  if (spares.has(source.href)) return
  const thread = newThread(source, mb)
  const drop = (): void => {
    if (spares.get(source.href)?.thread === thread) spares.delete(source.href)
    void thread.terminate()
  }
  thread.on('error', drop).on('exit', drop).unref()
  spares.set(source.href, { thread, end: setTimeout(drop, SPARE_MS).unref() })
}

/** Batches that may be on their way: a thread that still loads its modules doesn't take any. */
const MAX_ON_THE_WAY = 32

/** Lets as many batches go as may be on their way. */
class Room {
  #left = MAX_ON_THE_WAY
  #given = (): void => {}

  async take(): Promise<void> {
    while (this.#left === 0) await new Promise<void>((resolve) => (this.#given = resolve))
    this.#left -= 1
  }

  give(): void {
    this.#left += 1
    this.#given()
  }
}

async function feed(thread: Worker, entries: AsyncIterable<readonly SentEntry[]>, room: Room): Promise<void> {
  for await (const batch of entries) {
    await room.take()
    const packed = packEntries(batch)
    thread.postMessage({ entries: packed } satisfies ToThread, buffersOf(packed))
  }
  thread.postMessage({ go: true } satisfies ToThread)
}

async function answer(db: Kysely<Database>, ids: readonly number[], port: MessagePort, shared: SharedArrayBuffer) {
  const found = await bodiesOf(db, ids)
  port.postMessage(found)
  const signal = new Int32Array(shared)
  Atomics.store(signal, 0, 1)
  Atomics.notify(signal, 0)
}
