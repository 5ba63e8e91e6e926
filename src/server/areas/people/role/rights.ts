import type { CallContext } from '#server/http/context.ts'
import { missingRecords } from '#server/http/missingRecords.ts'
import type { Handler } from '#server/http/routes.ts'
import { grantorOf } from '#shared/domain/grants.ts'
import { SUPER_GROUP } from '#shared/domain/permissions.ts'
import { alwaysGranted } from '#shared/domain/systemMenus.ts'
import { AppError } from '#shared/errors/index.ts'
import { countAccountsByGroup, readGroups, createGroupPathLookup, readReachableGroups } from './groups.ts'
import {
  canGrantMenu,
  readRoleGrants,
  indexRoleGrants,
  createMenuPathLookup,
  readMenus,
  toPermissionName,
  readActiveSites,
} from './offer.ts'

const withNames = (codes: Iterable<number>) => [...codes].map((id) => ({ id, name: toPermissionName(id) }))
/** Account names shown per group. */
const MAX_NAMES = 20

/** The rights of an account in a site. An account out of reach is reported as missing. */
export const rightsOf: Handler<'role.rightsOf'> = async (ctx, { accountId, siteId }) => {
  const reach = await readReachableGroups(ctx)
  const account = await ctx.db
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.roleId')
    .select(['account.id', 'account.username as userName', 'account.trueName', 'account.isStatus'])
    .select(['role.id as roleId', 'role.title as roleName'])
    .where('account.id', '=', accountId)
    .executeTakeFirst()
  if (!account || (reach && !reach.has(account.roleId)))
    throw new AppError('not-found', '账号不存在，可能已被删除，或不在您的用户组之下')
  const { roleId, roleName } = account
  const everything = roleId === SUPER_GROUP
  const giver = grantorOf(ctx.requireSignedIn().authority)
  const rows = await readRoleGrants(ctx, roleId)
  const sites = await readActiveSites(ctx.db)
  const menus = await readMenus(ctx.db, [siteId])
  const hasRole = everything || rows.length > 0
  const held = indexRoleGrants(rows)
  const inSite = held.get(siteId)
  const pathOf = createMenuPathLookup(menus)
  const rights = menus.flatMap((menu) => {
    const isAlwaysGranted = siteId === 0 && alwaysGranted(menu.id) && hasRole
    const codes = everything ? menu.offered : [...(inSite?.get(menu.id) ?? [])]
    if (!everything && !isAlwaysGranted && !inSite?.has(menu.id)) return []
    if (!canGrantMenu(giver, menu)) return []
    const settings = withNames(codes.filter((code) => menu.offered.includes(code)))
    return [{ siteId, menuId: menu.id, path: pathOf(menu.id), settings, roleId, roleName }]
  })
  const visible = rows.filter((row) => giver.menu(row.siteId, row.menuId))
  const menusIn = Map.groupBy(visible, (row) => row.siteId)
  return {
    ...account,
    isStatus: account.isStatus === 1,
    everything,
    sites: sites
      .map((site) => ({ siteId: site.id, siteName: site.title, menus: menusIn.get(site.id)?.length ?? 0 }))
      .filter((site) => everything || site.siteId === 0 || site.menus > 0),
    rights,
    unseen: rows.length - visible.length,
  }
}

/**
 * The groups that may use a menu; the contract has checked the caller's access to it.
 * @throws AppError `not-found` when the menu is not of this site
 */
export const rightsAt: Handler<'role.rightsAt'> = async (ctx, { siteId, menuId }) => {
  const menu = (await readMenus(ctx.db, [siteId])).find((row) => row.id === menuId)
  if (!menu) throw missingRecords({ kind: '栏目', ids: [menuId] })
  const [groups, counted, reach] = await Promise.all([
    readGroups(ctx.db),
    countAccountsByGroup(ctx.db),
    readReachableGroups(ctx),
  ])
  const grantsByGroup = await readMenuGrants(ctx, siteId, menuId)
  const grantingGroups = groups.filter((group) => group.id === SUPER_GROUP || grantsByGroup.has(group.id))
  const seen = grantingGroups.filter((group) => !reach || reach.has(group.id))
  const names = await readAccountNames(
    ctx,
    seen.map((group) => group.id),
  )
  const pathOf = createGroupPathLookup(groups)
  return {
    holders: seen.map(({ id }) => ({
      roleId: id,
      path: pathOf(id),
      settings: withNames(
        id === SUPER_GROUP ? menu.offered : (grantsByGroup.get(id) ?? []).filter((code) => menu.offered.includes(code)),
      ),
      accounts: counted.get(id) ?? 0,
      names: names.get(id) ?? [],
    })),
    unseen: grantingGroups.length - seen.length,
  }
}

/** Permission ids on the menu by group. Menus everybody has are granted by every group with any grant. */
async function readMenuGrants(
  ctx: CallContext,
  siteId: number,
  menuId: number,
): Promise<ReadonlyMap<number, number[]>> {
  if (siteId === 0 && alwaysGranted(menuId)) {
    const rows = await ctx.db.selectFrom('role_grant').select('roleId').distinct().execute()
    return new Map(rows.map(({ roleId }) => [roleId, []]))
  }
  let wanted = ctx.db.selectFrom('role_grant').select(['roleId', 'settings']).where('menuId', '=', menuId)
  // A system menu (site 0) is granted if any site grants it, as in canSeeMenu.
  if (siteId !== 0) wanted = wanted.where('siteId', '=', siteId)
  const rows = await wanted.execute()
  return new Map(rows.map(({ roleId, settings }) => [roleId, JSON.parse(settings) as number[]]))
}

async function readAccountNames(ctx: CallContext, groups: readonly number[]) {
  const found = new Map<number, { id: number; userName: string; trueName: string }[]>()
  for (const roleId of groups)
    found.set(
      roleId,
      await ctx.db
        .selectFrom('account')
        .select(['id', 'username as userName', 'trueName'])
        .where('roleId', '=', roleId)
        .orderBy('usernameKey')
        .limit(MAX_NAMES)
        .execute(),
    )
  return found
}
