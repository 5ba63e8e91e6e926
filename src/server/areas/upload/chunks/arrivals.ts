import { setTimeout } from 'node:timers/promises'
import type { ServerDeps } from '#server/deps.ts'
import { perServer, SharedByRequests } from '#server/hints.ts'
import type { AttachmentRow } from '../attachment/attachments.ts'
import type { Span } from '../store/request.ts'

/** An answer is not held back for longer: the client's next chunk may wait for it. */
const LONGEST_WAIT_MS = 10_000

/** Requests that are sent at once come in any order, but hardly later than this after each other. */
const FIRST_WITHIN_MS = 1000

/** A request of this process that brings a chunk. */
interface Request {
  span: Span
  /** Its bytes are kept; it waits for the others. */
  waits: boolean
  /** What the upload became with it; null: others are missing, or it failed. */
  end: Promise<AttachmentRow | null>
  /** While it writes into an upload: how to end that. */
  writes: { sessionId: number; cancel(): void; left: Promise<void> } | null
}

interface Upload {
  requests: Set<Request>
  /** Resolves when the first chunk comes. */
  first: PromiseWithResolvers<true>
  /** By the session that is being completed. */
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

/** A chunk on its way, as the request that brings it sees it. */
export interface Arrival {
  /** Is it the first chunk of its upload, or is that sent at the same time? */
  firstChunk(): Promise<boolean>
  /** Does a request of this process write into the upload? */
  hasWriters(sessionId: number): boolean
  /**
   * Runs `work`, which writes the chunk. A request that still writes there is ended: its client has given it up, or it
   * would write once the file is complete and checked. `cancel` must make `work` end.
   */
  write(sessionId: number, cancel: () => void, work: () => Promise<void>): Promise<void>
  /** What the chunks that are on their way made of the upload, if they complete it. */
  others(received: readonly Span[], whole: Span): Promise<AttachmentRow | null>
  /** Runs `work`, which makes the file; requests that would at the same time share its result. */
  complete(sessionId: number, work: () => Promise<AttachmentRow>): Promise<AttachmentRow>
  /** Ends the requests that write into a part of the upload, and waits until they have let go of the file. */
  endWriters(sessionId: number, part: Span): Promise<void>
  /** Must be called once, however it ended. */
  leave(row: AttachmentRow | null): void
}

/**
 * Notes that a chunk of an upload is on its way. simple-uploader.js takes the answer that it happens to read last for
 * the whole file's, so chunks that arrive together and complete a file all answer what it became.
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

/** Waits for the work on an upload that is being completed, however it ends, and ends the requests that write into it. */
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

/** What the work answers, or `otherwise` when that takes longer. */
async function soon<T>(work: Promise<T>, withinMs: number, otherwise: T): Promise<T> {
  const enough = new AbortController()
  const timeout = setTimeout(withinMs, otherwise, { signal: enough.signal }).catch(() => otherwise)
  try {
    return await Promise.race([work, timeout])
  } finally {
    enough.abort()
  }
}

/** The spans with one more, in order and apart from each other. */
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
