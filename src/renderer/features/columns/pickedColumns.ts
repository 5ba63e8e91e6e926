import { type Authority, isSuper } from '#shared/domain/permissions.ts'
import type { RowKey } from '#renderer/ui/table/types.ts'

/**
 * The ticked and granted columns. Ticking a branch also ticks columns that are only shown because a descendant is granted;
 * the server would refuse a job with such a column.
 */
export function pickedColumns(who: Authority, siteId: number, ticked: ReadonlySet<RowKey>): number[] {
  const ids = [...ticked].map(Number)
  if (isSuper(who)) return ids
  const site = who.siteItemDTOList.filter((each) => each.siteId === siteId)
  const granted = new Set(site.flatMap((each) => each.menuItemDTOList.map(({ menuId }) => menuId)))
  return ids.filter((id) => granted.has(id))
}
