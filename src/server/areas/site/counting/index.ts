import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import { parseJsonOrNull } from '#shared/util/json.ts'
import { COUNT_PATH, COUNT_SCRIPT, SCRIPT } from './script.ts'
import { recordReport } from './report.ts'

export { COUNT_PATH, COUNT_SCRIPT } from './script.ts'

const MAX_REPORT_BYTES = 4096
/** Limit of reports per address, minute and process; people click less often. */
const MAX_PER_MINUTE = 300

/** The counting script and the endpoint it reports to (decision 044), on every site's domain and on this server's. */
export async function serveCounting(app: FastifyInstance, deps: ServerDeps): Promise<void> {
  app.removeAllContentTypeParsers()
  // sendBeacon sends text/plain; every content type is parsed as text.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
    done(null, parseJsonOrNull(String(body))),
  )
  app.get(COUNT_SCRIPT, (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(SCRIPT),
  )
  app.post(
    COUNT_PATH,
    { bodyLimit: MAX_REPORT_BYTES, config: { rateLimit: { max: MAX_PER_MINUTE, timeWindow: '1 minute' } } },
    async (request, reply) => {
      const { origin = '', 'user-agent': userAgent = '' } = request.headers
      await recordReport(deps, request.body, { ip: request.ip, userAgent, origin })
      return reply.header('cross-origin-resource-policy', 'cross-origin').status(204).send()
    },
  )
}
