import type { Column } from '#shared/contract/column.ts'
import type { Item } from './treeItems.ts'

const itemOf = ({ id, title, child }: Column): Item => ({ key: id, title, child: child.map(itemOf) })

/** The trees of the sites: one site's columns alone, those of several below their sites (whose key is the negative id). */
export function itemsOf(sites: readonly { id: number; title: string; tree: readonly Column[] }[]): Item[] {
  const [only, ...others] = sites
  if (only && others.length === 0) return only.tree.map(itemOf)
  return sites.map(({ id, title, tree }) => ({ key: -id, title, child: tree.map(itemOf) }))
}

/** What a selection of columns ticks: with all columns of a site also the site above them. */
export function ticked(items: readonly Item[], classIds: readonly number[]): ReadonlySet<number> {
  const keys = new Set(classIds)
  for (const { key, child } of items)
    if (key < 0 && child.length > 0 && child.every((each) => keys.has(each.key))) keys.add(key)
  return keys
}
