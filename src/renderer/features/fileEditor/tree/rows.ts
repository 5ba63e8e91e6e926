/** A file or folder of the tree. */
export interface TreeEntry {
  name: string
  /** Identifies the entry in the tree. */
  path: string
  folder: boolean
  /** Ignored entries are shown pale. */
  ignored?: boolean
}

/** State of a folder: its entries, or the problem with reading them; neither while it is loading. */
export interface Folder {
  entries?: readonly TreeEntry[]
  problem?: string
}

/** One line of the tree: an entry, or a note in place of a folder's entries. */
export type TreeRow = { key: string; level: number } & (
  | { kind: 'entry'; entry: TreeEntry; open: boolean; position: number; siblings: number }
  | { kind: 'note'; text: string }
)

/**
 * The lines of the tree from `top` down, in the order of the screen.
 * @param folders by path; one that is missing is loading.
 * @param open paths of the folders whose entries are shown.
 */
export function treeRows(
  top: string,
  folders: ReadonlyMap<string, Folder>,
  open: ReadonlySet<string>,
  level = 1,
): TreeRow[] {
  const { entries, problem } = folders.get(top) ?? {}
  const note = problem ?? (entries ? '空文件夹' : '正在加载…')
  if (!entries || entries.length === 0) return [{ kind: 'note', key: `${top}/`, level, text: note }]
  return entries.flatMap((entry, at) => {
    const expanded = entry.folder && open.has(entry.path)
    const row: TreeRow = {
      kind: 'entry',
      key: entry.path,
      level,
      entry,
      open: expanded,
      position: at + 1,
      siblings: entries.length,
    }
    return expanded ? [row, ...treeRows(entry.path, folders, open, level + 1)] : [row]
  })
}

/** Index of the row of an entry's folder, where the left arrow goes from a collapsed entry. */
export function parentRow(rows: readonly TreeRow[], at: number): number {
  const level = rows[at]?.level ?? 1
  for (let above = at - 1; above >= 0; above -= 1) if ((rows[above]?.level ?? 1) < level) return above
  return at
}
