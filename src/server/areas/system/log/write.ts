import type { FastifyRequest } from 'fastify'
import type { Insertable, Kysely } from 'kysely'
import { type ApiOperation, areaOf } from '#shared/contract/define.ts'
import { type ApiName, operations } from '#shared/contract/registry.ts'
import { idsAt, accessTargets } from '#shared/domain/callAccess.ts'
import { SUCCESS, wireCode } from '#shared/errors/envelope.ts'
import { createEmitter } from '#shared/util/observable.ts'
import { redact } from '#shared/util/redact.ts'
import { createCompiledQuery, type ParameterOf } from '#server/db/compiledQuery.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { perServer } from '#server/hints.ts'
import { toAppError } from '#server/http/response.ts'
import type { CallContext, SignedInAccount } from '#server/http/context.ts'
import type { CallLog, NoteSuccess } from '#server/http/callLog.ts'
import { messageOf, Reply, type Resource } from '#server/http/routes.ts'
import { columnFinder } from '#server/http/targetAccess.ts'
import { createRecordReaders, watchRecords } from './recordChanges.ts'

/** Cuts long texts and hides personal ones, which people may ask to have erased. */
const REDACTION = { placeholder: '***', maxTextChars: 300, maxListItems: 100, hidesMarkup: true }

/** Emits when this process has written lines; their transaction may still be open. */
export const lineWritten = perServer(() => createEmitter())

type Line = Insertable<Database['operation_log']>

/** The token is part of the title, so that the hash chain covers it, even on servers that predate tokens. */
const describeCall = (
  name: ApiName,
  request: FastifyRequest,
  apiToken: SignedInAccount['apiToken'],
): Pick<NewLine, 'title' | 'operation' | 'area' | 'method' | 'url'> => ({
  title: operations[name].title + (apiToken ? `（API 令牌：${apiToken.name}）` : ''),
  operation: name,
  area: areaOf(name),
  method: operations[name].method,
  url: request.url.split('?')[0] ?? '',
})

/** Columns of every new line; the chain adds the rest. */
type NewLine = Required<Omit<Line, 'id' | 'seq' | 'hash'>>
const COLUMNS: readonly (keyof NewLine)[] = [
  ...(['title', 'operation', 'area', 'method', 'url', 'accountId', 'username', 'ip', 'input', 'code', 'msg'] as const),
  ...(['answer', 'changes', 'siteId', 'durationMs', 'createTime'] as const),
]

const insert = createCompiledQuery((db, place: ParameterOf<NewLine>) =>
  db.insertInto('operation_log').values(Object.fromEntries(COLUMNS.map((name) => [name, place(name)])) as NewLine),
)

async function insertLine(db: Kysely<Database>, deps: ServerDeps, line: NewLine): Promise<void> {
  await insert(db, line)
  lineWritten(deps).emit()
}

async function withLog<T>(
  name: ApiName,
  ctx: CallContext,
  request: FastifyRequest,
  input: unknown,
  run: (note: NoteSuccess) => Promise<T>,
): Promise<T> {
  const op: ApiOperation = operations[name]
  const started = performance.now()
  const writeLine = async (
    db: Kysely<Database>,
    outcome: { code: number; msg: string; result?: unknown },
    known: CallFacts,
  ) => {
    if (op.hostOnly) return
    const { asked = input, watched } = known
    await insertLine(db, ctx.deps, {
      ...describeCall(name, request, ctx.who?.apiToken),
      accountId: ctx.who?.accountId ?? null,
      username: ctx.who?.username ?? '',
      ip: ctx.ip,
      input: JSON.stringify(redact(asked, { ...REDACTION, personal: op.personal ?? [] }) ?? null),
      code: outcome.code,
      msg: outcome.msg,
      answer: JSON.stringify(pickNumbers(outcome.result)),
      changes: watched && watched.changes.length > 0 ? JSON.stringify(watched.changes) : '',
      siteId: (await findSiteId(db, op, asked)) || (watched?.siteId ?? 0),
      durationMs: Math.round(performance.now() - started),
      createTime: ctx.clock.now().getTime(),
    })
  }
  try {
    return await run((db, result, known = {}) =>
      writeLine(db, { code: SUCCESS, msg: messageOf(op, result), result }, known),
    )
  } catch (thrown) {
    const error = toAppError(thrown)
    await writeLine(ctx.deps.db, { code: wireCode(error.code), msg: error.message }, {}).catch((err: unknown) =>
      request.log.error({ err }, 'operation log failed'),
    )
    throw thrown
  }
}
type CallFacts = NonNullable<Parameters<NoteSuccess>[2]>

async function logRefusal(
  name: ApiName,
  who: Pick<SignedInAccount, 'accountId' | 'username' | 'apiToken'>,
  request: FastifyRequest,
  deps: ServerDeps,
  thrown: unknown,
): Promise<void> {
  const error = toAppError(thrown)
  if (error.code !== 'forbidden') return
  await insertLine(deps.db, deps, {
    ...describeCall(name, request, who.apiToken),
    accountId: who.accountId,
    username: who.username,
    ip: request.ip,
    input: 'null',
    code: wireCode(error.code),
    msg: error.message,
    answer: 'null',
    changes: '',
    siteId: 0,
    durationMs: 0,
    createTime: deps.clock.now().getTime(),
  }).catch((err: unknown) => request.log.error({ err }, 'operation log failed'))
}

/** Numbers and flags of a response. Its texts may be personal, or addresses that grant access. */
function pickNumbers(result: unknown): unknown {
  const data: unknown = result instanceof Reply ? result.data : result
  if (typeof data === 'number' || typeof data === 'boolean') return data
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return null
  const plain = Object.entries(data).filter(([, value]) => typeof value === 'number' || typeof value === 'boolean')
  return plain.length > 0 ? redact(Object.fromEntries(plain), REDACTION) : null
}

/** The site that the call names, directly or by a column; 0 for none. */
async function findSiteId(db: Kysely<Database>, { access }: ApiOperation, asked: unknown): Promise<number> {
  const places = accessTargets(access)
  const [site] = places.filter(({ of }) => of === 'site').flatMap(({ path }) => idsAt(asked, path))
  if (site !== undefined) return site
  const named = Number(typeof asked === 'object' && asked !== null && 'siteId' in asked ? asked.siteId : 0)
  if (Number.isSafeInteger(named) && named > 0) return named
  const [column] = places.filter(({ of }) => of !== 'site').flatMap(({ path }) => idsAt(asked, path))
  if (column === undefined) return 0
  const [found] = await columnFinder.get()(db, [column])
  return found?.siteId ?? 0
}

/** The operation log of the route binder. Records are read by the handlers of `served`. */
export function createCallLog(served: readonly Resource[]): CallLog {
  const readers = createRecordReaders(served)
  return {
    runLogged: withLog,
    logRefusal,
    recordBefore: (name, ctx, input) =>
      watchRecords(readers(name), ctx, input, (operations[name] as ApiOperation).personal ?? []),
  }
}
