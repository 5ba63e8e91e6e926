import type { Classify } from '#shared/contract/classify.ts'

/** Id of the row in which a new entry is typed. */
export const NEW_ID = -1

/**
 * The entries whose title or subtitle contains the text, those above and below them; the same tree without a text.
 * @param kept the id of an entry that stays whatever its text.
 */
export function filterEntries(tree: readonly Classify[], text: string, kept = 0): readonly Classify[] {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return tree
  const keep = (entries: readonly Classify[]): Classify[] =>
    entries.flatMap((entry) => {
      const found = `${entry.title}\n${entry.subTitle}`.toLowerCase().includes(wanted)
      if (found || entry.id === kept) return [entry]
      const child = keep(entry.child)
      return child.length > 0 ? [{ ...entry, child }] : []
    })
  return keep(tree)
}

/** The tree with an empty row below the parent, or at the end of the dictionaries (parent 0). */
export function withNew(tree: readonly Classify[], parentId: number): readonly Classify[] {
  const row: Classify = { id: NEW_ID, title: '', subTitle: '', parentId, sort: 0, hasChildren: false, child: [] }
  if (parentId === 0) return [...tree, row]
  return tree.map((entry) => {
    if (entry.id === parentId) return { ...entry, child: [...entry.child, row] }
    const child = entry.child.length > 0 ? withNew(entry.child, parentId) : entry.child
    return child.every((each, at) => each === entry.child[at]) ? entry : { ...entry, child: [...child] }
  })
}

/** An entry, how deep it stands (a dictionary itself is level 1) and how many are below it. */
export interface Placed {
  entry: Classify
  level: number
  below: number
}

/** All entries by id. */
export function indexEntries(tree: readonly Classify[]): ReadonlyMap<number, Placed> {
  const found = new Map<number, Placed>()
  const walk = (entries: readonly Classify[], level: number): number =>
    entries.reduce((sum, entry) => {
      const placed: Placed = { entry, level, below: 0 }
      found.set(entry.id, placed)
      placed.below = walk(entry.child, level + 1)
      return sum + placed.below + 1
    }, 0)
  walk(tree, 1)
  return found
}
