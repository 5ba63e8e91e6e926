import type { ServerDeps } from '#server/deps.ts'
import { perServer, SharedByRequests } from '#server/hints.ts'
import type { Span } from './plan.ts'

interface Writer extends Span {
  cancel(): void
  left: Promise<void>
}

const writing = perServer(() => new SharedByRequests<number, Set<Writer>>(() => new Set()))

export const hasWriters = (deps: ServerDeps, sessionId: number): boolean => writing(deps).peek(sessionId) !== undefined

/** Ends the requests that write into a part of this upload, and waits until they have let go of the file. */
export async function stopWriters(deps: ServerDeps, sessionId: number, span: Span): Promise<void> {
  const writers = [...(writing(deps).peek(sessionId) ?? [])].filter((w) => w.start < span.end && span.start < w.end)
  for (const writer of writers) writer.cancel()
  await Promise.all(writers.map(({ left }) => left))
}

/**
 * Runs `work`, which writes into the span of an upload. A request that still writes there is ended: its client has given
 * it up, or it would write once the file is complete and checked. `cancel` must make `work` end.
 */
export async function asWriter(
  deps: ServerDeps,
  sessionId: number,
  span: Span,
  cancel: () => void,
  work: () => Promise<void>,
): Promise<void> {
  await stopWriters(deps, sessionId, span)
  const { state: writers, leave } = writing(deps).join(sessionId)
  const { promise: left, resolve } = Promise.withResolvers<void>()
  const writer = { ...span, cancel, left }
  writers.add(writer)
  try {
    await work()
  } finally {
    writers.delete(writer)
    leave()
    resolve()
  }
}
