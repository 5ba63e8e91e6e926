import type { Classify } from '#shared/contract/classify.ts'
import { NEW_ID } from '#renderer/ui/rowEdit/rowTree.ts'

/**
 * Entries whose title or subtitle contains the text, with their ancestors and descendants; the whole tree without a text.
 * @param editedId id of an entry that is kept even if it does not match.
 */
export function filterEntries(tree: readonly Classify[], text: string, editedId = 0): readonly Classify[] {
  const query = text.trim().toLowerCase()
  if (!query) return tree
  const filter = (entries: readonly Classify[]): Classify[] =>
    entries.flatMap((entry) => {
      const isMatch = `${entry.title}\n${entry.subTitle}`.toLowerCase().includes(query)
      if (isMatch || entry.id === editedId) return [entry]
      const child = filter(entry.child)
      return child.length > 0 ? [{ ...entry, child }] : []
    })
  return filter(tree)
}

/** The empty row in which a new entry is typed. */
export const createNewEntry = (parentId: number): Classify => ({
  id: NEW_ID,
  title: '',
  subTitle: '',
  parentId,
  sort: 0,
  hasChildren: false,
  child: [],
})
