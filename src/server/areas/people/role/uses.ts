import { createPort } from '#server/port.ts'
import type { CallContext } from '#server/http/context.ts'

/** Further references to user groups, besides accounts, that prevent their deletion. */
interface RoleUses {
  /** @throws AppError `conflict` that names what uses a group, and the remedy */
  requireUnused(ctx: CallContext, roles: readonly { id: number; title: string }[]): Promise<void>
}

export const roleUses = createPort<RoleUses>('uses of user groups')
