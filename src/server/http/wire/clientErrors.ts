import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type Envelope, httpStatus, wireCode } from '#shared/errors/envelope.ts'
import { AppError } from '#shared/errors/index.ts'

/** Node's codes: https://nodejs.org/api/http.html#event-clienterror */
const TOO_LONG = 'HPE_HEADER_OVERFLOW'
const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT'

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

function responseFor(code: string): { status: number; error: AppError } {
  if (code === TOO_LONG)
    return {
      status: 431,
      error: new AppError('too-large', '请求的地址和头部过长，请缩短地址，或清除本站的 Cookie 后重试'),
    }
  if (code === TOO_SLOW) return { status: 408, error: new AppError('timeout', '请求发送超时，请检查网络后重试') }
  return {
    status: httpStatus(wireCode('invalid')),
    error: new AppError('invalid', '请求不符合 HTTP 格式，请检查客户端或代理'),
  }
}

/**
 * Responds to requests that are not valid HTTP and so reach no handler: with the usual error envelope, then closes the
 * connection. A connection with a response in progress is closed without one.
 */
export class ClientErrors {
  readonly #busy = new WeakMap<Socket, number>()

  readonly handle = (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (!socket.writable || (this.#busy.get(socket) ?? 0) > 0) return void socket.destroy()
    const { status, error: told } = responseFor(error.code ?? '')
    const body = JSON.stringify({ code: wireCode(told.code), msg: told.message, data: null } satisfies Envelope)
    const lines = [
      `HTTP/1.1 ${status} ${REASONS[status] ?? 'Error'}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'x-content-type-options: nosniff',
      'cache-control: no-store',
      'connection: close',
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
    socket.destroySoon()
  }

  /** Tracks which connections have a response in progress. */
  trackResponses(server: Server): void {
    server.on('request', ({ socket }, response) => {
      this.#busy.set(socket, (this.#busy.get(socket) ?? 0) + 1)
      response.once('close', () => this.#busy.set(socket, (this.#busy.get(socket) ?? 1) - 1))
    })
  }
}
