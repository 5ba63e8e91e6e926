import type { FastifyInstance } from 'fastify'
import { REQUEST_ID_HEADER } from '#shared/errors/envelope.ts'
import { DOCS_PATH } from '../docs/docs.ts'

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-site',
  'cache-control': 'no-store',
}
const METHODS = 'GET, POST, HEAD, OPTIONS'
const ALLOWED_HEADERS = 'authorization, content-type, range'
/** The mock endpoints read their token from a separate header. */
const MOCK_HEADERS = `${ALLOWED_HEADERS}, token`

/**
 * Sets headers against framing, sniffing and caching of responses; a route may override them. CORS allows exact
 * origins.
 */
export function addSecurityHeaders(app: FastifyInstance, corsOrigins: readonly string[], mock = false): void {
  app.addHook('onRequest', async (request, reply) => {
    const origin = request.headers.origin
    if (!origin || !corsOrigins.includes(origin)) return
    reply.header('access-control-allow-origin', origin).header('vary', 'origin')
    reply.header('access-control-expose-headers', REQUEST_ID_HEADER)
    if (request.method !== 'OPTIONS') return
    reply.header('access-control-allow-methods', METHODS)
    reply.header('access-control-allow-headers', mock ? MOCK_HEADERS : ALLOWED_HEADERS)
    return reply.header('access-control-max-age', '600').status(204).send()
  })
  app.addHook('onSend', async (request, reply) => {
    for (const [name, value] of Object.entries(HEADERS)) if (!reply.hasHeader(name)) reply.header(name, value)
    if (!request.url.startsWith(DOCS_PATH) && !reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  })
}
