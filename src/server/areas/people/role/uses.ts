import { port } from '#server/port.ts'
import type { CallContext } from '#server/http/context.ts'

/** What keeps user groups from being deleted beside their accounts. */
interface RoleUses {
  /** @throws AppError `conflict` that names what needs one of these groups, and what to do about it */
  requireUnused(ctx: CallContext, roles: readonly { id: number; title: string }[]): Promise<void>
}

export const roleUses = port<RoleUses>('uses of user groups')
