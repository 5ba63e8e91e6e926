import { isInIpRanges, isIpRange } from '#shared/domain/ipRanges.ts'

/** An HTTP proxy server. */
export interface Proxy {
  /** Whether the connection to the proxy itself is encrypted. */
  secure: boolean
  host: string
  port: number
  /** `user:password` from its address; '' for none. */
  auth: string
}

/** The routes to a server, best first: a proxy, or null for a direct connection. */
export type Routes = readonly (Proxy | null)[]

export const proxyName = ({ host, port }: Proxy): string => `${host.includes(':') ? `[${host}]` : host}:${port}`

/** Parses `proxy.corp:8080` or `http(s)://[user:password@]proxy.corp:8080`; null for anything else. */
export function parseProxy(text: string): Proxy | null {
  const wanted = text.trim()
  const address = /^[a-z][\w+.-]*:\/\//i.test(wanted) ? wanted : `http://${wanted}`
  if (!wanted || /\s/.test(wanted) || !URL.canParse(address)) return null
  const url = new URL(address)
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || !url.hostname) return null
  const secure = url.protocol === 'https:'
  const auth = url.username ? `${decode(url.username)}:${decode(url.password)}` : ''
  return { secure, host: withoutBrackets(url.hostname), port: Number(url.port || (secure ? 443 : 80)), auth }
}

/** Whether a person may enter this address. A password belongs in the keychain, not in the address. */
export const isUsableAddress = (text: string): boolean => parseProxy(text)?.auth === ''

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A host name for sockets: an IPv6 address without its brackets. */
export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/**
 * Parses the result of a PAC script or of Electron's session: `PROXY a:8080; HTTPS b:443; DIRECT`. Unsupported kinds
 * are returned in `unknown`.
 */
export function parsePacAnswer(answer: string): { routes: Routes; unknown: string[] } {
  const routes: (Proxy | null)[] = []
  const unknown: string[] = []
  for (const part of answer.split(';').map((each) => each.trim())) {
    const [kind = '', address = ''] = part.split(/\s+/)
    if (/^direct$/i.test(kind)) routes.push(null)
    else if (/^(proxy|http|https)$/i.test(kind)) {
      const proxy = parseProxy(`${/^https$/i.test(kind) ? 'https' : 'http'}://${address}`)
      if (proxy) routes.push(proxy)
      else unknown.push(part)
    } else if (part) unknown.push(part)
  }
  return { routes: routes.length === 0 && unknown.length === 0 ? [null] : routes, unknown }
}

const LOOPBACK = ['127.0.0.0/8', '::1']

/** Whether the host is this computer, which is never reached through a proxy. */
export function isLoopback(hostname: string): boolean {
  const host = withoutBrackets(hostname).toLowerCase()
  return host === 'localhost' || host.endsWith('.localhost') || isInIpRanges(host, LOOPBACK)
}

/**
 * Whether the server matches an exception. As in NO_PROXY and Windows, exceptions are separated by comma, semicolon or
 * space: `*`, `example.com` and `.example.com` (with subdomains), `*.example.com`, `host:port`, an address,
 * `10.0.0.0/8`, `<local>` for names without a dot.
 */
export function isExcepted(url: URL, exceptions: string): boolean {
  const host = withoutBrackets(url.hostname).toLowerCase()
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return exceptions
    .toLowerCase()
    .split(/[\s,;]+/)
    .some((entry) => entry !== '' && matches(entry, host, port))
}

function matches(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true
  if (entry === '<local>') return !host.includes('.') && !host.includes(':')
  if (entry.includes('/')) return isIpRange(entry) && isInIpRanges(host, [entry])
  const [, name = entry, wanted = ''] = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(entry) ?? []
  if (wanted && wanted !== port) return false
  const plain = withoutBrackets(name).replace(/^\*?\./, '')
  if (/[*?]/.test(plain)) return wildcard(plain).test(host)
  return host === plain || host.endsWith(`.${plain}`)
}

const wildcard = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/\?/g, '.')}$`,
  )

/** The environment's proxy for an address (HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY; upper or lower case). */
export function environmentProxy(url: URL, env: NodeJS.ProcessEnv): { text: string; name: string } | null {
  const value = (name: string): string => env[name.toLowerCase()] || env[name] || ''
  if (isExcepted(url, value('NO_PROXY'))) return null
  const names = [url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY', 'ALL_PROXY']
  const name = names.find((each) => value(each) !== '')
  return name ? { text: value(name), name } : null
}
