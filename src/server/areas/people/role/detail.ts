import type { CallContext } from '#server/http/context.ts'
import type { RoleDetail, RoleMenu } from '#shared/contract/role.ts'
import { type Grantor, grantorOf } from '#shared/domain/grants.ts'
import { isSuper, SUPER_GROUP } from '#shared/domain/permissions.ts'
import { alwaysGranted } from '#shared/domain/systemMenus.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { readGroups, type GroupRow, requireChangeable } from './groups.ts'
import {
  canGrantMenu,
  readRoleGrants,
  indexRoleGrants,
  type MenuRow,
  readMenus,
  toPermissionName,
  readActiveSites,
} from './offer.ts'

/** Call 142: a group with the tree of everything the caller could grant; with `siteId` only the tree of that site. */
export async function roleDetail(ctx: CallContext, id: number, siteId: number | undefined): Promise<RoleDetail> {
  const { authority } = ctx.requireSignedIn()
  const group = id === 0 ? null : await findChangeableGroup(ctx, id)
  const giver = grantorOf(authority)
  const rows = group ? await readRoleGrants(ctx, id) : []
  const heldCodes = indexRoleGrants(rows)
  const grantableRows = rows.filter((row) => giver.menu(row.siteId, row.menuId))
  const granted = Map.groupBy(grantableRows, (row) => row.siteId)
  const everything = id === SUPER_GROUP
  const sites = (await readActiveSites(ctx.db)).filter(
    (site) =>
      site.id === 0 ||
      isSuper(authority) ||
      authority.siteItemDTOList.some((own) => own.siteId === site.id && own.menuItemDTOList.length > 0),
  )
  const siteIds = sites.filter((site) => siteId === undefined || site.id === siteId).map((site) => site.id)
  const menus = Map.groupBy(siteIds.length > 0 ? await readMenus(ctx.db, siteIds) : [], (menu) => menu.siteId)
  const createChecked = (site: number) => ({
    menu: (menuId: number) => everything || (heldCodes.get(site)?.has(menuId) ?? false),
    code: (menuId: number, code: number) => everything || (heldCodes.get(site)?.get(menuId)?.has(code) ?? false),
  })
  return {
    ...present(group),
    kept: rows.length - grantableRows.length,
    siteItemVOList: sites.map((site) => ({
      siteId: site.id,
      siteName: site.title,
      omitted: siteId !== undefined && site.id !== siteId,
      granted: granted.get(site.id)?.length ?? 0,
      menuItemVOList: toMenuTree(menus.get(site.id) ?? [], giver, createChecked(site.id)),
    })),
  }
}

async function findChangeableGroup(ctx: CallContext, id: number): Promise<GroupRow | null> {
  return requireChangeable(ctx, await readGroups(ctx.db), [id])[0] ?? null
}

const present = (group: GroupRow | null) => ({
  id: group?.id ?? 0,
  parentId: group?.parentId ?? 0,
  name: group?.title ?? '',
  title: group?.title ?? '',
  note: group?.note ?? '',
  createDate: group ? formatDateTime(group.createTime) : '',
  ...(group && {
    version: group.version,
    changedBy: group.updatedBy,
    changedAt: group.updateTime === 0 ? '' : formatDateTime(group.updateTime),
  }),
})

interface Checked {
  menu: (menuId: number) => boolean
  code: (menuId: number, code: number) => boolean
}

/** The menus the caller can grant, and their ancestors, which are `fixed`. */
function toMenuTree(rows: readonly MenuRow[], grantor: Grantor, checked: Checked): RoleMenu[] {
  const below = Map.groupBy(rows, (row) => row.parentId)
  const ids = new Set(rows.map((row) => row.id))
  const walked = new Set<number>()
  const nodes = (menus: readonly MenuRow[]): RoleMenu[] =>
    menus.flatMap((menu) => {
      // Stops at a cycle in old data.
      if (walked.has(menu.id)) return []
      walked.add(menu.id)
      const child = nodes(below.get(menu.id) ?? [])
      const gives = canGrantMenu(grantor, menu)
      if (!gives && child.length === 0) return []
      return [{ ...toMenuNode(menu, gives, grantor, checked), child }]
    })
  return nodes(rows.filter((row) => !ids.has(row.parentId)))
}

function toMenuNode({ id, siteId, title, offered }: MenuRow, canGrant: boolean, giver: Grantor, checked: Checked) {
  const isAlwaysGranted = siteId === 0 && alwaysGranted(id)
  const grantableCodes = canGrant && !isAlwaysGranted ? offered.filter((code) => giver.code(siteId, id, code)) : []
  return {
    menuId: id,
    menuName: title,
    checked: isAlwaysGranted || (canGrant && checked.menu(id)),
    fixed: !canGrant,
    settingVOList: grantableCodes.map((code) => ({
      id: code,
      name: toPermissionName(code),
      checked: checked.code(id, code),
    })),
  }
}
