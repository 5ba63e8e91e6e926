import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'

/** Where the API document stands: pages here, JSON below it at `json`. */
export const DOCS_PATH = '/api/docs'

/**
 * The API document. It is made at the first request for it, by a server of its own that never listens: what it takes to
 * describe some hundred operations would make every start wait.
 */
export function registerDocs(app: FastifyInstance, version: string): void {
  const described: RouteOptions[] = []
  app.addHook('onRoute', (route) => void (route.schema && described.push(route)))
  let docs: Promise<FastifyInstance> | null = null
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // The page names its styles and scripts relative to a folder: behind a proxy the API may stand below a path.
    if (request.url.split('?')[0] === DOCS_PATH) return reply.redirect(`${DOCS_PATH.split('/').at(-1)}/`)
    docs ??= import('./openapi.ts').then(({ openApiServer }) => openApiServer(DOCS_PATH, version, described))
    const { statusCode, headers, rawPayload } = await (await docs).inject({ method: 'GET', url: request.url })
    return reply.code(statusCode).headers(headers).send(rawPayload)
  }
  app.get(DOCS_PATH, answer)
  app.get(`${DOCS_PATH}/*`, answer)
  app.addHook('onClose', async () => (await docs)?.close())
}
