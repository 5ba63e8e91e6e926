import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { ApiOperation } from '#shared/contract/define.ts'
import type { AnswerOf, ApiName, ParsedOf } from '#shared/contract/registry.ts'
import type { Database } from '../db/schema.ts'
import type { ServerDeps } from '../deps.ts'
import type { JobWorks } from './jobWork.ts'
import type { CallContext } from './context.ts'

/** A result with its own message; other results get the contract's `success` (or 操作成功). */
export class Reply<T> {
  readonly data: T
  readonly msg: string
  constructor(data: T, msg: string) {
    this.data = data
    this.msg = msg
  }
}

/** The message of a successful response. */
export const messageOf = (op: ApiOperation, result: unknown): string =>
  result instanceof Reply ? result.msg : (op.success ?? '操作成功')

export type Handler<N extends ApiName> = (
  ctx: CallContext,
  input: ParsedOf<N>,
) => Promise<AnswerOf<N> | Reply<AnswerOf<N>>>

/**
 * A handler that opens its own transactions on `ctx.db`, because it works slowly between them or retains partial
 * results when it fails.
 */
export class OwnTransactions<N extends ApiName> {
  readonly handle: Handler<N>
  constructor(handle: Handler<N>) {
    this.handle = handle
  }
}

/**
 * A handler with slow work before its transaction, because an open transaction blocks all others on SQLite. `prepare`
 * runs outside the transaction and returns the handler of this call.
 */
export class PreparedHandler<N extends ApiName> {
  readonly prepare: (ctx: CallContext, input: ParsedOf<N>) => Promise<Handler<N>>
  constructor(prepare: (ctx: CallContext, input: ParsedOf<N>) => Promise<Handler<N>>) {
    this.prepare = prepare
  }
}

/** The response to a partial request (a chunk of an upload), which gets no line in the operation log. */
export class UnloggedReply {
  readonly reply: FastifyReply
  constructor(reply: FastifyReply) {
    this.reply = reply
  }
}

/** Context of a raw handler, which calls `allow` with its input before the work. */
interface RawContext<N extends ApiName = ApiName> extends CallContext {
  /**
   * @throws AppError `forbidden` unless the caller may use the sites and columns of the input, as the contract declares
   */
  allow(input: ParsedOf<N>): Promise<void>
}

/**
 * A handler of an operation marked `raw`: it reads the request itself, and `ctx.db` is the pool. A handler that writes
 * in one transaction calls `note` in it, so that its rows and the log line commit together. `input` is logged instead
 * of the query parameters.
 */
export type RawHandler<N extends ApiName> = (
  ctx: RawContext<N>,
  request: FastifyRequest,
  reply: FastifyReply,
  note: (tx: Kysely<Database>, input?: unknown) => Promise<void>,
) => Promise<AnswerOf<N> | Reply<AnswerOf<N>> | FastifyReply | UnloggedReply>

export type Area = ApiName extends infer N ? (N extends `${infer A}.${string}` ? A : never) : never
type NamesOf<A extends Area> = Extract<ApiName, `${A}.${string}`>

/** The handlers of one area; `Raw` are the operations that `RawRoutes` handles instead. */
export type Routes<A extends Area, Raw extends ApiName = never> = {
  [N in Exclude<NamesOf<A>, Raw>]: Handler<N> | OwnTransactions<N> | PreparedHandler<N>
}
export type RawRoutes<N extends ApiName> = { [K in N]: RawHandler<K> }

/** The export of an area's folder; areas/index.ts lists all resources. */
export interface Resource {
  routes?: Partial<Routes<Area>>
  raw?: Partial<RawRoutes<ApiName>>
  /** The work of the jobs that its calls queue (jobs/queue). */
  jobs?: JobWorks
  /** Registers routes outside the contract (file downloads) and content parsers, in the scope of this resource. */
  plugin?: (app: FastifyInstance, deps: ServerDeps) => Promise<void> | void
  /** Stops timers and watchers when the server closes. */
  close?: () => Promise<void> | void
}
