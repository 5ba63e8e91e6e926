import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { ApiOperation } from '#shared/contract/define.ts'
import { type ApiName, operations } from '#shared/contract/registry.ts'
import { SUCCESS, wireCode } from '#shared/errors/envelope.ts'
import { redact } from '#shared/util/redact.ts'
import type { Database } from '../db/schema.ts'
import type { ServerDeps } from '../deps.ts'
import { asAppError } from './answer.ts'
import type { CallContext } from './context.ts'
import { Reply } from './routes.ts'

/** Texts in full would fill the log, and what a person asks to have erased must not stand in it. */
const REDACTION = { hidden: '***', longestText: 300, longestList: 100 }

/**
 * Writes the log line of a successful call in the call's transaction, so that both commit or neither. `asked` replaces
 * the input when that is known only later.
 */
export type NoteSuccess = (db: Kysely<Database>, result: unknown, asked?: unknown) => Promise<void>

/**
 * Runs a changing call and writes its line to the operation log (C·§3), also when it fails. `run` calls its argument
 * when the work is done. Calls that carry secrets are not logged.
 */
export async function logged<T>(
  name: ApiName,
  ctx: CallContext,
  request: FastifyRequest,
  input: unknown,
  run: (note: NoteSuccess) => Promise<T>,
): Promise<T> {
  const op: ApiOperation = operations[name]
  const started = performance.now()
  const writeLine = async (db: Kysely<Database>, code: number, msg: string, asked: unknown = input) => {
    if (op.hostOnly) return
    const row = {
      title: op.title,
      operation: name,
      accountId: ctx.who?.accountId ?? null,
      username: ctx.who?.username ?? '',
      ip: ctx.ip,
      method: op.method,
      url: request.url.split('?')[0] ?? '',
      input: JSON.stringify(redact(asked, { ...REDACTION, personal: op.personal ?? [] }) ?? null),
      code,
      msg,
      durationMs: Math.round(performance.now() - started),
      createTime: ctx.clock.now().getTime(),
    }
    await db.insertInto('operation_log').values(row).execute()
  }
  try {
    return await run((db, result, asked) => writeLine(db, SUCCESS, messageOf(op, result), asked))
  } catch (thrown) {
    const error = asAppError(thrown)
    await writeLine(ctx.deps.db, wireCode(error.code), error.message).catch((err: unknown) =>
      request.log.error({ err }, 'operation log failed'),
    )
    throw thrown
  }
}

/** Logs a call that was refused before its input was read. Only AppError `forbidden` is logged. */
export async function logRefusal(
  name: ApiName,
  who: { accountId: number; username: string },
  request: FastifyRequest,
  deps: Pick<ServerDeps, 'db' | 'clock'>,
  thrown: unknown,
): Promise<void> {
  const error = asAppError(thrown)
  if (error.code !== 'forbidden') return
  const row = {
    title: operations[name].title,
    operation: name,
    accountId: who.accountId,
    username: who.username,
    ip: request.ip,
    method: operations[name].method,
    url: request.url.split('?')[0] ?? '',
    input: 'null',
    code: wireCode(error.code),
    msg: error.message,
    durationMs: 0,
    createTime: deps.clock.now().getTime(),
  }
  await deps.db
    .insertInto('operation_log')
    .values(row)
    .execute()
    .catch((err: unknown) => request.log.error({ err }, 'operation log failed'))
}

/** The message of a successful answer. */
export const messageOf = (op: ApiOperation, result: unknown): string =>
  result instanceof Reply ? result.msg : (op.success ?? '操作成功')
