import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HostEventMessage } from '#shared/contract/bridge.ts'
import type { PageCount } from './window/lifetime.ts'

const MAX_RECENT = 500
/** A browser allows six connections per host, so further tabs must not keep their streams open. */
const MAX_OPEN_STREAMS = 4
/**
 * Bytes. A page that reads nothing (a frozen tab) is disconnected at this backlog; it reconnects and gets the missed
 * events.
 */
const MAX_BACKLOG_BYTES = 1024 * 1024
/** ms. Shorter than the timeouts of proxies and browsers. */
const HEARTBEAT_MS = 15_000

export interface EventStream {
  /** Serves one page's EventSource; after a gap it gets the missed events once. */
  attach(request: IncomingMessage, response: ServerResponse): void
  /** The number of listening pages. */
  pages(): PageCount
  close(): void
}

/**
 * Sends host events as server-sent events. Ids are `<run>-<n>`. A page of an earlier run, or one that missed more
 * events than are kept, gets the event `resync` instead of a replay.
 */
export function createEventStream(
  subscribe: (listener: (message: HostEventMessage) => void) => () => void,
): EventStream {
  const run = randomBytes(4).toString('hex')
  const recent: { n: number; text: string }[] = []
  const pages = new Set<ServerResponse>()
  let last = 0
  let seenAt = 0
  let sticky: HostEventMessage | null = null

  const stop = subscribe((message) => {
    if (message.event === 'connectivity.changed') sticky = message
    last += 1
    const text = `id: ${run}-${last}\ndata: ${JSON.stringify(message)}\n\n`
    recent.push({ n: last, text })
    if (recent.length > MAX_RECENT) recent.shift()
    send(text)
  })
  const heartbeat = setInterval(() => send(': alive\n\n'), HEARTBEAT_MS)
  heartbeat.unref()

  return {
    attach(request, response) {
      seenAt = Date.now()
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
      response.write('retry: 1000\n\n')
      const seen = request.headers['last-event-id']
      response.write(typeof seen === 'string' ? formatMissed(seen) : formatFirst())
      // Beyond OPEN_STREAMS a page gets the missed events and asks again after `retry`: slower, but it loses no event.
      if (pages.size >= MAX_OPEN_STREAMS) return void response.end()
      pages.add(response)
      response.once('close', () => {
        pages.delete(response)
        seenAt = Date.now()
      })
    },
    pages: () => ({ open: pages.size, seenAt }),
    close() {
      stop()
      clearInterval(heartbeat)
      for (const page of pages) page.end()
    },
  }

  function send(text: string): void {
    for (const page of pages) {
      page.write(text)
      if (page.writableLength > MAX_BACKLOG_BYTES) page.destroy()
    }
  }

  /** The bare id tells the next connection the current position, even if nothing happens meanwhile. */
  function formatFirst(): string {
    // A new page queries everything else itself, but it can't query whether the server is reachable.
    return `id: ${run}-${last}\n${sticky ? `data: ${JSON.stringify(sticky)}\n` : ''}\n`
  }

  function formatMissed(seen: string): string {
    const [of, n] = seen.split('-')
    const from = Number(n)
    const oldest = recent[0]?.n ?? last + 1
    if (of !== run || !Number.isInteger(from) || from + 1 < oldest)
      return `id: ${run}-${last}\nevent: resync\ndata: {}\n\n`
    return recent
      .filter((message) => message.n > from)
      .map((message) => message.text)
      .join('')
  }
}
