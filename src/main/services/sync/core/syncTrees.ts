import type { IgnoreRules } from './ignoreRules.ts'
import { caseKey } from './names.ts'
import { ancestorsOf, byPath, parentOf, sameEntry, type Entry, type Sides } from './tree.ts'

export type Side = keyof Sides

/**
 * The entries of one path on each side. `stamp` is the state of the local file (size, times) when it was hashed; ''
 * never counts as unchanged.
 */
interface Node {
  /** The only copy of the path string; folder reads and listings create new strings each time. */
  readonly path: string
  base: Entry | null
  local: Entry | null
  remote: Entry | null
  stamp: string
}

/**
 * The three trees of one workspace, kept in memory and updated path by path. A path is open while its three entries
 * differ; only open paths and related paths can take part in a plan.
 */
export interface SyncTrees {
  get(side: Side, path: string): Entry | undefined
  /** null removes the entry. Only local files have a stamp. */
  set(side: Side, path: string, entry: Entry | null, stamp?: string): void
  stamp(path: string): string
  /** Number of files of each side. */
  readonly fileCounts: Readonly<Record<Side, number>>
  /**
   * All paths of a side below a folder, parents first; '' for all paths in any order. Entries may be removed during the
   * iteration.
   */
  listBelow(side: Side, folder: string): Generator<string>
  /** The paths of a side directly inside a folder. */
  childrenOf(side: Side, folder: string): string[]
  /** Local files with this content. */
  findByContent(sha256: string): string[]
  /** Replaces the ignore rules and determines the open paths again. */
  setIgnores(rules: IgnoreRules): void
  readonly openPaths: ReadonlySet<string>
  /**
   * The part of the trees that a plan depends on: open paths, their parent folders, and every path that differs from
   * one of these only in case. `reconcile` gives the same plan for this part as for the whole (syncTrees.test.ts).
   */
  openSides(): Sides
  /** A copy of one side's tree. */
  copyTree(side: Side): Map<string, Entry>
}

const EMPTY_SET: ReadonlySet<string> = new Set()

export function createSyncTrees(): SyncTrees {
  const nodes = new Map<string, Node>()
  const children = new Map<string, Set<string>>()
  /** Holds only names that differ from their case key; most names are lower case already. */
  const mixedCase = new Map<string, Set<string>>()
  const contents = new ContentIndex()
  const open = new Set<string>()
  const files = { base: 0, local: 0, remote: 0 }
  let ignores: IgnoreRules = () => false

  const createNode = (path: string): Node => {
    const node = { path, base: null, local: null, remote: null, stamp: '' }
    nodes.set(path, node)
    addTo(children, parentOf(path), path)
    const key = caseKey(path)
    if (key !== path) addTo(mixedCase, key, path)
    return node
  }
  const removeNode = (path: string): void => {
    nodes.delete(path)
    removeFrom(children, parentOf(path), path)
    removeFrom(mixedCase, caseKey(path), path)
  }
  /**
   * Ignored paths outside the base are skipped until they or the rules change. The local tree contains no ignored
   * paths, so an ignored path of the base counts as open.
   */
  const updateOpen = (path: string, node: Node): void => {
    const { base, local, remote } = node
    const same = sameEntry(base ?? undefined, local ?? undefined) && sameEntry(local ?? undefined, remote ?? undefined)
    const kind = (local ?? remote ?? base)?.kind ?? 'file'
    if (same || (!base && ignores(path, kind))) open.delete(path)
    else open.add(path)
  }
  const caseVariantsOf = (path: string): Iterable<string> => {
    const key = caseKey(path)
    const mixed = mixedCase.get(key) ?? EMPTY_SET
    return key !== path && nodes.has(key) ? [...mixed, key] : mixed
  }
  const childrenOf = (side: Side, folder: string): string[] =>
    [...(children.get(folder) ?? EMPTY_SET)].filter((path) => nodes.get(path)?.[side])
  const below = (side: Side, folder: string): Generator<string> => pathsBelow(nodes, children, side, folder)
  return {
    get: (side, path) => nodes.get(path)?.[side] ?? undefined,
    set(side, path, entry, stamp = '') {
      const node = nodes.get(path) ?? (entry ? createNode(path) : null)
      if (!node) return
      const before = node[side]
      if (before?.kind === 'file') files[side] -= 1
      if (entry?.kind === 'file') files[side] += 1
      // Equal entries share one object, and its hash is also the content key, so three trees cost little more memory
      // than one.
      const kept = entry && ([node.base, node.local, node.remote].find((other) => isIdentical(other, entry)) ?? entry)
      if (side === 'local') {
        contents.replace(node.path, before, kept)
        node.stamp = stamp
      }
      node[side] = kept
      if (node.base || node.local || node.remote) return updateOpen(path, node)
      open.delete(path)
      removeNode(path)
    },
    stamp: (path) => nodes.get(path)?.stamp ?? '',
    fileCounts: files,
    listBelow: below,
    childrenOf,
    findByContent: (sha256) => contents.pathsOf(sha256),
    setIgnores(rules) {
      ignores = rules
      for (const [path, node] of nodes) updateOpen(path, node)
    },
    openPaths: open,
    copyTree: (side) => treeOf(nodes, side),
    openSides: () => sidesOf(nodes, addRelatedPaths(open, caseVariantsOf)),
  }
}

/** Fully equal, including the size. */
const isIdentical = (a: Entry | null, b: Entry): boolean =>
  a !== null && sameEntry(a, b) && (a.kind === 'folder' || b.kind === 'folder' || a.size === b.size)

function addTo(index: Map<string, Set<string>>, key: string, path: string): void {
  const known = index.get(key)
  if (known) known.add(path)
  else index.set(key, new Set([path]))
}

function removeFrom(index: Map<string, Set<string>>, key: string, path: string): void {
  const known = index.get(key)
  known?.delete(path)
  if (known?.size === 0) index.delete(key)
}

/** The paths, their parent folders, and every path that differs from one of these only in case. */
function addRelatedPaths(open: Iterable<string>, matesOf: (path: string) => Iterable<string>): Set<string> {
  const paths = new Set<string>()
  for (const path of open) {
    for (const part of [...ancestorsOf(path), path]) {
      if (paths.has(part)) continue
      paths.add(part)
      for (const mate of matesOf(part)) paths.add(mate)
    }
  }
  return paths
}

function sidesOf(nodes: ReadonlyMap<string, Node>, paths: Iterable<string>): Sides {
  const sides = {
    base: new Map<string, Entry>(),
    local: new Map<string, Entry>(),
    remote: new Map<string, Entry>(),
  }
  for (const path of [...paths].toSorted(byPath)) {
    const node = nodes.get(path)
    if (node?.base) sides.base.set(path, node.base)
    if (node?.local) sides.local.set(path, node.local)
    if (node?.remote) sides.remote.set(path, node.remote)
  }
  return sides
}

/** Finds files by content. */
class ContentIndex {
  /** Most contents exist at one path only, which then needs no set. */
  readonly #paths = new Map<string, string | Set<string>>()

  replace(path: string, before: Entry | null, after: Entry | null): void {
    if (before?.kind === 'file') {
      const known = this.#paths.get(before.sha256)
      if (known === path) this.#paths.delete(before.sha256)
      else if (known instanceof Set) known.delete(path)
    }
    if (after?.kind !== 'file') return
    const known = this.#paths.get(after.sha256)
    if (known === undefined) this.#paths.set(after.sha256, path)
    else if (known instanceof Set) known.add(path)
    else this.#paths.set(after.sha256, new Set([known, path]))
  }

  pathsOf(sha256: string): string[] {
    const known = this.#paths.get(sha256)
    return known === undefined ? [] : known instanceof Set ? [...known] : [known]
  }
}

function* pathsBelow(
  nodes: ReadonlyMap<string, Node>,
  children: ReadonlyMap<string, ReadonlySet<string>>,
  side: Side,
  folder: string,
): Generator<string> {
  // A path that is missing on one side may still have children there, so the walk continues below it.
  const paths = folder === '' ? nodes.keys() : (children.get(folder) ?? EMPTY_SET)
  for (const path of paths) {
    if (nodes.get(path)?.[side]) yield path
    if (folder !== '') yield* pathsBelow(nodes, children, side, path)
  }
}

function treeOf(nodes: ReadonlyMap<string, Node>, side: Side): Map<string, Entry> {
  const tree = new Map<string, Entry>()
  for (const [path, node] of nodes) {
    const entry = node[side]
    if (entry) tree.set(path, entry)
  }
  return tree
}
