import { type IncomingMessage, request as httpRequest, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { TLSSocket } from 'node:tls'
import { AppError } from '#shared/errors/index.ts'
import { certificateError, changedCertificate, fingerprintOf, readCertificate } from './tls.ts'

/** A server that says nothing for so long is given up. */
const SILENCE_MS = 45_000
/** Bytes of an answer that is kept as a whole. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024

/** Files up to this size are held in memory while they go. */
export const WHOLE_BYTES = 512 * 1024

export interface HttpCall {
  method: string
  url: URL
  headers?: Record<string, string>
  body?: Readable | Buffer | string
}

/** Requests to one server. Redirects are not followed: what is sent holds secrets. Errors are AppErrors or transient ones of Node. */
export interface HttpClient {
  send(call: HttpCall): Promise<IncomingMessage>
  close(): void
}

/**
 * @param certificate fingerprint that a person has agreed to; '' for one that this machine trusts by itself
 * @param signal ends all requests
 */
export function openHttp(certificate: string, signal: AbortSignal): HttpClient {
  // Node's own agents go through a proxy where there is one. A certificate of one's own is that of a server of the house.
  const pinned = certificate === '' ? null : new HttpsAgent({ keepAlive: true, maxCachedSessions: 0 })
  // What can't be sent twice goes over a connection that the server has not begun to close.
  const pinnedOnce = certificate === '' ? null : new HttpsAgent({ maxCachedSessions: 0 })
  const checked = new WeakSet<TLSSocket>()
  const ask = async (
    { method, url, headers = {}, body }: HttpCall,
    isFresh = body instanceof Readable,
  ): Promise<IncomingMessage> => {
    const length =
      typeof body === 'string' || Buffer.isBuffer(body) ? { 'content-length': Buffer.byteLength(body) } : {}
    const isSecure = url.protocol === 'https:'
    const agent = isFresh ? pinnedOnce : pinned
    const options: RequestOptions & { rejectUnauthorized?: boolean } = {
      method,
      headers: { ...length, ...headers },
      signal,
      ...(isSecure && agent ? { agent, rejectUnauthorized: false } : {}),
    }
    const request = (isSecure ? httpsRequest : httpRequest)(url, options)
    request.setTimeout(SILENCE_MS, () =>
      request.destroy(new AppError('timeout', `服务器“${url.host}”长时间没有响应，请稍后重试`)),
    )
    if (isSecure && agent)
      request.on('socket', (socket) => {
        if (!(socket instanceof TLSSocket) || checked.has(socket)) return
        checked.add(socket)
        socket.once('secureConnect', () => {
          const seen = fingerprintOf(socket)
          if (seen !== certificate) socket.destroy(changedCertificate(url.host, seen))
        })
      })
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).on('error', reject)
    })
    const sent = sendBody(request, body)
    // An answer that comes before the body has gone is a refusal; the rest of the body need not go.
    sent.catch((error: unknown) => request.destroy(error instanceof Error ? error : new Error(String(error))))
    return answered.catch((error: unknown) => {
      throw Object.assign(error instanceof Error ? error : new Error(String(error)), { isStale: request.reusedSocket })
    })
  }
  const send = async (call: HttpCall): Promise<IncomingMessage> => {
    try {
      // A server may close a connection at the moment at which it is used again.
      return await ask(call).catch((error: unknown) => {
        if (call.body instanceof Readable || !isStale(error)) throw error
        return ask(call, true)
      })
    } catch (error) {
      throw connectError(error, call.url.host)
    }
  }
  return {
    send,
    close: () => {
      pinned?.destroy()
      pinnedOnce?.destroy()
    },
  }
}

const isStale = (error: unknown): boolean => {
  const { code, isStale: isReused } = error as { code?: string; isStale?: boolean }
  return isReused === true && (code === 'ECONNRESET' || code === 'EPIPE')
}

async function sendBody(request: NodeJS.WritableStream, body: HttpCall['body']): Promise<void> {
  if (body instanceof Readable) return pipeline(body, request)
  if (body === undefined) request.end()
  else request.end(body)
}

/** Reads an answer as a whole, so that its connection can be used again. */
export async function readBody(answer: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of answer as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > MAX_ANSWER_BYTES) throw new AppError('too-large', '服务器的响应过大，请检查地址')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** A small file in one piece, so that it can be sent again. */
export async function readWhole(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of stream as AsyncIterable<Buffer>) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** What a person does when a server can't be reached; errors that are none of the connection stay as they are. */
export function connectError(error: unknown, host: string): unknown {
  if (error instanceof AppError) return error
  const { code, cause: reason } = error as { code?: unknown; cause?: unknown }
  const isLate = code === 'ETIMEDOUT' || (reason instanceof Error && reason.name === 'TimeoutError')
  const cause = { cause: error }
  if (isLate) return new AppError('timeout', `连接服务器“${host}”超时，请检查地址、端口和防火墙`, cause)
  if (code === 'ECONNREFUSED')
    return new AppError('unavailable', `服务器“${host}”拒绝连接，请检查地址和端口，以及服务是否已启动`, cause)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new AppError('unavailable', `找不到服务器“${host}”，请检查地址`, cause)
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return new AppError('unavailable', `无法到达服务器“${host}”，请检查网络和地址`, cause)
  return certificateError(error, host) ?? error
}

const HTTPS_PORT = 443

/** The fingerprint of the certificate of a web server. */
export async function readWebCertificate(url: URL): Promise<string> {
  if (url.protocol !== 'https:') throw new AppError('invalid', '地址以 http:// 开头，没有证书，请改为 https://')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  try {
    return await readCertificate(host, Number(url.port || HTTPS_PORT))
  } catch (error) {
    const known = connectError(error, url.host)
    if (known instanceof AppError) throw known
    throw new AppError('unavailable', `服务器“${url.host}”中断了连接，请检查地址和端口`, { cause: error })
  }
}
