import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { apiNames, operations } from '#shared/contract/registry.ts'
import { describeOperation } from './describe.ts'
import { routeOf } from '../routeOf.ts'

/** Swagger's page sets inline styles; everything else is a file of this server. */
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Creates a server of the API document from the contract: pages at `routePrefix`, JSON below it.
 * @param others routes outside the contract, with their own schemas
 */
export async function openApiServer(
  routePrefix: string,
  version: string,
  others: readonly RouteOptions[],
): Promise<FastifyInstance> {
  const app = Fastify()
  app.setValidatorCompiler(() => (value: unknown) => ({ value }))
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: '站匠 CMS API', version, description: '统一返回 {code, msg, data}；code 为 200 表示成功。' },
      components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'authorization' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(swaggerUi, { routePrefix, staticCSP: CSP, uiConfig: { docExpansion: 'none' } })
  await app.register(async (scope) => {
    // These routes are only described and never called.
    const handler = async (): Promise<null> => null
    for (const name of apiNames) scope.route({ ...routeOf(operations[name]), schema: describeOperation(name), handler })
    for (const { method, url, schema } of others) scope.route({ method, url, ...(schema && { schema }), handler })
  })
  await app.ready()
  return app
}
