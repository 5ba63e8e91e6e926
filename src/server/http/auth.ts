import type { FastifyReply, FastifyRequest } from 'fastify'
import { GRANTS_HEADER, TOKEN_PREFIX } from '#shared/contract/headers.ts'
import type { ApiOperation } from '#shared/contract/define.ts'
import { mayCall } from '#shared/domain/callAccess.ts'
import type { Fact } from '#shared/errors/facts.ts'
import { AppError } from '#shared/errors/index.ts'
import type { ServerDeps } from '../deps.ts'
import { createPort } from '../port.ts'
import { signInRequired } from './call.ts'
import type { SignedInAccount } from './context.ts'

/** Finds the account of a session token; null when the session has ended or may not be used from this address. */
export const sessionFinder =
  createPort<(deps: ServerDeps, token: string, from: CallOrigin) => Promise<SignedInAccount | null>>('sessions')

/** Finds the account of an API token, with the scopes of the token. */
export const tokenFinder =
  createPort<(deps: ServerDeps, token: string, from: CallOrigin) => Promise<SignedInAccount | null>>('apiTokens')

export interface CallOrigin {
  ip: string
  userAgent: string
  /** The call is automatic, so it does not extend the session's idle timeout. */
  background?: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in account; null before `authorise` has run, and for open calls. */
    signed: SignedInAccount | null
  }
}

/** The token in `authorization: <token>` or `authorization: Bearer <token>`. */
export function tokenOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization?.trim() ?? ''
  return header.replace(/^bearer\s+/i, '') || null
}

/** Runs before the body is read: 401 without a session, 403 without the menu (A·§6). */
export async function authorise(
  op: ApiOperation,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: ServerDeps,
): Promise<void> {
  const token = tokenOf(request)
  if (op.access.kind === 'open' && !(op.takesToken && token?.startsWith(TOKEN_PREFIX))) return
  const finder = token?.startsWith(TOKEN_PREFIX) ? tokenFinder : sessionFinder
  const who = token ? await finder.get()(deps, token, originOf(op, request)) : null
  const verdict = mayCall(op.access, who?.authority ?? null)
  if (!who || verdict === 'sign-in') throw finder === tokenFinder ? invalidToken() : signInRequired()
  request.signed = who
  requireScope(op, who)
  reply.header(GRANTS_HEADER, who.grants)
  requireReady(op, who)
  if (verdict === 'no') throw new AppError('forbidden', `您没有“${op.title}”的权限`)
}

/** A token may call only operations of its scopes, whatever its owner may do. */
function requireScope({ title, scopes = [] }: ApiOperation, { apiToken }: SignedInAccount): void {
  if (apiToken && !scopes.some((scope) => apiToken.scopes.includes(scope)))
    throw new AppError('forbidden', `API 令牌“${apiToken.name}”没有“${title}”的权限`)
}

/** One message for all reasons, so that a finder of a token learns nothing about it. */
const invalidToken = (): AppError =>
  new AppError('unauthorized', 'API 令牌无效、已过期、已吊销，或不能从当前地址使用，请联系令牌的创建人')

const originOf = ({ background = false }: ApiOperation, { ip, headers }: FastifyRequest): CallOrigin => ({
  ip,
  userAgent: (headers['user-agent'] ?? '').slice(0, 254),
  background,
})

function requireReady(
  op: ApiOperation,
  { mustChangePassword, passwordExpired, mustSetUpFactor }: SignedInAccount,
): void {
  if (op.beforePasswordChange) return
  if (mustChangePassword)
    throw notReady(
      passwordExpired
        ? '您的密码已超过有效期，请先修改密码，再继续操作'
        : '您的密码由管理员设置，请先修改密码，再继续操作',
      { kind: 'mustChangePassword', mustChangePassword },
    )
  if (mustSetUpFactor && !op.beforeSecondFactor)
    throw notReady('您的用户组要求两步验证，请先完成设置，再继续操作', { kind: 'mustSetUpFactor', mustSetUpFactor })
}

const notReady = (message: string, fact: Fact): AppError => new AppError('forbidden', message, { details: { fact } })
