import type { CallContext } from '#server/http/context.ts'
import { type MemberAction, memberRefusal } from '#shared/domain/memberAccess.ts'
import { AppError } from '#shared/errors/index.ts'

/** @throws AppError `forbidden` unless the caller has the permission for this action on 会员管理 */
export function requireMemberAction(ctx: CallContext, deed: MemberAction): void {
  const refusal = memberRefusal(ctx.requireSignedIn().authority, deed)
  if (refusal !== null) throw new AppError('forbidden', refusal)
}
