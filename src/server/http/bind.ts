import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ApiOperation, bodyLimit, factsOf } from '#shared/contract/define.ts'
import { type ApiName, apiNames, operations } from '#shared/contract/registry.ts'
import { accessTargets } from '#shared/domain/callAccess.ts'
import { AppError } from '#shared/errors/index.ts'
import type { ServerDeps } from '../deps.ts'
import { success } from './response.ts'
import { authorise } from './auth.ts'
import { type Call, openCall } from './call.ts'
import type { CallLog } from './callLog.ts'
import type { CallContext } from './context.ts'
import { removeUndeclaredFact } from './declaredFacts.ts'
import { gatherInput, parseInput } from './input.ts'
import { requireTargets } from './targetAccess.ts'
import { addIndexedTotals } from './paging.ts'
import { routeOf } from './routeOf.ts'
import {
  messageOf,
  OwnTransactions,
  PreparedHandler,
  type RawHandler,
  Reply,
  type Resource,
  UnloggedReply,
} from './routes.ts'

/** A handler without the operation's types: this file parses input and output by the schemas. */
type ErasedHandler = (ctx: CallContext, input: unknown) => Promise<unknown>
type ErasedPrepare = (ctx: CallContext, input: unknown) => Promise<ErasedHandler>

/** Throws unless each API operation has exactly one handler, so that a server never starts incomplete. */
export function assertComplete(resources: readonly Resource[]): void {
  const served = resources.flatMap(({ routes, raw }) => [...Object.keys(routes ?? {}), ...Object.keys(raw ?? {})])
  const times = new Map<string, number>()
  for (const name of served) times.set(name, (times.get(name) ?? 0) + 1)
  const wrong = apiNames.filter((name) => times.get(name) !== 1)
  if (wrong.length > 0) throw new Error(`operations that need exactly one handler: ${wrong.join(', ')}`)
}

/**
 * Registers the operations of one resource, with the session, permission, transaction and log that the contract
 * demands.
 */
export function bindResource(
  app: FastifyInstance,
  deps: ServerDeps,
  { routes = {}, raw = {} }: Resource,
  log: CallLog,
): void {
  for (const name of [...Object.keys(routes), ...Object.keys(raw)] as ApiName[]) {
    const route = routes[name]
    const rawHandler = raw[name]
    const optionsOf = (inTransaction: boolean) => ({ inTransaction, log })
    if (rawHandler) bind(app, deps, name, createRawRun(name, rawHandler, log), log)
    if (route instanceof OwnTransactions)
      bind(app, deps, name, createRun(name, toPrepare(route.handle as ErasedHandler), optionsOf(false)), log)
    else if (route instanceof PreparedHandler)
      bind(app, deps, name, createRun(name, route.prepare as ErasedPrepare, optionsOf(true)), log)
    else if (route)
      bind(
        app,
        deps,
        name,
        createRun(name, toPrepare(route as ErasedHandler), optionsOf(operations[name].effect === 'write')),
        log,
      )
  }
}

/** The rate limit of an operation: requests per address, minute and process. */
const rateOf = ({ rate }: Pick<ApiOperation, 'rate'>): { max: number; timeWindow: string } | false =>
  rate === undefined ? false : { max: rate, timeWindow: '1 minute' }

type Run = (call: Call, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

function bind(app: FastifyInstance, deps: ServerDeps, name: ApiName, runCall: Run, log: CallLog): void {
  const op: ApiOperation = operations[name]
  app.route({
    ...routeOf(op),
    bodyLimit: bodyLimit(op),
    config: { operation: name, ...(op.access.kind === 'open' && { rateLimit: rateOf(op) }) },
    onRequest: (request, reply) =>
      authorise(op, request, reply, deps).catch((error: unknown) => logAndRethrow(log, name, request, deps, error)),
    handler: async (request, reply) => {
      // A slow call sends nothing until it is done, so the idle timeout is switched off. Node sets it again for the
      // next request.
      if (op.slow || op.sheet) request.raw.socket.setTimeout(0)
      if (deps.isReadOnly && op.effect === 'write' && op.access.kind !== 'open' && !op.whileReadOnly)
        throw new AppError('read-only', '本服务器是备份的查看副本，只能查看，不能修改')
      const call = openCall(deps, request, reply, { who: request.signed, waits: op.background === true })
      const result = await runCall(call, request, reply).catch((error: unknown) => {
        throw removeUndeclaredFact(factsOf(op), error, (text) => request.log.error(`${name} ${text}`))
      })
      await call.runAfterCommit()
      return reply.sent || result === reply ? reply : toEnvelope(op, result)
    },
  })
}

/** Logs a refused read and throws the error; refused writes are logged by `logged`. */
async function logAndRethrow(
  log: CallLog,
  name: ApiName,
  request: FastifyRequest,
  deps: ServerDeps,
  error: unknown,
): Promise<never> {
  const who = request.signed
  if (who) await log.logRefusal(name, who, request, deps, error)
  throw error
}

const toPrepare =
  (handle: ErasedHandler): ErasedPrepare =>
  async () =>
    handle

interface RunOptions {
  inTransaction: boolean
  log: CallLog
}

function createRun(name: ApiName, prepare: ErasedPrepare, { inTransaction, log }: RunOptions): Run {
  const op: ApiOperation = operations[name]
  return async ({ ctx, runRollback }, request) => {
    const input = parseInput(op.input, gatherInput(request))
    if (op.effect === 'read')
      return requireTargets(ctx, op.access, input)
        .then(async () => {
          const handle = await prepare(ctx, input)
          return addIndexedTotals(input, await handle(ctx, input))
        })
        .catch((error: unknown) => logAndRethrow(log, name, request, ctx.deps, error))
    return log.runLogged(name, ctx, request, input, async (note) => {
      await requireTargets(ctx, op.access, input)
      try {
        const handle = await prepare(ctx, input)
        const work = async (db: CallContext['db']) => {
          const within = { ...ctx, db }
          const changesOf = await log.recordBefore(name, within, input)
          const result = await handle(within, input)
          const watched = await changesOf(within, result)
          await (inTransaction ? note(db, result, { watched }) : tryTwice(() => note(db, result, { watched })))
          return result
        }
        return await (inTransaction ? ctx.db.transaction().execute(work) : work(ctx.db))
      } catch (error) {
        await runRollback()
        throw error
      }
    })
  }
}

/** Writing the log line is tried twice, because the call has already committed its changes. */
const tryTwice = (work: () => Promise<void>): Promise<void> => work().catch(work)

function createRawRun(name: ApiName, handle: RawHandler<ApiName>, log: CallLog): Run {
  const { access, effect, input }: ApiOperation = operations[name]
  return async (call, request, reply) => {
    // The input of a raw read is not a stream, so it is parsed and its access is checked as for other operations.
    if (effect === 'read')
      return requireTargets(call.ctx, access, parseInput(input, gatherInput(request)))
        .then(() => handle({ ...call.ctx, allow: async () => undefined }, request, reply, async () => undefined))
        .catch((error: unknown) => logAndRethrow(log, name, request, call.ctx.deps, error))
    return log.runLogged(name, call.ctx, request, request.query, async (note) => {
      let noted = false
      let allowed = accessTargets(access).length === 0
      const ctx = {
        ...call.ctx,
        async allow(input: unknown) {
          await requireTargets(call.ctx, access, input)
          allowed = true
        },
      }
      const result = await handle(ctx, request, reply, async (tx, input) => {
        if (!allowed) throw new Error(`${name} writes before it calls allow()`)
        await note(tx, null, { asked: input })
        noted = true
      })
      if (!allowed) throw new Error(`${name} returns without having called allow()`)
      if (result instanceof UnloggedReply) return result.reply
      if (!noted) await tryTwice(() => note(call.ctx.db, result))
      return result
    })
  }
}

/** The envelope of a handler's result; properties outside the output schema are never sent. */
function toEnvelope(op: ApiOperation, result: unknown) {
  const data: unknown = result instanceof Reply ? result.data : result
  return success(op.output.parse(data), messageOf(op, result))
}
