import type { FastifyInstance } from 'fastify'
import type { ApiOperation } from '#shared/contract/define.ts'
import { apiNames, operations } from '#shared/contract/registry.ts'
import { REQUEST_ID_HEADER } from '#shared/errors/envelope.ts'
import type { ServerDeps } from '#server/deps.ts'
import { metricsOf } from '#server/observe/metricsOf.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the contract's operation, for the log and the metrics. */
    operation?: string
  }
}

const SIGN_INS: ReadonlySet<string> = new Set(apiNames.filter((name) => (operations[name] as ApiOperation).signsIn))

/**
 * Logs and counts each response. The request id is in the response, in all log lines of the request and in messages of
 * the desktop program. Paths are logged without the query, which may contain secrets.
 */
export function logRequests(app: FastifyInstance, deps: ServerDeps): void {
  const { requests, requestTime, signIns } = metricsOf(deps)
  app.addHook('onRequest', async (request, reply) => void reply.header(REQUEST_ID_HEADER, request.id))
  app.addHook('onResponse', async (request, reply) => {
    const { config, url } = request.routeOptions
    const operation = config.operation ?? (url ? 'other' : 'none')
    const { statusCode: status, elapsedTime } = reply
    requests.inc({ operation, status })
    requestTime.observe({ operation }, elapsedTime / 1000)
    if (SIGN_INS.has(operation)) signIns.inc({ outcome: status < 300 ? 'ok' : 'failed' })
    const who = request.signed
    const { method, ip } = request
    const line = { operation, method, path: request.url.split('?')[0], status, ms: Math.round(elapsedTime), ip }
    request.log.info({ ...line, ...(who && { account: who.accountId }) }, 'request')
  })
}
