/** A file, identified by its content. sha256: 64 hex digits; size in bytes. */
export interface FileEntry {
  kind: 'file'
  sha256: string
  size: number
}
export interface FolderEntry {
  kind: 'folder'
}
export type Entry = FileEntry | FolderEntry

/** Relative path (NFC, `/` between names, no leading slash) → entry. Folders have their own entries. */
export type Tree = ReadonlyMap<string, Entry>

/** The three trees of a plan; `base` is the state that both sides agreed on at the last sync. */
export interface Sides {
  base: Tree
  local: Tree
  remote: Tree
}

export const FOLDER: FolderEntry = { kind: 'folder' }

/** Equal content, which counts as unchanged (S1). */
export function sameEntry(a: Entry | undefined, b: Entry | undefined): boolean {
  if (!a || !b) return a === b
  if (a.kind === 'folder' || b.kind === 'folder') return a.kind === b.kind
  return a.sha256 === b.sha256
}

export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
export const depthOf = (path: string): number => path.split('/').length

/** The parent folders of a path, outermost first. */
export function ancestorsOf(path: string): string[] {
  const folders: string[] = []
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at))
  return folders
}

/** Whether the set has the path or one of its parent folders. */
export const isUnder = (path: string, set: { has(path: string): boolean }): boolean =>
  set.has(path) || ancestorsOf(path).some((folder) => set.has(folder))

/** Code unit order: the same on every machine, unlike localeCompare. */
export const byPath = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const fileCount = (tree: Tree): number => [...tree.values()].filter((entry) => entry.kind === 'file').length
