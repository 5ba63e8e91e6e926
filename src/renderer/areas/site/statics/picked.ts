import { type Authority, isSuper } from '#shared/domain/permissions.ts'
import type { RowKey } from '#renderer/ui/table/types.ts'

/**
 * The columns to generate: those that are ticked and granted. Ticking a branch also ticks the columns that the tree shows
 * only because something below them is granted; the server would refuse the whole order for them.
 */
export function pickedColumns(who: Authority, siteId: number, ticked: ReadonlySet<RowKey>): number[] {
  const ids = [...ticked].map(Number)
  if (isSuper(who)) return ids
  const site = who.siteItemDTOList.filter((each) => each.siteId === siteId)
  const granted = new Set(site.flatMap((each) => each.menuItemDTOList.map(({ menuId }) => menuId)))
  return ids.filter((id) => granted.has(id))
}
