import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { AppError } from '#shared/errors/index.ts'
import { environmentOutgoing, type Outgoing } from '../network/outgoing.ts'
import { proxySignInProblem } from '../network/problem.ts'
import { proxyName } from '../network/proxy.ts'
import { cancelledError, networkError, timeoutError } from './networkError.ts'
import { decompress } from './compression.ts'
import { readUpTo } from '../network/readUpTo.ts'

const UNREADABLE = '读取文件失败，可能已被移动、删除或被其他程序占用，请重新选择'

/** Bytes. No call returns more; a larger response is no API (an endless stream) and must not fill the memory. */
const MAX_BODY_BYTES = 128 * 1024 * 1024

export interface HttpRequest {
  /** The operation of this request, for error details. */
  operation: string
  url: URL
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: Buffer | Body
  /** Accepted fingerprint of a self-signed certificate; empty for the system's trust. */
  certificate: string
  signal?: AbortSignal | undefined
  /** Milliseconds of silence on the socket after which the request fails; 0 for none. */
  timeoutMs: number
  /** The call only reads, so sending it twice is harmless. */
  repeatable: boolean
  /** Selects the proxy and the trusted certificates; default: by the environment. */
  outgoing?: Outgoing | undefined
}

const SYSTEMS: Record<string, string | undefined> = { win32: 'Windows', darwin: 'Macintosh', linux: 'Linux' }
/** The server shows this in its sign-in log and, to the owner, in 我的登录. */
const USER_AGENT = `Sitecraft (${SYSTEMS[process.platform] ?? process.platform})`

/**
 * Sends one request; resolves when the response's headers have arrived. Uses Node's http, because fetch has no pinned
 * certificates, upload progress or silence timeouts.
 * @throws AppError `no-response`, `bad-certificate`, `timeout`, `cancelled`
 */
export async function send(request: HttpRequest): Promise<IncomingMessage> {
  try {
    return await attempt(request)
  } catch (error) {
    // A kept-alive socket may have been closed by the server; a read-only call is sent again.
    const stale = error instanceof StaleSocketError && request.repeatable && !request.signal?.aborted
    if (stale) return attempt(request).catch((again: unknown) => fail(again, request))
    return fail(error, request)
  }
}

/**
 * Reads the whole body; null when it exceeds the limit for calls.
 * @throws AppError `no-response` when the connection is cut
 */
export async function readBody(response: IncomingMessage, operation: string): Promise<Buffer | null> {
  try {
    return await readUpTo(decompress(response), MAX_BODY_BYTES)
  } catch (error) {
    throw networkError(error, operation)
  }
}

class StaleSocketError extends Error {}

function fail(error: unknown, request: HttpRequest): never {
  throw networkError(error instanceof StaleSocketError ? error.cause : error, request.operation)
}

async function attempt(request: HttpRequest): Promise<IncomingMessage> {
  const { url, method, headers, body, certificate, signal, timeoutMs, operation } = request
  const way = await (request.outgoing ?? environmentOutgoing).routeRequest(url, certificate)
  if (signal?.aborted) throw cancelledError(operation)
  return new Promise((resolve, reject) => {
    const outgoing = (way.secure ? https : http).request({
      ...way.options,
      method,
      headers: { 'user-agent': USER_AGENT, ...way.options.headers, ...headers },
      // Set as an option: outgoing.setTimeout() would not cover the time until the connection is established.
      timeout: timeoutMs,
      ...(signal ? { signal } : {}),
    })
    // An aborted request emits nothing while it waits for a socket.
    const cancel = (): void => reject(cancelledError(operation))
    signal?.addEventListener('abort', cancel, { once: true })
    outgoing.once('close', () => signal?.removeEventListener('abort', cancel))
    outgoing.once('response', (response) => {
      // A server that rejects early need not receive the rest of the body.
      response.once('end', () => outgoing.writableEnded || outgoing.destroy())
      if (way.forwarder && response.statusCode === 407) {
        response.resume()
        const schemes = response.headers['proxy-authenticate'] ?? ''
        return reject(proxySignInProblem(proxyName(way.forwarder), schemes, way.credentials))
      }
      resolve(response)
    })
    outgoing.once('error', (error) => {
      reject(outgoing.reusedSocket ? new StaleSocketError('reused', { cause: error }) : error)
    })
    // The timeout also covers the response's body: destroying the request destroys the response.
    outgoing.once('timeout', () => outgoing.destroy(timeoutError(operation)))
    if (!body || Buffer.isBuffer(body)) outgoing.end(body)
    else {
      sendBody(body, outgoing).catch((cause: unknown) =>
        outgoing.destroy(cause instanceof AppError ? cause : new AppError('not-found', UNREADABLE, { cause })),
      )
    }
  })
}

/** Produces a body. A piece may be overwritten once the next one is requested. */
type Body = AsyncIterable<Buffer>

/**
 * Sends a body and ends the request, with backpressure: a piece is read when the previous one has left for the socket.
 * Stops when the request closes; throws what reading the body throws.
 */
async function sendBody(body: Body, outgoing: ClientRequest): Promise<void> {
  // An aborted request never calls back for a pending write; its `close` ends the wait.
  const closed = new Promise<false>((resolve) => outgoing.once('close', () => resolve(false)))
  for await (const piece of body) {
    const left = new Promise<boolean>((resolve) => outgoing.write(piece, (error) => resolve(!error)))
    if (outgoing.destroyed || !(await Promise.race([left, closed]))) return
  }
  outgoing.end()
}
