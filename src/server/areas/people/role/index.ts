import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { canSeeMenu } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { AppError } from '#shared/errors/index.ts'
import { allGroups, groupsInReach, groupsUnder, presentGroup } from './groups.ts'

/** Screens that choose among all groups. */
const CHOOSE_ALL = [MENU.publishStats, MENU.account, MENU.userGroup, MENU.workflow]

const routes: Routes<'role'> = {
  'role.page': (ctx, { parentId, ...wanted }) =>
    parentId === undefined ? everyGroup(ctx, wanted) : under(ctx, parentId, wanted),
}

type Wanted = Pick<ParsedOf<'role.page'>, 'key' | 'page' | 'size'>

async function everyGroup(ctx: CallContext, { key, ...paging }: Wanted) {
  const { authority } = ctx.signed()
  if (!CHOOSE_ALL.some((menuId) => canSeeMenu(authority, menuId)))
    throw new AppError('forbidden', '您没有查看全部用户组的权限，请联系管理员授权')
  let found = ctx.db.selectFrom('role')
  if (key) found = found.where((eb) => contains([eb.ref('title')], key))
  const { rows, total } = await readPage(found.selectAll().orderBy('id'), paging)
  return pageOf(
    rows.map((row) => presentGroup(row)),
    total,
    paging.size,
  )
}

/** Pages are of the groups right below `parentId`; each comes with all that is below it. */
async function under(ctx: CallContext, parentId: number, { key, page, size }: Wanted) {
  const reach = await groupsInReach(ctx)
  if (reach && !reach.has(parentId)) throw outOfReach()
  const groups = groupsUnder(await allGroups(ctx.db), parentId).filter(({ title }) => title.includes(key))
  return pageOf(groups.slice((page - 1) * size, page * size), groups.length, size)
}

/** What is said of a group that is not the caller's own and not below it, or not there at all. */
export const outOfReach = (): AppError => new AppError('forbidden', '这个用户组不在您的用户组下面，请选择其他用户组')

export { allGroups, groupsInReach, groupsUnder } from './groups.ts'

/** Calls 143 and 151: groups to choose from. */
export const role: Resource = { routes }
