import type { FastifySchema } from 'fastify'
import { z } from 'zod'
import type { ApiOperation } from '#shared/contract/define.ts'
import type { ApiName } from '#shared/contract/registry.ts'

const BODIES = ['application/json', 'application/x-www-form-urlencoded']
const MULTIPART = z.object({ file: z.string().meta({ format: 'binary' }) })

/** What the API document says of an operation. Requests are parsed by http/input.ts, not by Fastify. */
export function describe(name: ApiName, op: ApiOperation): FastifySchema {
  const where = op.method === 'POST' ? 'body' : op.path.includes('{') ? 'params' : 'querystring'
  const bare = op.input instanceof z.ZodObject && Object.keys(op.input.shape).length === 0
  return {
    tags: [name.split('.')[0] ?? name],
    summary: op.call === undefined ? op.title : `${op.title}（#${op.call}）`,
    operationId: name,
    security: op.access.kind === 'open' ? [] : [{ token: [] }],
    ...(op.raw
      ? bare
        ? { consumes: ['application/octet-stream'] }
        : { consumes: ['multipart/form-data'], querystring: op.input, body: MULTIPART }
      : { ...(op.method === 'POST' && { consumes: BODIES }), ...(bare ? {} : { [where]: op.input }) }),
    response: { 200: z.object({ code: z.number(), msg: z.string(), data: op.output }) },
  }
}
