import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isInIpRanges } from '#shared/domain/ipRanges.ts'
import { AppError } from '#shared/errors/index.ts'

const CHECK_MS = 1000
/** Node closes a connection whose request line and headers do not arrive within this time. */
export const HEADER_LIMITS = { headersTimeout: 10_000, connectionsCheckingInterval: CHECK_MS }
/** In each window at least this many bytes of a body must arrive: 1 KB per second. */
const WINDOW_MS = 10_000
const WINDOW_BYTES = 10 * 1024
/** An address may have this many connections without headers; in excess of it, they are closed after SHORT_MS. */
const MAX_WITHOUT_HEADERS = 100
const SHORT_MS = 1000
/** Maximum number of simultaneous request bodies of one address. */
const MAX_BODIES = 200

interface Body {
  request: FastifyRequest
  windowStart: number
  bytesAtStart: number
}

/**
 * Closes connections that send too slowly (slowloris attacks): headers have a timeout, bodies a minimum rate, so that a
 * large upload over a slow line may take hours. Both are counted by address. Connections of a trusted proxy are exempt
 * from the count; the bodies of its clients are counted.
 */
export function endSlowRequests(app: FastifyInstance, trustedProxies: readonly string[]): void {
  const withoutHeaders = trackConnections(app.server, trustedProxies)
  const bodies = new Set<Body>()
  app.addHook('onRequest', async (request, reply) => {
    const { raw, ip } = request
    if (!hasBody(request) || raw.complete) return
    let ofAddress = 0
    for (const body of bodies) if (body.request.ip === ip && isArriving(body)) ofAddress += 1
    bodies.add({ request, windowStart: performance.now(), bytesAtStart: raw.socket.bytesRead })
    if (ofAddress < MAX_BODIES) return
    reply.header('connection', 'close')
    throw new AppError('too-many', `该地址同时上传的请求超过 ${MAX_BODIES} 个，请稍后重试`)
  })
  const timer = setInterval(() => {
    const now = performance.now()
    endManyWithoutHeaders(withoutHeaders, now)
    for (const body of bodies)
      if (!isArriving(body)) bodies.delete(body)
      else if (isTooSlow(body, now)) body.request.raw.socket.destroy()
  }, CHECK_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Start times of connections that have not sent the headers of their first request, by address. */
type WithoutHeaders = Map<string, Map<Socket, number>>

function trackConnections(server: Server, trustedProxies: readonly string[]): WithoutHeaders {
  const all: WithoutHeaders = new Map()
  const addresses = new WeakMap<Socket, string>()
  const forget = (socket: Socket): void => {
    const address = addresses.get(socket) ?? ''
    const ofAddress = all.get(address)
    if (ofAddress?.delete(socket) && ofAddress.size === 0) all.delete(address)
  }
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    if (isInIpRanges(address, trustedProxies)) return
    addresses.set(socket, address)
    const ofAddress = all.get(address) ?? new Map<Socket, number>()
    all.set(address, ofAddress.set(socket, performance.now()))
    socket.once('close', () => forget(socket))
  })
  server.on('request', ({ socket }) => forget(socket))
  return all
}

function endManyWithoutHeaders(all: WithoutHeaders, now: number): void {
  for (const ofAddress of all.values()) {
    if (ofAddress.size <= MAX_WITHOUT_HEADERS) continue
    for (const [socket, began] of ofAddress) if (now - began > SHORT_MS) socket.destroy()
  }
}

/** The body may still arrive after an early response: the connection stays open until the body has ended. */
const isArriving = ({ request: { raw } }: Body): boolean => !raw.complete && !raw.socket.destroyed

/** Starts a new window after a sufficient one, and while the server itself is not reading. */
function isTooSlow(body: Body, now: number): boolean {
  const { raw } = body.request
  const { bytesRead } = raw.socket
  const isUnread = raw.readableLength > 0
  if (!isUnread && now - body.windowStart < WINDOW_MS) return false
  if (!isUnread && bytesRead - body.bytesAtStart < WINDOW_BYTES) return true
  body.windowStart = now
  body.bytesAtStart = bytesRead
  return false
}
