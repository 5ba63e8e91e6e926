import type { CallContext } from '#server/http/context.ts'
import type { RoleDetail, RoleMenu } from '#shared/contract/role.ts'
import { type Giver, giverOf } from '#shared/domain/grants.ts'
import { isSuper, SUPER_GROUP } from '#shared/domain/permissions.ts'
import { alwaysGranted } from '#shared/domain/systemMenus.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { allGroups, type GroupRow, requireChangeable } from './groups.ts'
import { givesMenu, grantsOf, heldBy, type MenuRow, menusOf, nameOfCode, sitesInUse } from './offer.ts'

/** Call 142: a group with the tree of everything the caller could grant; with `siteId` only the tree of that site. */
export async function roleDetail(ctx: CallContext, id: number, siteId: number | undefined): Promise<RoleDetail> {
  const { authority } = ctx.signed()
  const group = id === 0 ? null : await groupFor(ctx, id)
  const giver = giverOf(authority)
  const rows = group ? await grantsOf(ctx, id) : []
  const held = heldBy(rows)
  const seen = rows.filter((row) => giver.menu(row.siteId, row.menuId))
  const granted = Map.groupBy(seen, (row) => row.siteId)
  const everything = id === SUPER_GROUP
  const sites = (await sitesInUse(ctx.db)).filter(
    (site) =>
      site.id === 0 ||
      isSuper(authority) ||
      authority.siteItemDTOList.some((own) => own.siteId === site.id && own.menuItemDTOList.length > 0),
  )
  const wanted = sites.filter((site) => siteId === undefined || site.id === siteId).map((site) => site.id)
  const menus = Map.groupBy(wanted.length > 0 ? await menusOf(ctx.db, wanted) : [], (menu) => menu.siteId)
  const checkedIn = (site: number) => ({
    menu: (menuId: number) => everything || (held.get(site)?.has(menuId) ?? false),
    code: (menuId: number, code: number) => everything || (held.get(site)?.get(menuId)?.has(code) ?? false),
  })
  return {
    ...present(group),
    kept: rows.length - seen.length,
    siteItemVOList: sites.map((site) => ({
      siteId: site.id,
      siteName: site.title,
      omitted: siteId !== undefined && site.id !== siteId,
      granted: granted.get(site.id)?.length ?? 0,
      menuItemVOList: treeOf(menus.get(site.id) ?? [], giver, checkedIn(site.id)),
    })),
  }
}

async function groupFor(ctx: CallContext, id: number): Promise<GroupRow | null> {
  return requireChangeable(ctx, await allGroups(ctx.db), [id])[0] ?? null
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
function treeOf(rows: readonly MenuRow[], giver: Giver, checked: Checked): RoleMenu[] {
  const below = Map.groupBy(rows, (row) => row.parentId)
  const ids = new Set(rows.map((row) => row.id))
  const walked = new Set<number>()
  const nodes = (menus: readonly MenuRow[]): RoleMenu[] =>
    menus.flatMap((menu) => {
      // Stops at a cycle in old data.
      if (walked.has(menu.id)) return []
      walked.add(menu.id)
      const child = nodes(below.get(menu.id) ?? [])
      const gives = givesMenu(giver, menu)
      if (!gives && child.length === 0) return []
      return [{ ...nodeOf(menu, gives, giver, checked), child }]
    })
  return nodes(rows.filter((row) => !ids.has(row.parentId)))
}

function nodeOf({ id, siteId, title, offered }: MenuRow, gives: boolean, giver: Giver, checked: Checked) {
  const always = siteId === 0 && alwaysGranted(id)
  const given = gives && !always ? offered.filter((code) => giver.code(siteId, id, code)) : []
  return {
    menuId: id,
    menuName: title,
    checked: always || (gives && checked.menu(id)),
    fixed: !gives,
    settingVOList: given.map((code) => ({ id: code, name: nameOfCode(code), checked: checked.code(id, code) })),
  }
}
