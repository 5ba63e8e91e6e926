import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'

/** Path of the API document: its pages, and below it the JSON at `json`. */
export const DOCS_PATH = '/api/docs'

/**
 * Serves the API document. A separate Fastify instance that never listens creates it at the first request, because
 * describing some hundred operations would delay each start.
 */
export function registerDocs(app: FastifyInstance, version: string): void {
  const described: RouteOptions[] = []
  app.addHook('onRoute', (route) => void (route.schema && described.push(route)))
  let docs: Promise<FastifyInstance> | null = null
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // The page refers to its styles and scripts relative to a folder, because a proxy may serve the API below a path.
    if (request.url.split('?')[0] === DOCS_PATH) return reply.redirect(`${DOCS_PATH.split('/').at(-1)}/`)
    docs ??= import('./openapi.ts').then(({ openApiServer }) => openApiServer(DOCS_PATH, version, described))
    const { statusCode, headers, rawPayload } = await (await docs).inject({ method: 'GET', url: request.url })
    return reply.code(statusCode).headers(headers).send(rawPayload)
  }
  app.get(DOCS_PATH, answer)
  app.get(`${DOCS_PATH}/*`, answer)
  app.addHook('onClose', async () => (await docs)?.close())
}
