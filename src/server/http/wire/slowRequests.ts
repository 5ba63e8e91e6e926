import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inIpRanges } from '#shared/domain/ipRanges.ts'
import { AppError } from '#shared/errors/index.ts'

const CHECK_MS = 1000
/** Node ends a connection whose request line and headers have not come by then. */
export const HEADER_LIMITS = { headersTimeout: 10_000, connectionsCheckingInterval: CHECK_MS }
/** In each window of a body so many bytes have to come: 1 KB a second. */
const WINDOW_MS = 10_000
const WINDOW_BYTES = 10 * 1024
/** A connection without its headers may be so old when its address has many of them. */
const FEW_PER_ADDRESS = 100
const SHORT_MS = 1000
/** Bodies of one address that may be on their way at once. */
const MAX_BODIES = 200

interface Body {
  request: FastifyRequest
  windowBegan: number
  bytesThen: number
}

/**
 * Ends what comes too slowly to be a real line, so that nobody keeps connections busy with a byte now and then: headers by a
 * time, bodies by a rate, so that a large upload over a slow line may take hours. Both are counted by address; the connections
 * of a trusted proxy are not, its clients' bodies are.
 */
export function endSlowRequests(app: FastifyInstance, trustedProxies: readonly string[]): void {
  const withoutHeaders = followConnections(app.server, trustedProxies)
  const bodies = new Set<Body>()
  app.addHook('onRequest', async (request, reply) => {
    const { raw, ip } = request
    if (!hasBody(request) || raw.complete) return
    let ofAddress = 0
    for (const body of bodies) if (body.request.ip === ip && isComing(body)) ofAddress += 1
    bodies.add({ request, windowBegan: performance.now(), bytesThen: raw.socket.bytesRead })
    if (ofAddress < MAX_BODIES) return
    reply.header('connection', 'close')
    throw new AppError('too-many', '这个地址同时上传的请求太多，请稍后再试')
  })
  const timer = setInterval(() => {
    const now = performance.now()
    endManyWithoutHeaders(withoutHeaders, now)
    for (const body of bodies)
      if (!isComing(body)) bodies.delete(body)
      else if (isTooSlow(body, now)) body.request.raw.socket.destroy()
  }, CHECK_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** When each connection began that has not sent the headers of its first request, by address. */
type WithoutHeaders = Map<string, Map<Socket, number>>

function followConnections(server: Server, trustedProxies: readonly string[]): WithoutHeaders {
  const all: WithoutHeaders = new Map()
  const addresses = new WeakMap<Socket, string>()
  const forget = (socket: Socket): void => {
    const address = addresses.get(socket) ?? ''
    const ofAddress = all.get(address)
    if (ofAddress?.delete(socket) && ofAddress.size === 0) all.delete(address)
  }
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    if (inIpRanges(address, trustedProxies)) return
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
    if (ofAddress.size <= FEW_PER_ADDRESS) continue
    for (const [socket, began] of ofAddress) if (now - began > SHORT_MS) socket.destroy()
  }
}

/** Also after an answer that did not wait for it: the connection stays until the body has ended. */
const isComing = ({ request: { raw } }: Body): boolean => !raw.complete && !raw.socket.destroyed

/** Begins a new window after a good one, and while the server itself is the one that does not read. */
function isTooSlow(body: Body, now: number): boolean {
  const { raw } = body.request
  const { bytesRead } = raw.socket
  const isUnread = raw.readableLength > 0
  if (!isUnread && now - body.windowBegan < WINDOW_MS) return false
  if (!isUnread && bytesRead - body.bytesThen < WINDOW_BYTES) return true
  body.windowBegan = now
  body.bytesThen = bytesRead
  return false
}
