import type { FastifyRequest } from 'fastify'
import type { ApiOperation } from '#shared/contract/define.ts'
import { type ApiName, operations } from '#shared/contract/registry.ts'
import { SUCCESS, wireCode } from '#shared/errors/envelope.ts'
import { asAppError } from './answer.ts'
import type { CallContext } from './context.ts'
import { Reply } from './routes.ts'

const SECRET = /password|token|secret|imagecode|authorization/i
const LONGEST = 300
const MANY = 100

/** The input as the log may keep it: secrets blanked, long texts and lists cut. */
export function redact(value: unknown, key = ''): unknown {
  if (SECRET.test(key)) return '***'
  if (typeof value === 'string')
    return value.length > LONGEST ? `${value.slice(0, LONGEST)}…（共 ${value.length} 字）` : value
  if (Array.isArray(value)) return value.slice(0, MANY).map((item) => redact(item))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, redact(item, name)]))
  return value
}

/**
 * Runs a changing call and keeps it in the operation log (C·§3), also when it failed. Calls that carry secrets are left
 * out. The answer of a change that is done never fails because of its log line.
 */
export async function logged<T>(
  name: ApiName,
  ctx: CallContext,
  request: FastifyRequest,
  input: unknown,
  run: () => Promise<T>,
): Promise<T> {
  const op: ApiOperation = operations[name]
  const started = performance.now()
  const keep = async (code: number, msg: string) => {
    if (op.hostOnly) return
    const row = {
      title: op.title,
      operation: name,
      accountId: ctx.who?.accountId ?? null,
      username: ctx.who?.username ?? '',
      ip: ctx.ip,
      method: op.method,
      url: request.url.split('?')[0] ?? '',
      input: JSON.stringify(redact(input) ?? null),
      code,
      msg,
      durationMs: Math.round(performance.now() - started),
      createTime: ctx.clock.now().getTime(),
    }
    await ctx.deps.db
      .insertInto('operation_log')
      .values(row)
      .execute()
      .catch((err: unknown) => request.log.error({ err }, 'operation log failed'))
  }
  try {
    const result = await run()
    await keep(SUCCESS, result instanceof Reply ? result.msg : (op.success ?? '操作成功'))
    return result
  } catch (thrown) {
    const error = asAppError(thrown)
    await keep(wireCode(error.code), error.message)
    throw thrown
  }
}
