import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from '#shared/errors/index.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The input of a call as one value: path parameters, query and body merged, the path winning. A body that is a list
 * stays one. `channel` and other fields that the contract doesn't name are dropped by the schemas.
 */
export function gatherInput(request: FastifyRequest): unknown {
  const outside = { ...asRecord(request.query), ...asRecord(request.params) }
  if (Array.isArray(request.body)) return request.body
  return { ...asRecord(request.body), ...outside }
}

const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

/** Parses by the contract. AppError `invalid`: its message is the first broken rule, details.issues lists all. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }))
  throw new AppError('invalid', issues[0]?.message ?? '提交的内容有误', { details: { issues } })
}
