import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** What is decided of a request before anything of it is read. */
export type Verdict = 'ok' | 'wrong-host' | 'wrong-origin' | 'no-cookie'

export interface Guard {
  /** A fresh one-time token for the address that opens the page. */
  issueLaunch(): string
  /** The Set-Cookie value for a launch token that was never used before; null for any other. */
  redeem(launch: string): string | null
  /** Host and Origin exactly this server's (no DNS rebinding, no other site), then the cookie. */
  check(request: { method: string; headers: IncomingHttpHeaders }): Verdict
  /** The same without the cookie: for the launch address itself. */
  checkOrigin(request: { method: string; headers: IncomingHttpHeaders }): Verdict
}

/** Who may talk to the browser host on 127.0.0.1:`port` (architecture.md, Security rules). */
export function createGuard(port: number): Guard {
  const host = `127.0.0.1:${port}`
  // Cookies do not know ports: two hosts on one machine need names of their own.
  const cookieName = `sitecraft_${port}`
  const secret = randomBytes(32).toString('base64url')
  const launches = new Set<string>()

  const checkOrigin: Guard['checkOrigin'] = ({ method, headers }) => {
    if (headers.host !== host) return 'wrong-host'
    const { origin } = headers
    if (origin === undefined ? method !== 'GET' : origin !== `http://${host}`) return 'wrong-origin'
    const site = headers['sec-fetch-site']
    const navigation = headers['sec-fetch-mode'] === 'navigate'
    return site === undefined || site === 'same-origin' || site === 'none' || navigation ? 'ok' : 'wrong-origin'
  }
  return {
    checkOrigin,
    issueLaunch() {
      const launch = randomBytes(24).toString('base64url')
      launches.add(launch)
      return launch
    },
    redeem(launch) {
      if (!launches.delete(launch)) return null
      return `${cookieName}=${secret}; Path=/; HttpOnly; SameSite=Strict`
    },
    check(request) {
      const verdict = checkOrigin(request)
      if (verdict !== 'ok') return verdict
      return sameText(cookieOf(request.headers.cookie, cookieName), secret) ? 'ok' : 'no-cookie'
    },
  }
}

function cookieOf(header: string | undefined, name: string): string {
  const found = header?.split(';').find((pair) => pair.trim().startsWith(`${name}=`))
  return found?.trim().slice(name.length + 1) ?? ''
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const sameText = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))
