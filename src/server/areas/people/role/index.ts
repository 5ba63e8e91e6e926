import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Handler, Resource, Routes } from '#server/http/routes.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { canSeeMenu } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { AppError } from '#shared/errors/index.ts'
import { roleDetail } from './detail.ts'
import { accountsByGroup, allGroups, groupsInReach, groupsUnder, outOfReach, presentGroup } from './groups.ts'
import { moveAccounts, removeRoles } from './remove.ts'
import { rightsAt, rightsOf } from './rights.ts'
import { saveRole } from './save.ts'
import { readRules } from '../signInRules/index.ts'

export { allGroups, groupsInReach, groupsUnder, outOfReach } from './groups.ts'
export { roleUses } from './uses.ts'

/**
 * Ids of the groups whose accounts the caller may write to or choose as stand-in; null: every group. Limited to the
 * reachable groups if 登录安全 says so, and for self-registered accounts.
 */
export async function colleagueGroups(ctx: CallContext): Promise<ReadonlySet<number> | null> {
  const { ownGroupsOnly, selfRegister, registerGroupId } = await readRules(ctx.db)
  const registered = selfRegister && ctx.signed().authority.groupId === registerGroupId
  return ownGroupsOnly || registered ? groupsInReach(ctx) : null
}

/** Menus that choose among all groups. */
const CHOOSE_ALL = [MENU.publishStats, MENU.account, MENU.userGroup, MENU.workflow]

type Wanted = Pick<ParsedOf<'role.page'>, 'key' | 'page' | 'size'>

async function everyGroup(ctx: CallContext, { key, ...paging }: Wanted) {
  const { authority } = ctx.signed()
  if (!CHOOSE_ALL.some((menuId) => canSeeMenu(authority, menuId)))
    throw new AppError('forbidden', '您没有查看全部用户组的权限，请联系管理员授权')
  let found = ctx.db.selectFrom('role')
  if (key) found = found.where((eb) => contains([eb.ref('title')], key))
  const { rows, total } = await readPage(found.selectAll().orderBy('id'), paging)
  const accounts = await accountsByGroup(ctx.db)
  return pageOf(
    rows.map((row) => presentGroup(row, accounts)),
    total,
    paging.size,
  )
}

/** Pages the direct children of `parentId`, each with its whole subtree. */
async function under(ctx: CallContext, parentId: number, { key, page, size }: Wanted) {
  const reach = await groupsInReach(ctx)
  if (reach && !reach.has(parentId)) throw outOfReach()
  const tree = groupsUnder(await allGroups(ctx.db), parentId, await accountsByGroup(ctx.db))
  const groups = tree.filter(({ title }) => title.includes(key))
  return pageOf(groups.slice((page - 1) * size, page * size), groups.length, size)
}

const accountsIn: Handler<'role.accounts'> = async (ctx, { id, key, ...paging }) => {
  const reach = await groupsInReach(ctx)
  if (reach && !reach.has(id)) throw outOfReach()
  let found = ctx.db.selectFrom('account').where('roleId', '=', id)
  if (key) found = found.where((eb) => contains([eb.ref('username'), eb.ref('trueName'), eb.ref('email')], key))
  const shown = found.select(['id', 'username as userName', 'trueName', 'email', 'isStatus']).orderBy('usernameKey')
  const { rows, total } = await readPage(shown, paging)
  return pageOf(
    rows.map((row) => ({ ...row, isStatus: row.isStatus === 1 })),
    total,
    paging.size,
  )
}

const routes: Routes<'role'> = {
  'role.findByRoleId': (ctx, { id, siteId }) => roleDetail(ctx, id, siteId),
  'role.page': (ctx, { parentId, ...wanted }) =>
    parentId === undefined ? everyGroup(ctx, wanted) : under(ctx, parentId, wanted),
  'role.save': async (ctx, form) => {
    const saved = await saveRole(ctx, form)
    return { ...presentGroup(saved, await accountsByGroup(ctx.db)), version: saved.version }
  },
  'role.deleteByIdList': async (ctx, ids) => {
    await removeRoles(ctx, ids)
    return null
  },
  'role.accounts': accountsIn,
  'role.moveAccounts': (ctx, { id, toId }) => moveAccounts(ctx, id, toId),
  'role.rightsOf': rightsOf,
  'role.rightsAt': rightsAt,
  'role.current': async (ctx) => {
    const { groupId } = ctx.signed().authority
    const role = await ctx.db.selectFrom('role').select('grantVersion').where('id', '=', groupId).executeTakeFirst()
    return { groupId, grantVersion: role?.grantVersion ?? 0 }
  },
}

/** Calls 142–145 and 151: user groups and their grants. */
export const role: Resource = { routes }
