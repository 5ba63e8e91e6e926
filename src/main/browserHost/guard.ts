import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { PAGE_SECRET_HEADER } from '#shared/security/pageSecret.ts'

/** What is decided of a request before anything of it is read. */
export type Verdict = 'ok' | 'wrong-host' | 'wrong-origin' | 'no-cookie' | 'no-secret'

type Asked = { method: string; headers: IncomingHttpHeaders }

/** What a launch address gives once. */
interface Entrance {
  setCookie: string
  /** For the page, which exchanges it for its secret. */
  code: string
}

export interface Guard {
  /** A fresh one-time token for the address that opens the page; it ends after two minutes. */
  issueLaunch(): string
  /** null for a launch token that was used, has ended or never was one. */
  redeem(launch: string): Entrance | null
  /** The page's secret for the code of an entrance, once. */
  admit(code: string): string | null
  /** A fresh path part under which a page that was admitted reads its events. */
  issueStream(): string
  /** May events be read under it? Each use moves its end on. */
  mayStream(ticket: string): boolean
  /** Events were read under it until now; the page may come back. */
  streamEnded(ticket: string): void
  /** Host and Origin exactly this server's (no DNS rebinding, no other site), then the cookie. */
  check(request: Asked): Verdict
  /** The same, then the secret that only the page holds: for everything that does or tells something. */
  checkPage(request: Asked): Verdict
  /** Host and Origin alone: for the launch address itself. */
  checkOrigin(request: Asked): Verdict
}

/** From the terminal to the browser; longer would serve those who find it in a history. */
export const LAUNCH_MS = 2 * 60_000
/** A stream comes back by itself within seconds; after a computer's sleep the page asks for a new address. */
const STREAM_MS = 60_000

/** Who may talk to the browser host on 127.0.0.1:`port` (architecture.md, Security rules). `now` is in ms. */
export function createGuard(port: number, now: () => number = Date.now): Guard {
  const host = `127.0.0.1:${port}`
  // Cookies are shared between ports, so each host on a machine needs a cookie name of its own.
  const cookieName = `sitecraft_${port}`
  const cookie = randomBytes(32).toString('base64url')
  // A new secret for each run: pages of an earlier host on the same port must not be let in.
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
      if (!launches.spend(launch)) return null
      return { setCookie: `${cookieName}=${cookie}; Path=/; HttpOnly; SameSite=Strict`, code: codes.issue() }
    },
    admit: (code) => (codes.spend(code) ? secret : null),
    issueStream: streams.issue,
    mayStream: streams.renew,
    streamEnded: streams.hold,
  }
}

function cookieOf(header: string | undefined, name: string): string {
  const found = header?.split(';').find((pair) => pair.trim().startsWith(`${name}=`))
  return found?.trim().slice(name.length + 1) ?? ''
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const sameText = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

/** Names that nobody can guess and that hold for a while. */
interface Tickets {
  issue(): string
  /** Did it hold until now? Either way it holds no longer. */
  spend(ticket: string): boolean
  /** Does it hold? Then it does so for the whole time again. */
  renew(ticket: string): boolean
  /** From now on it holds for the whole time. */
  hold(ticket: string): void
}

/** More than pages ask for at once; the oldest end first. */
const MOST = 1000

/** @param lifetime and `now` in ms */
function createTickets(lifetime: number, now: () => number): Tickets {
  // Insertion order is the order of expiry.
  const ends = new Map<string, number>()
  const hold = (ticket: string): void => {
    ends.delete(ticket)
    ends.set(ticket, now() + lifetime)
    for (const [oldest, end] of ends) {
      if (ends.size <= MOST && end > now()) break
      ends.delete(oldest)
    }
  }
  const spend = (ticket: string): boolean => {
    const end = ends.get(ticket)
    ends.delete(ticket)
    return end !== undefined && end > now()
  }
  return {
    issue() {
      const ticket = randomBytes(24).toString('base64url')
      hold(ticket)
      return ticket
    },
    spend,
    hold,
    renew(ticket) {
      const holds = spend(ticket)
      if (holds) hold(ticket)
      return holds
    },
  }
}
