import { lookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isProxied } from '#server/http/proxied.ts'
import { inIpRanges } from '#shared/domain/ipRanges.ts'

/** Asks another website for a page: its status. Errors have a `code`. */
export type Ask = (url: URL, method: 'HEAD' | 'GET') => Promise<number>

/** Networks that a link of a page may not make the server ask. */
const OWN =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3 ::/96 64:ff9b::/96 fc00::/7 fe80::/10 ff00::/8'.split(
    ' ',
  )
const PATIENCE_MS = 8000
const AT_ONCE = 6
const NOT_ASKED = 'ENOTASKED'

const isPublic = (address: string): boolean => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(plain) !== 0 && !inIpRanges(plain, OWN)
}

const publicOnly: LookupFunction = (hostname, options, answer) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const good = error ? [] : found.filter(({ address }) => isPublic(address))
    const [first] = good
    if (!first) answer(error ?? Object.assign(new Error('a private address'), { code: NOT_ASKED }), '', 0)
    else if (options.all) answer(null, good)
    else answer(null, first.address, first.family)
  })
}

const askWeb: Ask = (url, method) =>
  new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !isPublic(host)) {
      reject(Object.assign(new Error('a private address'), { code: NOT_ASKED }))
      return
    }
    const ask = url.protocol === 'http:' ? httpRequest : httpsRequest
    const headers = { 'user-agent': 'Mozilla/5.0 (compatible; link check)', accept: '*/*' }
    // A proxy resolves the name itself, and is the company's own guard of what may be asked for.
    const way = isProxied(url) ? {} : ({ lookup: publicOnly, agent: false } as const)
    ask(url, { method, headers, ...way, signal: AbortSignal.timeout(PATIENCE_MS) }, (answer) => {
      answer.destroy()
      resolve(answer.statusCode ?? 0)
    })
      .once('error', reject)
      .end()
  })

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: '找不到这个网站（域名无法解析）',
  ECONNREFUSED: '网站拒绝连接',
  ECONNRESET: '网站中断了连接',
  ABORT_ERR: `网站 ${PATIENCE_MS / 1000} 秒内没有应答`,
  ETIMEDOUT: '网站没有应答',
  CERT_HAS_EXPIRED: '网站的证书已过期',
}

/** Why the addresses are dead, by address; those that answer, or can't be asked from here, are not in it. */
export async function deadExternal(
  addresses: readonly string[],
  onDone: (done: number) => Promise<void>,
  ask: Ask = askWeb,
): Promise<Map<string, string>> {
  const dead = new Map<string, string>()
  const left = [...addresses]
  let done = 0
  const work = async (): Promise<void> => {
    for (let address = left.shift(); address !== undefined; address = left.shift()) {
      const reason = await reasonOf(new URL(address), ask)
      if (reason !== null) dead.set(address, reason)
      done += 1
      await onDone(done)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return dead
}

async function reasonOf(url: URL, ask: Ask): Promise<string | null> {
  try {
    const first = await ask(url, 'HEAD')
    // Not every server knows HEAD.
    const status = first >= 400 ? await ask(url, 'GET') : first
    return status === 404 || status === 410
      ? `对方网站上没有这个页面（${status}）`
      : status >= 500
        ? `对方网站出错（${status}）`
        : null
  } catch (error) {
    const { code = '', name } = error as NodeJS.ErrnoException
    if (code === NOT_ASKED) return null
    return REASONS[name === 'TimeoutError' ? 'ABORT_ERR' : code] ?? '连接不上对方网站'
  }
}
