import { setTimeout } from 'node:timers/promises'
import type { ServerDeps } from '#server/deps.ts'
import { perServer, SharedRequestState } from '#server/hints.ts'
import type { AttachmentRow } from '../attachment/attachments.ts'
import type { Span } from '../store/request.ts'

/** Maximum delay of a response; the client's next chunk may depend on it. */
const MAX_WAIT_MS = 10_000

/** Requests sent together arrive in any order, but within this time, ms. */
const FIRST_CHUNK_TIMEOUT_MS = 1000

/** A chunk request in this process. */
interface ChunkRequest {
  span: Span
  /** Its bytes are stored, and it waits for other requests. */
  isWaiting: boolean
  /** The resulting attachment; null: chunks are missing, or the request failed. */
  result: Promise<AttachmentRow | null>
  /** Set while the request writes, to cancel the write. */
  writing: { sessionId: number; cancel(): void; left: Promise<void> } | null
}

interface UploadArrivals {
  requests: Set<ChunkRequest>
  /** Resolves when the first chunk comes. */
  first: PromiseWithResolvers<true>
  /** Running completions by session id. */
  completing: Map<number, Promise<AttachmentRow>>
}

const uploads = perServer(
  () =>
    new SharedRequestState<string, UploadArrivals>(() => ({
      requests: new Set(),
      first: Promise.withResolvers<true>(),
      completing: new Map(),
    })),
)

/** A chunk request, registered with the others of its upload. */
export interface Arrival {
  /** Whether the first chunk of the upload is among the current requests. */
  includesFirstChunk(): Promise<boolean>
  /** Whether a request of this process writes into the upload. */
  hasWriters(sessionId: number): boolean
  /**
   * Runs `work`, which writes the chunk. Cancels an earlier request that still writes the same part: its client has
   * given it up, and it must not write into the completed file. `cancel` must end `work`.
   */
  write(sessionId: number, cancel: () => void, work: () => Promise<void>): Promise<void>
  /** Waits for the other requests if they complete the upload, and returns their attachment. */
  waitForOthers(received: readonly Span[], whole: Span): Promise<AttachmentRow | null>
  /** Runs `work`, which creates the file; concurrent requests share its result. */
  complete(sessionId: number, work: () => Promise<AttachmentRow>): Promise<AttachmentRow>
  /** Cancels the requests that write into a part of the upload, and waits until they have ended. */
  cancelWriters(sessionId: number, part: Span): Promise<void>
  /** Must be called exactly once, whatever the result. */
  leave(row: AttachmentRow | null): void
}

/**
 * Registers a chunk request. simple-uploader.js uses the last response as the result of the whole file, so all requests
 * that complete a file together must return its attachment.
 */
export function registerArrival(deps: ServerDeps, key: string, span: Span): Arrival {
  const { state, leave } = uploads(deps).join(key)
  const { requests, first, completing } = state
  if (span.start === 0) first.resolve(true)
  const { promise: end, resolve } = Promise.withResolvers<AttachmentRow | null>()
  const own: ChunkRequest = { span, isWaiting: false, result: end, writing: null }
  requests.add(own)
  return {
    includesFirstChunk: () => withTimeout(first.promise, FIRST_CHUNK_TIMEOUT_MS, false),
    hasWriters: (sessionId) => [...requests].some(({ writing }) => writing?.sessionId === sessionId),
    async write(sessionId, cancel, work) {
      await cancelWriters(state, sessionId, span)
      const { promise: left, resolve: leaves } = Promise.withResolvers<void>()
      own.writing = { sessionId, cancel, left }
      try {
        await work()
      } finally {
        own.writing = null
        leaves()
      }
    },
    async waitForOthers(received, whole) {
      own.isWaiting = true
      const coming = [...requests].filter(({ isWaiting }) => !isWaiting)
      const all = coming.reduce<readonly Span[]>((spans, { span: more }) => addSpan(spans, more), received)
      if (!covers(all, whole)) return null
      const rows = await withTimeout(Promise.all(coming.map((request) => request.result)), MAX_WAIT_MS, [])
      return rows.find((row) => row !== null) ?? null
    },
    complete(sessionId, work) {
      const running = completing.get(sessionId) ?? work().finally(() => completing.delete(sessionId))
      completing.set(sessionId, running)
      return running
    },
    cancelWriters: (sessionId, part) => cancelWriters(state, sessionId, part),
    leave(row) {
      resolve(row)
      requests.delete(own)
      leave()
    },
  }
}

/** Waits for a running completion of the upload, and cancels the requests that write into it. */
export async function cancelArrivals(deps: ServerDeps, key: string, sessionId: number, whole: Span): Promise<void> {
  await uploads(deps)
    .peek(key)
    ?.completing.get(sessionId)
    ?.catch(() => undefined)
  const upload = uploads(deps).peek(key)
  if (upload) await cancelWriters(upload, sessionId, whole)
}

async function cancelWriters({ requests }: UploadArrivals, sessionId: number, part: Span): Promise<void> {
  const writers = [...requests].flatMap(({ writing, span: { start, end } }) =>
    writing?.sessionId === sessionId && start < part.end && part.start < end ? [writing] : [],
  )
  for (const { cancel } of writers) cancel()
  await Promise.all(writers.map(({ left }) => left))
}

/** The result of the work, or `otherwise` after the timeout. */
async function withTimeout<T>(work: Promise<T>, withinMs: number, otherwise: T): Promise<T> {
  const enough = new AbortController()
  const timeout = setTimeout(withinMs, otherwise, { signal: enough.signal }).catch(() => otherwise)
  try {
    return await Promise.race([work, timeout])
  } finally {
    enough.abort()
  }
}

/** Adds a span; the result is sorted, with adjacent spans merged. */
export function addSpan(spans: readonly Span[], more: Span): Span[] {
  const result: Span[] = []
  for (const span of [...spans, more].toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else result.push({ ...span })
  }
  return result
}

export const covers = (spans: readonly Span[], { start, end }: Span): boolean =>
  spans.some((span) => span.start <= start && end <= span.end)
