import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

export const DOCS_PATH = '/api/docs'

/** Swagger's page sets styles on elements; nothing else is inline and nothing comes from elsewhere. */
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The API document, made from the contract: JSON at /api/docs/json, pages at /api/docs; nothing comes from elsewhere. */
export async function registerDocs(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: '站匠 CMS API', version, description: '统一返回 {code, msg, data}；code 为 200 表示成功。' },
      components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'authorization' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(swaggerUi, { routePrefix: DOCS_PATH, staticCSP: CSP, uiConfig: { docExpansion: 'none' } })
}
