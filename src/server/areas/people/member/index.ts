import { countRows } from '#server/db/countRows.ts'
import { pageOf } from '#server/http/paging.ts'
import { OwnTransactions, type Resource, type Routes } from '#server/http/routes.ts'
import { requireMember, selectMemberRow, queryMembersWithLevels, queryMembers } from './find.ts'
import { eraseMember, exportPersonalData } from './personal.ts'
import { present, presentOne } from './present.ts'
import { enableMember, removeMembers, saveMember } from './save.ts'
import { sheetRoutes } from './sheet.ts'
import type { CallContext } from '#server/http/context.ts'

export interface MemberContact {
  id: number
  name: string
  email: string
  phone: string
}

interface MemberSelection {
  siteId: number
  memberIds: readonly number[]
  groupIds: readonly number[]
  levelIds: readonly number[]
}

/**
 * The members of the site selected directly, by group or by level, without duplicates. Disabled and erased members are
 * left out.
 */
export async function readMemberContacts(
  ctx: CallContext,
  { siteId, memberIds, groupIds, levelIds }: MemberSelection,
): Promise<MemberContact[]> {
  if (memberIds.length + groupIds.length + levelIds.length === 0) return []
  return queryMembersWithLevels(ctx.db)
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

const routes: Routes<'member'> = {
  'member.page': async (ctx, { page, size, ...wanted }) => {
    const found = queryMembers(ctx, wanted)
    const rows = await selectMemberRow(found)
      .orderBy('member.id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute()
    return pageOf(await present(ctx, rows), await countRows(found), size)
  },
  'member.findById': async (ctx, { id }) => presentOne(ctx, await requireMember(ctx, id)),
  'member.save': saveMember,
  'member.deleteByIdList': async (ctx, ids) => {
    await removeMembers(ctx, ids)
    return null
  },
  'member.enableOrDisable': async (ctx, { id, isEnable }) => {
    await enableMember(ctx, id, isEnable)
    return null
  },
  'member.personalData': new OwnTransactions((ctx, { id }) => exportPersonalData(ctx, id)),
  'member.erase': async (ctx, { id }) => {
    await eraseMember(ctx, id)
    return null
  },
  ...sheetRoutes,
}

/** Calls 157–161 and the project's own calls: members of sites. */
export const member: Resource = { routes }
