import { setTimeout } from 'node:timers/promises'
import type { ServerDeps } from '#server/deps.ts'
import { perServer, SharedByRequests } from '#server/hints.ts'
import type { AttachmentRow } from '../attachment/attachments.ts'
import { covers, type Span, withSpan } from './plan.ts'

/** An answer is not held back for longer: the client's next chunk may wait for it. */
const LONGEST_WAIT_MS = 10_000

/** Requests that are sent at once come in any order, but hardly later than this after each other. */
const FIRST_WITHIN_MS = 1000

interface Arrival {
  span: Span
  /** Its bytes are kept; it waits for the others. */
  waits: boolean
  /** What the upload became with it; null: others are missing, or it failed. */
  end: Promise<AttachmentRow | null>
}

/** A chunk on its way, as the request that brings it sees it. */
export interface ChunkRendezvous {
  /** Is it the first chunk of its upload, or is that sent at the same time? */
  firstChunk(): Promise<boolean>
  /** What the chunks that are on their way made of the upload, if they complete it. */
  others(received: readonly Span[], whole: Span): Promise<AttachmentRow | null>
  /** Must be called once, however it ended. */
  leave(row: AttachmentRow | null): void
}

interface Upload {
  arrivals: Set<Arrival>
  /** Resolves when the first chunk comes. */
  first: PromiseWithResolvers<true>
}

const uploads = perServer(
  () => new SharedByRequests<string, Upload>(() => ({ arrivals: new Set(), first: Promise.withResolvers<true>() })),
)

/**
 * Notes that a chunk of an upload is on its way. simple-uploader.js takes the answer that it happens to read last for
 * the whole file's, so chunks that joinRendezvous together and complete a file all answer what it became.
 */
export function joinRendezvous(deps: ServerDeps, key: string, span: Span): ChunkRendezvous {
  const { state, leave } = uploads(deps).join(key)
  const { arrivals, first } = state
  if (span.start === 0) first.resolve(true)
  const { promise: end, resolve } = Promise.withResolvers<AttachmentRow | null>()
  const ownArrival: Arrival = { span, waits: false, end }
  arrivals.add(ownArrival)
  return {
    firstChunk: () => soon(first.promise, FIRST_WITHIN_MS, false),
    async others(received, whole) {
      ownArrival.waits = true
      const coming = [...arrivals].filter(({ waits }) => !waits)
      const all = coming.reduce<readonly Span[]>((spans, { span: more }) => withSpan(spans, more), received)
      if (!covers(all, whole)) return null
      const rows = await soon(Promise.all(coming.map((arrival) => arrival.end)), LONGEST_WAIT_MS, [])
      return rows.find((row) => row !== null) ?? null
    },
    leave(row) {
      resolve(row)
      arrivals.delete(ownArrival)
      leave()
    },
  }
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
