/** An item of a tree with checkboxes. Items with keys below 0 only group others and are not part of the choice. */
export interface Item {
  key: number
  title: string
  child: readonly Item[]
}

type Keys = ReadonlySet<number | string>

/** The checked items without descendants of other checked items. */
export function findTopmost(items: readonly Item[], keys: Keys): Item[] {
  return items.flatMap((item) => (keys.has(item.key) ? [item] : findTopmost(item.child, keys)))
}

/** Items whose titles contain the text, with their descendants and ancestors. */
export function filterItems(items: readonly Item[], search: string): readonly Item[] {
  const query = search.trim().toLowerCase()
  if (query === '') return items
  const filter = (list: readonly Item[]): Item[] =>
    list.flatMap((item) => {
      if (item.title.toLowerCase().includes(query)) return [item]
      const child = filter(item.child)
      return child.length > 0 ? [{ ...item, child }] : []
    })
  return filter(items)
}

/** Derives all checked keys from the checked leaves: a parent is checked if all its children are. */
export function deriveChecked(items: readonly Item[], keys: Keys): Set<number> {
  const ticked = new Set<number>()
  const settle = ({ key, child }: Item): boolean => {
    // map runs before every, so that all children are visited.
    const on = child.length > 0 ? child.map(settle).every(Boolean) : keys.has(key)
    if (on) ticked.add(key)
    return on
  }
  for (const item of items) settle(item)
  return ticked
}

/** The keys with the keys of all descendants. */
export function addDescendants(items: readonly Item[], keys: Keys): Set<number> {
  const all = new Set<number>()
  const add = (list: readonly Item[], above: boolean): void => {
    for (const { key, child } of list) {
      const on = above || keys.has(key)
      if (on) all.add(key)
      add(child, on)
    }
  }
  add(items, false)
  return all
}
