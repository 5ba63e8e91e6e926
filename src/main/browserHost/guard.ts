import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { PAGE_SECRET_HEADER } from '#shared/security/pageSecret.ts'

/** The decision about a request before its body is read. */
export type Verdict = 'ok' | 'wrong-host' | 'wrong-origin' | 'no-cookie' | 'no-secret'

type Asked = { method: string; headers: IncomingHttpHeaders }

/** What a launch address provides once. */
interface Entrance {
  setCookie: string
  /** For the page, which exchanges it for its secret. */
  code: string
}

export interface Guard {
  /** A fresh one-time token for the address that opens the page; it expires after two minutes. */
  issueLaunch(): string
  /** null for a launch token that is used, expired or unknown. */
  redeem(launch: string): Entrance | null
  /** Exchanges the code of an entrance for the page's secret, once. */
  admit(code: string): string | null
  /** A fresh ticket for the path under which an admitted page reads its events. */
  issueStream(): string
  /** Whether the ticket is valid; each use extends it. */
  mayStream(ticket: string): boolean
  /** Extends the ticket when its stream ends, because the page may reconnect. */
  streamEnded(ticket: string): void
  /** Checks that Host and Origin are exactly this server's (no DNS rebinding, no other site), then the cookie. */
  check(request: Asked): Verdict
  /** Also checks the secret that only the page has: required for every action and all data. */
  checkPage(request: Asked): Verdict
  /** Checks only Host and Origin: for the launch address itself. */
  checkOrigin(request: Asked): Verdict
}

/**
 * Enough to go from the terminal to the browser; a longer lifetime would help those who find the address in a history.
 */
export const LAUNCH_MS = 2 * 60_000
/** ms. A stream reconnects within seconds; after a computer's sleep the page requests a new address. */
const STREAM_MS = 60_000

/** Decides who may use the browser host on 127.0.0.1:`port` (architecture.md, Security rules). `now` is in ms. */
export function createGuard(port: number, now: () => number = Date.now): Guard {
  const host = `127.0.0.1:${port}`
  // Cookies are shared between ports, so each host on a machine needs its own cookie name.
  const cookieName = `sitecraft_${port}`
  const cookie = randomBytes(32).toString('base64url')
  // A new secret for each run: pages of an earlier host on the same port must not be admitted.
  const secret = randomBytes(32).toString('base64url')
  const launches = createTickets(LAUNCH_MS, now)
  const codes = createTickets(LAUNCH_MS, now)
  const streams = createTickets(STREAM_MS, now)

  const checkOrigin: Guard['checkOrigin'] = ({ method, headers }) => {
    if (headers.host !== host) return 'wrong-host'
    const { origin } = headers
    if (origin === undefined ? method !== 'GET' : origin !== `http://${host}`) return 'wrong-origin'
    const site = headers['sec-fetch-site']
    const navigation = headers['sec-fetch-mode'] === 'navigate'
    return site === undefined || site === 'same-origin' || site === 'none' || navigation ? 'ok' : 'wrong-origin'
  }
  const check: Guard['check'] = (request) => {
    const verdict = checkOrigin(request)
    if (verdict !== 'ok') return verdict
    return sameText(cookieOf(request.headers.cookie, cookieName), cookie) ? 'ok' : 'no-cookie'
  }
  return {
    checkOrigin,
    check,
    checkPage(request) {
      const verdict = check(request)
      if (verdict !== 'ok') return verdict
      return sameText(String(request.headers[PAGE_SECRET_HEADER] ?? ''), secret) ? 'ok' : 'no-secret'
    },
    issueLaunch: launches.issue,
    redeem(launch) {
      if (!launches.invalidate(launch)) return null
      return { setCookie: `${cookieName}=${cookie}; Path=/; HttpOnly; SameSite=Strict`, code: codes.issue() }
    },
    admit: (code) => (codes.invalidate(code) ? secret : null),
    issueStream: streams.issue,
    mayStream: streams.renew,
    streamEnded: streams.extend,
  }
}

function cookieOf(header: string | undefined, name: string): string {
  const found = header?.split(';').find((pair) => pair.trim().startsWith(`${name}=`))
  return found?.trim().slice(name.length + 1) ?? ''
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const sameText = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

/** Unguessable names that are valid for a limited time. */
interface Tickets {
  issue(): string
  /** Invalidates the ticket; returns whether it was valid. */
  invalidate(ticket: string): boolean
  /** Extends a valid ticket by the whole lifetime; returns whether it was valid. */
  renew(ticket: string): boolean
  /** Makes the ticket valid for the whole lifetime. */
  extend(ticket: string): void
}

/** Maximum number of tickets; the oldest are dropped first. */
const MAX_TICKETS = 1000

/** @param lifetime and `now` in ms */
function createTickets(lifetime: number, now: () => number): Tickets {
  // Insertion order is the order of expiry.
  const ends = new Map<string, number>()
  const extend = (ticket: string): void => {
    ends.delete(ticket)
    ends.set(ticket, now() + lifetime)
    for (const [oldest, end] of ends) {
      if (ends.size <= MAX_TICKETS && end > now()) break
      ends.delete(oldest)
    }
  }
  const invalidate = (ticket: string): boolean => {
    const end = ends.get(ticket)
    ends.delete(ticket)
    return end !== undefined && end > now()
  }
  return {
    issue() {
      const ticket = randomBytes(24).toString('base64url')
      extend(ticket)
      return ticket
    },
    invalidate,
    extend,
    renew(ticket) {
      const holds = invalidate(ticket)
      if (holds) extend(ticket)
      return holds
    },
  }
}
