import type { CallContext } from '#server/http/context.ts'
import { readRules } from '../signInRules/index.ts'
import { groupsInReach } from './groups.ts'

/**
 * Ids of the groups whose accounts the caller may write to, or name as his stand-in; null: every group. Everybody in the
 * house, unless 登录安全 keeps people to their own groups. Who registered by himself sees his own group alone.
 */
export async function colleagueGroups(ctx: CallContext): Promise<ReadonlySet<number> | null> {
  const { ownGroupsOnly, selfRegister, registerGroupId } = await readRules(ctx.db)
  const registered = selfRegister && ctx.signed().authority.groupId === registerGroupId
  return ownGroupsOnly || registered ? groupsInReach(ctx) : null
}
