import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { withNurserySize } from '#server/nurserySize.ts'
import { AppError, fromWire, type WireError } from '#shared/errors/index.ts'
import { readBodies, type SerializedEntry } from './facts.ts'
import { listTransferables, packEntries, type PackedEntries } from './packedEntries.ts'
import type { SiteBundle } from './site.ts'

/** Start data of a thread. */
export interface ThreadStart<Task> {
  bundle: SiteBundle
  task: Task
  port: MessagePort
  shared: SharedArrayBuffer
}

/** Messages to a thread. */
export type ToThread<Task = unknown> = { start: ThreadStart<Task> } | { entries: PackedEntries } | { go: true }

/** Messages from a thread. */
export type FromThread<Progress, Result> =
  { taken: true } | { progress: Progress } | { result: Result } | { error: WireError }

interface ThreadWork<Task, Progress> {
  bundle: SiteBundle
  task: Task
  entries: AsyncIterable<readonly SerializedEntry[]>
  /** Source of rich texts while the thread works. */
  db: Kysely<Database>
  /** May throw to end the thread, for example when the job is cancelled. */
  onProgress?: (progress: Progress) => Promise<void>
  /** Heap limit, MB. */
  heapMb: number
  /** The thread is ended after this time without a message, ms. */
  timeoutMs: number
}

/**
 * Draws pages of a site in a separate thread, so that no template can block the server. The thread has no database;
 * rich texts are fetched for it.
 * @param source address of the worker beside the caller
 */
export async function runSiteThread<Task, Progress, Result>(
  source: URL,
  { bundle, task, entries, db, onProgress, heapMb, timeoutMs }: ThreadWork<Task, Progress>,
): Promise<Result> {
  const { port1, port2 } = new MessageChannel()
  const shared = new SharedArrayBuffer(4)
  const thread = acquireThread(source, heapMb)
  thread.postMessage({ start: { bundle, task, port: port2, shared } } satisfies ToThread<Task>, [port2])
  let timer: NodeJS.Timeout | undefined
  let isDone = false
  const room = new SendWindow()
  try {
    const result = await new Promise<Result>((resolve, reject) => {
      const restartTimer = (): void => {
        clearTimeout(timer)
        timer = setTimeout(
          () => reject(new AppError('internal', '页面生成没有响应，已停止，请检查模板中的循环')),
          timeoutMs,
        )
      }
      restartTimer()
      port1.on('message', (ids: number[]) => {
        restartTimer()
        void sendBodies(db, ids, port1, shared).catch(reject)
      })
      thread.on('message', (message: FromThread<Progress, Result>) => {
        restartTimer()
        if ('taken' in message) room.give()
        else if ('result' in message) resolve(message.result)
        else if ('error' in message) reject(fromWire(message.error))
        else void onProgress?.(message.progress).catch(reject)
      })
      thread.on('error', (error: NodeJS.ErrnoException) =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new AppError('internal', '页面占用的内存过多，请减少模板中的列表和循环')
            : error,
        ),
      )
      thread.on('exit', () => reject(new AppError('unavailable', '页面生成已中断，请重试')))
      void sendEntries(thread, entries, room).catch(reject)
    })
    isDone = true
    return result
  } finally {
    clearTimeout(timer)
    port1.close()
    const ended = thread.terminate().then(() => prepareSpare(source, heapMb))
    // A thread stopped early may still access its files.
    if (!isDone) await ended
  }
}

/** Lifetime of a spare thread, ms. Its modules are loaded already, which takes longer than drawing a few pages. */
const SPARE_LIFETIME_MS = 120_000

const spares = new Map<string, { thread: Worker; end: NodeJS.Timeout }>()

/** Young generation of a thread's heap, MB; with half of it a build needs a quarter more CPU time. */
const YOUNG_GENERATION_MB = 64
const SEMI_SPACE_MB = 16

const createThread = (source: URL, mb: number): Worker =>
  withNurserySize(
    SEMI_SPACE_MB,
    () =>
      new Worker(source, {
        resourceLimits: { maxOldGenerationSizeMb: mb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
      }),
  )

/** Returns the spare thread or a new one. A thread runs only one task, so that nothing of a template outlives it. */
function acquireThread(source: URL, mb: number): Worker {
  const spare = spares.get(source.href)
  if (!spare) return createThread(source, mb)
  spares.delete(source.href)
  clearTimeout(spare.end)
  spare.thread.removeAllListeners()
  spare.thread.ref()
  return spare.thread
}

/** Prepares a spare thread, because another task is likely to follow. */
function prepareSpare(source: URL, mb: number): void {
  if (spares.has(source.href)) return
  const thread = createThread(source, mb)
  const drop = (): void => {
    if (spares.get(source.href)?.thread === thread) spares.delete(source.href)
    void thread.terminate()
  }
  thread.on('error', drop).on('exit', drop).unref()
  spares.set(source.href, { thread, end: setTimeout(drop, SPARE_LIFETIME_MS).unref() })
}

/** Maximum unacknowledged batches; a thread that still loads its modules accepts none. */
const MAX_UNACKNOWLEDGED = 32

/** Limits the number of unacknowledged batches. */
class SendWindow {
  #remaining = MAX_UNACKNOWLEDGED
  #onRelease = (): void => {}

  async take(): Promise<void> {
    while (this.#remaining === 0) await new Promise<void>((resolve) => (this.#onRelease = resolve))
    this.#remaining -= 1
  }

  give(): void {
    this.#remaining += 1
    this.#onRelease()
  }
}

async function sendEntries(
  thread: Worker,
  entries: AsyncIterable<readonly SerializedEntry[]>,
  sendWindow: SendWindow,
): Promise<void> {
  for await (const batch of entries) {
    await sendWindow.take()
    const packed = packEntries(batch)
    thread.postMessage({ entries: packed } satisfies ToThread, listTransferables(packed))
  }
  thread.postMessage({ go: true } satisfies ToThread)
}

async function sendBodies(db: Kysely<Database>, ids: readonly number[], port: MessagePort, shared: SharedArrayBuffer) {
  const found = await readBodies(db, ids)
  port.postMessage(found)
  const signal = new Int32Array(shared)
  Atomics.store(signal, 0, 1)
  Atomics.notify(signal, 0)
}
