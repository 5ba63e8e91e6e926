/** A line of a tree to tick. Keys below 0 only hold others together; they are nothing that could be chosen. */
export interface Item {
  key: number
  title: string
  child: readonly Item[]
}

type Keys = ReadonlySet<number | string>

/** What is ticked without what stands below something ticked, for which that stands. */
export function uppermost(items: readonly Item[], keys: Keys): Item[] {
  return items.flatMap((item) => (keys.has(item.key) ? [item] : uppermost(item.child, keys)))
}

/** The lines with this in their titles with all below them, and what they stand below. */
export function found(items: readonly Item[], search: string): readonly Item[] {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return items
  const below = (list: readonly Item[]): Item[] =>
    list.flatMap((item) => {
      if (item.title.toLowerCase().includes(wanted)) return [item]
      const child = below(item.child)
      return child.length > 0 ? [{ ...item, child }] : []
    })
  return below(items)
}

/** What is ticked when the lowest lines are: those above are exactly when all below them are. */
export function settled(items: readonly Item[], keys: Keys): Set<number> {
  const ticked = new Set<number>()
  const settle = ({ key, child }: Item): boolean => {
    // map before every: all children are settled, also after the first that is not ticked.
    const on = child.length > 0 ? child.map(settle).every(Boolean) : keys.has(key)
    if (on) ticked.add(key)
    return on
  }
  for (const item of items) settle(item)
  return ticked
}

/** The keys with those of all that stands below them. */
export function withBelow(items: readonly Item[], keys: Keys): Set<number> {
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
