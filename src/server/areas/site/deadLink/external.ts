import { mapParallel } from '#server/parallel.ts'
import type { OutgoingOptions } from '#server/deps.ts'
import { requestPublic } from '#server/net/requestPublic.ts'
import { PRIVATE_ADDRESS } from '#server/net/publicAddresses.ts'

/** Requests a page of another website and returns its status. Errors have a `code`. */
export type RequestStatus = (url: URL, method: 'HEAD' | 'GET') => Promise<number>

const REQUEST_TIMEOUT_MS = 8000
const MAX_PARALLEL = 6

/** Creates a requester for public addresses and the private networks that the operator allows. */
export const createWebRequester =
  (outgoing?: OutgoingOptions): RequestStatus =>
  async (url, method) => {
    const headers = { 'user-agent': 'Mozilla/5.0 (compatible; link check)', accept: '*/*' }
    const answer = await requestPublic(
      url,
      { method, headers, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) },
      outgoing,
    )
    answer.destroy()
    return answer.statusCode ?? 0
  }

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: '找不到该网站（域名无法解析）',
  CERT_HAS_EXPIRED: '网站的证书已过期',
}

/** Finds dead addresses and their reasons. Addresses that respond, or may not be requested, are left out. */
export async function findDeadExternal(
  addresses: readonly string[],
  onDone: (done: number) => Promise<void>,
  ask: RequestStatus = createWebRequester(),
): Promise<Map<string, string>> {
  const dead = new Map<string, string>()
  let done = 0
  await mapParallel(addresses, MAX_PARALLEL, async (address) => {
    const reason = await findReason(new URL(address), ask)
    if (reason !== null) dead.set(address, reason)
    done += 1
    await onDone(done)
  })
  return dead
}

async function findReason(url: URL, ask: RequestStatus): Promise<string | null> {
  try {
    const first = await ask(url, 'HEAD')
    // Not every server supports HEAD.
    const status = first >= 400 ? await ask(url, 'GET') : first
    return status === 404 || status === 410
      ? `对方网站上没有该页面（${status}）`
      : status >= 500
        ? `对方网站出错（${status}）`
        : null
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === PRIVATE_ADDRESS) return null
    return REASONS[code] ?? '无法连接对方网站'
  }
}
