import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiOperation } from '#shared/contract/define.ts'
import { GRANTS_HEADER } from '#shared/contract/role.ts'
import { mayCall } from '#shared/domain/callAccess.ts'
import { AppError } from '#shared/errors/index.ts'
import type { ServerDeps } from '../deps.ts'
import { port } from '../port.ts'
import { signIn } from './call.ts'
import type { Signed } from './context.ts'

/** Who a session token belongs to; null for none that holds. */
export const sessionFinder = port<(deps: ServerDeps, token: string) => Promise<Signed | null>>('sessions')

const signed = new WeakMap<FastifyRequest, Signed>()

/** Who the request's session belongs to; null before `authorise` ran or for open calls. */
export const signedBy = (request: FastifyRequest): Signed | null => signed.get(request) ?? null

/** The token of `authorization: <token>` or `authorization: Bearer <token>`. */
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
  if (op.access.kind === 'open') return
  const token = tokenOf(request)
  const who = token ? await sessionFinder.get()(deps, token) : null
  const verdict = mayCall(op.access, who?.authority ?? null)
  if (!who || verdict === 'sign-in') throw signIn()
  signed.set(request, who)
  reply.header(GRANTS_HEADER, who.grants)
  if (who.mustChangePassword && !op.beforePasswordChange) throw changeFirst()
  if (verdict === 'no') throw new AppError('forbidden', `您没有“${op.title}”的权限`)
}

const changeFirst = (): AppError =>
  new AppError('forbidden', '您的密码由管理员设置，请先修改密码，再继续操作', {
    details: { fact: { kind: 'mustChangePassword', mustChangePassword: true } },
  })
