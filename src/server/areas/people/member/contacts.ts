import type { CallContext } from '#server/http/context.ts'
import { membersWithLevels } from './find.ts'

export interface MemberContact {
  id: number
  name: string
  email: string
  phone: string
}

interface Chosen {
  siteId: number
  memberIds: readonly number[]
  groupIds: readonly number[]
  levelIds: readonly number[]
}

/**
 * The members of the site that are chosen by themselves, by a group or by a level, each once. Disabled and erased ones are
 * left out.
 */
export async function memberContacts(
  ctx: CallContext,
  { siteId, memberIds, groupIds, levelIds }: Chosen,
): Promise<MemberContact[]> {
  if (memberIds.length + groupIds.length + levelIds.length === 0) return []
  return membersWithLevels(ctx.db)
    .select(['member.id', 'member.name', 'member.email', 'member.phone'])
    .where('member.siteId', '=', siteId)
    .where('member.isEnable', '=', 1)
    .where('member.eraseTime', '=', 0)
    .where((eb) =>
      eb.or([
        eb('member.id', 'in', [...memberIds, -1]),
        eb('member_level.id', 'in', [...levelIds, -1]),
        eb(
          'member.id',
          'in',
          eb
            .selectFrom('member_in_group')
            .select('memberId')
            .where('groupId', 'in', [...groupIds, -1]),
        ),
      ]),
    )
    .orderBy('member.id')
    .execute()
}
