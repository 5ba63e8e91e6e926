import type { DRAFT_RESOLUTIONS } from '#shared/contract/templateDraft.ts'

/** The content of a path. */
export type Entry = { kind: 'file'; sha256: string; size: number } | { kind: 'folder'; sha256: ''; size: 0 }
/** Entries by path inside the template. */
export type Tree = ReadonlyMap<string, Entry>
export type DraftWay = (typeof DRAFT_RESOLUTIONS)[number]

/** A template, its draft, and their last common state. */
export interface Sides {
  base: Tree
  live: Tree
  draft: Tree
}

/** A path where template and draft differ; null: nothing at this path. */
export interface Difference {
  path: string
  base: Entry | null
  live: Entry | null
  draft: Entry | null
  /** The side that changed the path since the common state. */
  by: 'draft' | 'live' | 'both'
}

export const FOLDER: Entry = { kind: 'folder', sha256: '', size: 0 }

export const isSameEntry = (a: Entry | null | undefined, b: Entry | null | undefined): boolean =>
  (a?.kind ?? null) === (b?.kind ?? null) && (a?.sha256 ?? '') === (b?.sha256 ?? '')

/** Finds all differences, sorted by path. The same change on both sides is not a difference. */
export function findDifferences({ base, live, draft }: Sides): Difference[] {
  const found: Difference[] = []
  for (const path of new Set([...live.keys(), ...draft.keys()])) {
    const [was, ours, theirs] = [base.get(path) ?? null, live.get(path) ?? null, draft.get(path) ?? null]
    if (isSameEntry(ours, theirs)) continue
    const by = isSameEntry(ours, was) ? 'draft' : isSameEntry(theirs, was) ? 'live' : 'both'
    found.push({ path, base: was, live: ours, draft: theirs, by })
  }
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** Hides folders that are added or removed only because of a file in them. */
export function hideImpliedFolders<T extends { path: string; kind: Entry['kind'] }>(items: readonly T[]): T[] {
  const above = new Set(items.flatMap(({ path }) => listParents(path)))
  return items.filter(({ path, kind }) => kind === 'file' || !above.has(path))
}

export function listParents(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, depth) => names.slice(0, depth + 1).join('/'))
}
