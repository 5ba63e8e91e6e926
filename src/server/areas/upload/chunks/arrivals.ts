import { setTimeout } from 'node:timers/promises'
import type { ServerDeps } from '#server/deps.ts'
import { perServer, SharedByRequests } from '#server/hints.ts'
import type { AttachmentRow } from '../attachment/attachments.ts'
import type { Span } from '../store/request.ts'

/** Maximum delay of a response; the client's next chunk may depend on it. */
const LONGEST_WAIT_MS = 10_000

/** Requests sent together arrive in any order, but within this time, ms. */
const FIRST_WITHIN_MS = 1000

/** A chunk request in this process. */
interface Request {
  span: Span
  /** Its bytes are stored, and it waits for other requests. */
  waits: boolean
  /** The resulting attachment; null: chunks are missing, or the request failed. */
  end: Promise<AttachmentRow | null>
  /** Set while the request writes, to cancel the write. */
  writes: { sessionId: number; cancel(): void; left: Promise<void> } | null
}

interface Upload {
  requests: Set<Request>
  /** Resolves when the first chunk comes. */
  first: PromiseWithResolvers<true>
  /** Running completions by session id. */
  completing: Map<number, Promise<AttachmentRow>>
}

const uploads = perServer(
  () =>
    new SharedByRequests<string, Upload>(() => ({
      requests: new Set(),
      first: Promise.withResolvers<true>(),
      completing: new Map(),
    })),
)

/** A chunk request, registered with the others of its upload. */
export interface Arrival {
  /** Whether the first chunk of the upload is among the current requests. */
  firstChunk(): Promise<boolean>
  /** Whether a request of this process writes into the upload. */
  hasWriters(sessionId: number): boolean
  /**
   * Runs `work`, which writes the chunk. Cancels an earlier request that still writes the same part: its client has
   * given it up, and it must not write into the completed file. `cancel` must end `work`.
   */
  write(sessionId: number, cancel: () => void, work: () => Promise<void>): Promise<void>
  /** Waits for the other requests if they complete the upload, and returns their attachment. */
  others(received: readonly Span[], whole: Span): Promise<AttachmentRow | null>
  /** Runs `work`, which creates the file; concurrent requests share its result. */
  complete(sessionId: number, work: () => Promise<AttachmentRow>): Promise<AttachmentRow>
  /** Cancels the requests that write into a part of the upload, and waits until they have ended. */
  endWriters(sessionId: number, part: Span): Promise<void>
  /** Must be called exactly once, whatever the result. */
  leave(row: AttachmentRow | null): void
}

/**
 * Registers a chunk request. simple-uploader.js uses the last response as the result of the whole file, so all requests
 * that complete a file together must return its attachment.
 */
export function noteArrival(deps: ServerDeps, key: string, span: Span): Arrival {
  const { state, leave } = uploads(deps).join(key)
  const { requests, first, completing } = state
  if (span.start === 0) first.resolve(true)
  const { promise: end, resolve } = Promise.withResolvers<AttachmentRow | null>()
  const own: Request = { span, waits: false, end, writes: null }
  requests.add(own)
  return {
    firstChunk: () => soon(first.promise, FIRST_WITHIN_MS, false),
    hasWriters: (sessionId) => [...requests].some(({ writes }) => writes?.sessionId === sessionId),
    async write(sessionId, cancel, work) {
      await endWriters(state, sessionId, span)
      const { promise: left, resolve: leaves } = Promise.withResolvers<void>()
      own.writes = { sessionId, cancel, left }
      try {
        await work()
      } finally {
        own.writes = null
        leaves()
      }
    },
    async others(received, whole) {
      own.waits = true
      const coming = [...requests].filter(({ waits }) => !waits)
      const all = coming.reduce<readonly Span[]>((spans, { span: more }) => withSpan(spans, more), received)
      if (!covers(all, whole)) return null
      const rows = await soon(Promise.all(coming.map((request) => request.end)), LONGEST_WAIT_MS, [])
      return rows.find((row) => row !== null) ?? null
    },
    complete(sessionId, work) {
      const running = completing.get(sessionId) ?? work().finally(() => completing.delete(sessionId))
      completing.set(sessionId, running)
      return running
    },
    endWriters: (sessionId, part) => endWriters(state, sessionId, part),
    leave(row) {
      resolve(row)
      requests.delete(own)
      leave()
    },
  }
}

/** Waits for a running completion of the upload, and cancels the requests that write into it. */
export async function endArrivals(deps: ServerDeps, key: string, sessionId: number, whole: Span): Promise<void> {
  await uploads(deps)
    .peek(key)
    ?.completing.get(sessionId)
    ?.catch(() => undefined)
  const upload = uploads(deps).peek(key)
  if (upload) await endWriters(upload, sessionId, whole)
}

async function endWriters({ requests }: Upload, sessionId: number, part: Span): Promise<void> {
  const writers = [...requests].flatMap(({ writes, span: { start, end } }) =>
    writes?.sessionId === sessionId && start < part.end && part.start < end ? [writes] : [],
  )
  for (const { cancel } of writers) cancel()
  await Promise.all(writers.map(({ left }) => left))
}

/** The result of the work, or `otherwise` after the timeout. */
async function soon<T>(work: Promise<T>, withinMs: number, otherwise: T): Promise<T> {
  const enough = new AbortController()
  const timeout = setTimeout(withinMs, otherwise, { signal: enough.signal }).catch(() => otherwise)
  try {
    return await Promise.race([work, timeout])
  } finally {
    enough.abort()
  }
}

/** Adds a span; the result is sorted, with adjacent spans merged. */
export function withSpan(spans: readonly Span[], more: Span): Span[] {
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
