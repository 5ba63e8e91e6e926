import { countOf } from '#server/db/countOf.ts'
import { pageOf } from '#server/http/paging.ts'
import { OwnTransactions, type Resource, type Routes } from '#server/http/routes.ts'
import { memberFor, memberRows, wantedMembers } from './find.ts'
import { eraseMember, personalData } from './personal.ts'
import { present, presentOne } from './present.ts'
import { enableMember, removeMembers, saveMember } from './save.ts'
import { sheetRoutes } from './sheet.ts'

const routes: Routes<'member'> = {
  'member.page': async (ctx, { page, size, ...wanted }) => {
    const found = wantedMembers(ctx, wanted)
    const rows = await memberRows(found)
      .orderBy('member.id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute()
    return pageOf(await present(ctx, rows), await countOf(found), size)
  },
  'member.findById': async (ctx, { id }) => presentOne(ctx, await memberFor(ctx, id)),
  'member.save': saveMember,
  'member.deleteByIdList': async (ctx, ids) => {
    await removeMembers(ctx, ids)
    return null
  },
  'member.enableOrDisable': async (ctx, { id, isEnable }) => {
    await enableMember(ctx, id, isEnable)
    return null
  },
  'member.personalData': new OwnTransactions((ctx, { id }) => personalData(ctx, id)),
  'member.erase': async (ctx, { id }) => {
    await eraseMember(ctx, id)
    return null
  },
  ...sheetRoutes,
}

export { type MemberContact, memberContacts } from './contacts.ts'

/** Calls 157–161: members of sites, and what the project adds to them. */
export const member: Resource = { routes }
