/** A file by its content. sha256: 64 hex digits; size in bytes. */
export interface FileEntry {
  kind: 'file'
  sha256: string
  size: number
}
export interface FolderEntry {
  kind: 'folder'
}
export type Entry = FileEntry | FolderEntry

/** Relative path (NFC, `/` between the names, no leading slash) → entry. A folder is an entry of its own. */
export type Tree = ReadonlyMap<string, Entry>

/** The three trees of a plan; base is what both sides agreed on at the last sync. */
export interface Sides {
  base: Tree
  local: Tree
  remote: Tree
}

export const FOLDER: FolderEntry = { kind: 'folder' }

/** Equal content: what counts as unchanged (S1). */
export function sameEntry(a: Entry | undefined, b: Entry | undefined): boolean {
  if (!a || !b) return a === b
  if (a.kind === 'folder' || b.kind === 'folder') return a.kind === b.kind
  return a.sha256 === b.sha256
}

export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
export const depthOf = (path: string): number => path.split('/').length

/** The folders above a path, outermost first. */
export function ancestorsOf(path: string): string[] {
  const folders: string[] = []
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at))
  return folders
}

/** The path itself or one above it is in the set. */
export const isUnder = (path: string, set: { has(path: string): boolean }): boolean =>
  set.has(path) || ancestorsOf(path).some((folder) => set.has(folder))

/** Code unit order: the same on every machine, unlike localeCompare. */
export const byPath = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const fileCount = (tree: Tree): number => [...tree.values()].filter((entry) => entry.kind === 'file').length
