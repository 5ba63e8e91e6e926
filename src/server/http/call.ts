import type { FastifyReply, FastifyRequest } from 'fastify'
import { DEVICE_HEADER, EXPORT_ID_HEADER, isDeviceId, EXPORT_ID_PATTERN } from '#shared/contract/headers.ts'
import { canUseSite } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { findOpenTransaction } from '../db/ambientDatabase.ts'
import type { ServerDeps } from '../deps.ts'
import { lifecycleOf } from '../observe/lifecycle.ts'
import type { CallContext, SignedInAccount } from './context.ts'

export interface Call {
  ctx: CallContext
  /** Runs the steps that `afterCommit` collected. */
  runAfterCommit(): Promise<void>
  /** Runs the steps that `onRollback` collected, once. */
  runRollback(): Promise<void>
}

const UNDOING = 'undoing a change'

/** Creates the context of one request on the connection pool. */
export function openCall(
  deps: ServerDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { who, waits }: { who: SignedInAccount | null; waits: boolean },
): Call {
  const later: (() => void | Promise<void>)[] = []
  const undo: (() => Promise<void>)[] = []
  const each = async (steps: (() => void | Promise<void>)[], what: string) => {
    for (const step of steps) {
      try {
        await step()
      } catch (err) {
        request.log.error({ err }, `${what} failed`)
      }
    }
  }
  const ctx: CallContext = {
    db: deps.db,
    who,
    requireSignedIn() {
      if (!who) throw signInRequired()
      return who
    },
    requireSite(siteId) {
      if (!who || !canUseSite(who.authority, siteId)) throw new AppError('forbidden', '您没有该站点的权限')
    },
    afterCommit: (run) => void later.push(run),
    onRollback: (run) => {
      // The transaction runs the step in order with its other undo steps; without one it runs when the call fails.
      const within = findOpenTransaction(deps.db)?.onRollback
      if (within) within.push(() => each([run], UNDOING))
      else undo.push(run)
    },
    clock: deps.clock,
    deps,
    ip: request.ip,
    baseUrl: deps.publicUrl ?? `${request.protocol}://${request.host}/`,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 254),
    deviceId: deviceOf(request.headers[DEVICE_HEADER]),
    progressId: progressIdOf(request.headers[EXPORT_ID_HEADER]),
    // When the server stops, a long poll returns immediately; its caller then asks another server.
    signal: waits ? AbortSignal.any([signalOnClose(reply), lifecycleOf(deps).stopping]) : signalOnClose(reply),
  }
  return {
    ctx,
    runAfterCommit: () => each(later.splice(0), 'work after a commit'),
    runRollback: () => each(undo.splice(0).toReversed(), UNDOING),
  }
}

const deviceOf = (id: unknown): string => (typeof id === 'string' && isDeviceId(id) ? id : '')
const progressIdOf = (name: unknown): string => (typeof name === 'string' && EXPORT_ID_PATTERN.test(name) ? name : '')

/** Fastify's own request.signal aborts as soon as the body is read; this signal aborts when the response closes. */
function signalOnClose(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => controller.abort())
  return controller.signal
}

export const signInRequired = (): AppError => new AppError('unauthorized', '登录超时，请重新登录！')
