import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type MockCall, mockCalls, type MockName } from '#shared/contract/mock.ts'
import type { ServerDeps } from '#server/deps.ts'
import { gatherInput, parseInput } from '#server/http/input.ts'
import type { Resource } from '#server/http/routes.ts'
import { MockFailure, mockHandlers, mockNames, MockReply } from './handlers.ts'

/** An untyped handler: input and response are parsed by the contract's schemas. */
type UntypedHandler = (...given: unknown[]) => unknown
const isReply = (answer: unknown): answer is MockReply<unknown> => answer instanceof MockReply

function serveCall(app: FastifyInstance, deps: ServerDeps, name: MockName): void {
  const { method, path, call, title, input, output }: MockCall = mockCalls[name]
  const handle = mockHandlers[name] as UntypedHandler
  const hasNoInput = input instanceof z.ZodObject && Object.keys(input.shape).length === 0
  const responseFields = output instanceof z.ZodObject ? output.shape : {}
  app.route({
    method,
    url: `/${path}`,
    schema: {
      tags: ['mock'],
      summary: `${title}（#${call}，模拟接口）`,
      operationId: `mock.${name}`,
      security: [],
      ...(!hasNoInput && { [method === 'GET' ? 'querystring' : 'body']: input }),
      response: { 200: z.object({ code: z.number(), msg: z.string(), ...responseFields }) },
    },
    handler: async (request) => {
      try {
        const answer = await handle(deps, parseInput(input, gatherInput(request)), request)
        const { body, msg } = isReply(answer) ? answer : new MockReply(answer, 'success')
        return { code: 200, msg, ...(output.parse(body) as object) }
      } catch (error) {
        if (error instanceof MockFailure) return { code: error.code, msg: error.message }
        throw error
      }
    },
  })
}

/** The mock endpoints (C·§7), at the root, only when enabled by SITECRAFT_MOCK=1. */
export const mock: Resource = {
  plugin(app, deps) {
    if (!deps.mock) return
    for (const name of mockNames) serveCall(app, deps, name)
  },
}
