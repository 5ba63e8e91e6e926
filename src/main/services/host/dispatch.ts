import type { Result } from '#shared/contract/bridge.ts'
import { isOperationName, operations, type HostName, type ParsedOf, type AnswerOf } from '#shared/contract/registry.ts'
import { AppError, toWire } from '#shared/errors/index.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { invalidInput } from '../api/request.ts'
import type { ApiInvoker } from '../api/invoke.ts'
import type { Logger } from '../types.ts'

type AllHandlers = { [N in HostName]: (input: ParsedOf<N>) => Promise<AnswerOf<N>> }

/**
 * The entry point of both hosts: takes any name and input, returns a Result, never throws. API operations go to the
 * server, host operations with the parsed input to their handler.
 */
export function createDispatch(deps: { handlers: AllHandlers; api: ApiInvoker; log: Logger }) {
  return async (name: unknown, input: unknown): Promise<Result> => {
    try {
      return { ok: true, ...(await run(deps, name, input ?? {})) }
    } catch (error) {
      const wire = toWire(error)
      if (wire.code === 'internal') deps.log.error('unexpected', { operation: name, error })
      else deps.log.info('refused', { operation: name, code: wire.code, message: wire.message })
      return { ok: false, error: wire }
    }
  }
}

async function run(deps: { handlers: AllHandlers; api: ApiInvoker }, name: unknown, input: unknown) {
  if (typeof name !== 'string' || !isOperationName(name)) {
    throw new AppError('unsupported', `没有名为“${String(name).slice(0, 80)}”的操作，请更新程序后重试`)
  }
  const operation = operations[name]
  if (operation.kind === 'api') return deps.api(name, input)
  const parsed = operation.input.safeParse(input)
  if (!parsed.success) throw invalidInput(parsed.error.issues, name)
  // TypeScript can't follow the union of all operations; the registry guarantees that name, input and handler belong
  // together.
  const handler = deps.handlers[name as HostName] as (value: unknown) => Promise<unknown>
  return { data: await handler(parsed.data), code: SUCCESS, msg: '' }
}
