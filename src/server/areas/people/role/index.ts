import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Handler, Resource, Routes } from '#server/http/routes.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { canSeeMenu } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { AppError } from '#shared/errors/index.ts'
import { roleDetail } from './detail.ts'
import {
  countAccountsByGroup,
  readGroups,
  readReachableGroups,
  toGroupTree,
  createOutOfReachError,
  presentGroup,
} from './groups.ts'
import { moveAccounts, removeRoles } from './remove.ts'
import { rightsAt, rightsOf } from './rights.ts'
import { saveRole } from './save.ts'
import { readRules } from '../signInRules/index.ts'

export { readGroups, readReachableGroups, toGroupTree, createOutOfReachError } from './groups.ts'
export { roleUses } from './uses.ts'

/**
 * Ids of the groups whose accounts the caller may write to or choose as stand-in; null: every group. Limited to the
 * reachable groups if 登录安全 says so, and for self-registered accounts.
 */
export async function readColleagueGroups(ctx: CallContext): Promise<ReadonlySet<number> | null> {
  const { ownGroupsOnly, selfRegister, registerGroupId } = await readRules(ctx.db)
  const isSelfRegistered = selfRegister && ctx.requireSignedIn().authority.groupId === registerGroupId
  return ownGroupsOnly || isSelfRegistered ? readReachableGroups(ctx) : null
}

/** Menus that choose among all groups. */
const MENUS_WITH_ALL_GROUPS = [MENU.publishStats, MENU.account, MENU.userGroup, MENU.workflow]

type GroupPaging = Pick<ParsedOf<'role.page'>, 'key' | 'page' | 'size'>

async function pageAllGroups(ctx: CallContext, { key, ...paging }: GroupPaging) {
  const { authority } = ctx.requireSignedIn()
  if (!MENUS_WITH_ALL_GROUPS.some((menuId) => canSeeMenu(authority, menuId)))
    throw new AppError('forbidden', '您没有查看全部用户组的权限，请联系管理员授权')
  let found = ctx.db.selectFrom('role')
  if (key) found = found.where((eb) => contains([eb.ref('title')], key))
  const { rows, total } = await readPage(found.selectAll().orderBy('id'), paging)
  const accounts = await countAccountsByGroup(ctx.db)
  return pageOf(
    rows.map((row) => presentGroup(row, accounts)),
    total,
    paging.size,
  )
}

/** Pages the direct children of `parentId`, each with its whole subtree. */
async function pageSubgroups(ctx: CallContext, parentId: number, { key, page, size }: GroupPaging) {
  const reach = await readReachableGroups(ctx)
  if (reach && !reach.has(parentId)) throw createOutOfReachError()
  const tree = toGroupTree(await readGroups(ctx.db), parentId, await countAccountsByGroup(ctx.db))
  const groups = tree.filter(({ title }) => title.includes(key))
  return pageOf(groups.slice((page - 1) * size, page * size), groups.length, size)
}

const pageGroupAccounts: Handler<'role.accounts'> = async (ctx, { id, key, ...paging }) => {
  const reach = await readReachableGroups(ctx)
  if (reach && !reach.has(id)) throw createOutOfReachError()
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
    parentId === undefined ? pageAllGroups(ctx, wanted) : pageSubgroups(ctx, parentId, wanted),
  'role.save': async (ctx, form) => {
    const saved = await saveRole(ctx, form)
    return { ...presentGroup(saved, await countAccountsByGroup(ctx.db)), version: saved.version }
  },
  'role.deleteByIdList': async (ctx, ids) => {
    await removeRoles(ctx, ids)
    return null
  },
  'role.accounts': pageGroupAccounts,
  'role.moveAccounts': (ctx, { id, toId }) => moveAccounts(ctx, id, toId),
  'role.rightsOf': rightsOf,
  'role.rightsAt': rightsAt,
  'role.current': async (ctx) => {
    const { groupId } = ctx.requireSignedIn().authority
    const role = await ctx.db.selectFrom('role').select('grantVersion').where('id', '=', groupId).executeTakeFirst()
    return { groupId, grantVersion: role?.grantVersion ?? 0 }
  },
}

/** Calls 142–145 and 151: user groups and their grants. */
export const role: Resource = { routes }
