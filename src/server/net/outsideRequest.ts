import { type IncomingHttpHeaders, type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { OutgoingOptions } from '#server/deps.ts'
import { isProxied } from '#server/http/wire/proxyRules.ts'
import { isAddressAllowed, PRIVATE_ADDRESS, privateAddressError, createPublicLookup } from './publicAddresses.ts'

export interface OutsideRequest {
  method: 'GET' | 'POST'
  url: URL
  headers: Readonly<Record<string, string | number>>
  body?: string
  /** More of a response is not read. */
  maxBytes: number
  /** Of the whole exchange. */
  timeoutMs: number
}

export interface OutsideResponse {
  status: number
  headers: IncomingHttpHeaders
  /** At most `maxBytes` and the rest of a piece. */
  body: Buffer
}

/** Sends one request to a server outside the private networks. Redirects are not followed, because their targets are not checked. */
export async function requestOutside(
  { method, url, headers, body, maxBytes, timeoutMs }: OutsideRequest,
  { allowed = [], resolve }: Partial<Pick<OutgoingOptions, 'allowed' | 'resolve'>>,
): Promise<OutsideResponse> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isAddressAllowed(host, allowed)) throw privateAddressError()
  const send = url.protocol === 'http:' ? httpRequest : httpsRequest
  // A proxy resolves the host name itself and enforces the company's own rules.
  const route = isProxied(url) ? {} : ({ lookup: createPublicLookup(allowed, resolve), agent: false } as const)
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await new Promise<IncomingMessage>((done, fail) => {
    const sent = send(url, { method, headers, ...route, signal }, done)
    // The listener stays, because a later error without a listener would end the process.
    sent.on('error', fail).end(body)
  })
  // After a timeout the stream reports a closed connection; the timeout is the real reason.
  const read = await readBody(response, maxBytes).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error
  })
  return { status: response.statusCode ?? 0, headers: response.headers, body: read }
}

/** Reads the beginning of a response and drops the rest. */
async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part)
    bytes += part.length
    if (bytes >= maxBytes) break
  }
  response.destroy()
  return Buffer.concat(parts)
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: '域名无法解析',
  EAI_AGAIN: '域名暂时无法解析',
  CERT_HAS_EXPIRED: '对方的证书已过期',
  DEPTH_ZERO_SELF_SIGNED_CERT: '对方使用自签名证书',
}

/** Why a request failed, in Chinese. @param address what the address is called, `接收地址` */
export function describeRequestError(error: unknown, timeoutMs: number, address: string): string {
  const { code = '', name }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error))
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ABORT_ERR')
    return `对方 ${timeoutMs / 1000} 秒内没有响应`
  if (code === PRIVATE_ADDRESS)
    return `${address}属于内部网络，不允许访问；需要时请管理员在服务器设置 SITECRAFT_OUTGOING_ALLOW`
  // The text must not reveal whether a port is closed, filtered or speaks another protocol.
  return REASONS[code] ?? '无法连接对方'
}
