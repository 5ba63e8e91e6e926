import type { ServerDeps } from '#server/deps.ts'
import type { Span } from './plan.ts'

interface Writer extends Span {
  cancel(): void
  left: Promise<void>
}

const open = new WeakMap<ServerDeps, Map<number, Set<Writer>>>()

function writersOf(deps: ServerDeps, sessionId: number): Set<Writer> {
  const sessions = open.get(deps) ?? new Map<number, Set<Writer>>()
  open.set(deps, sessions)
  const writers = sessions.get(sessionId) ?? new Set<Writer>()
  sessions.set(sessionId, writers)
  return writers
}

export const hasWriters = (deps: ServerDeps, sessionId: number): boolean =>
  (open.get(deps)?.get(sessionId)?.size ?? 0) > 0

/** Ends the requests that write into a part of this upload, and waits until they have let go of the file. */
export async function stopWriters(deps: ServerDeps, sessionId: number, span: Span): Promise<void> {
  const writers = [...writersOf(deps, sessionId)].filter((w) => w.start < span.end && span.start < w.end)
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
  const writers = writersOf(deps, sessionId)
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  const writer = { ...span, cancel, left }
  writers.add(writer)
  try {
    await work()
  } finally {
    writers.delete(writer)
    if (writers.size === 0) open.get(deps)?.delete(sessionId)
    leave()
  }
}
