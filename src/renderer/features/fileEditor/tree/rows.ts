/** A file or folder of the tree. */
export interface TreeEntry {
  name: string
  /** Tells it apart from all others of the tree. */
  path: string
  folder: boolean
  /** Drawn pale: it plays no part. */
  ignored?: boolean
}

/** What is known of one folder: its entries, or why they could not be had; neither while it is loading. */
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
 * The lines of the tree from `top` down, in the order in which they are drawn.
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

/** Where the left arrow goes from an entry that is not open: to the folder it lies in. */
export function parentRow(rows: readonly TreeRow[], at: number): number {
  const level = rows[at]?.level ?? 1
  for (let above = at - 1; above >= 0; above -= 1) if ((rows[above]?.level ?? 1) < level) return above
  return at
}
