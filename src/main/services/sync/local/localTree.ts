import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreRules, type IgnoreRules } from '../core/ignoreRules.ts'
import type { SyncTrees } from '../core/syncTrees.ts'
import { IGNORE_FILE, isReserved, normalize, RESERVED_FOLDER } from '../core/names.ts'
import type { Problem } from '../core/plan.ts'
import { ancestorsOf, byPath, FOLDER, nameOf, parentOf, sameEntry, type Entry, type FileEntry } from '../core/tree.ts'
import { LARGE, RACY, type Found } from './folderJobs.ts'
import { askFolder } from './folderThread.ts'
import { isMissing } from './hash.ts'
import { hashFile } from './hashFile.ts'
import { codeOf, identityOf, LINK, SPECIAL, TWO_FORMS, unreadableOf, type LocalScan } from './localScan.ts'
import type { Watcher } from './watcher.ts'

/** The local tree of one workspace: what the watcher names is looked at by itself, everything only when asked to. */
export interface LocalTree {
  /** A path, by its names on the disk, may have changed. */
  hint(disk: string): void
  /** All that is in a folder, by its name on the disk, may have changed. '' is the root. */
  hintFolder(disk: string): void
  /** Everything must be looked at. deep: also what looks unchanged is read (S1). */
  hintAll(deep?: boolean): void
  /** Something was named since the last look. */
  hinted(): boolean
  /** The next look is one at everything. */
  hintedAll(): boolean
  /** From now on this watcher gives the hints; null: nobody does. */
  useWatcher(watcher: Watcher | null): void
  look(signal: AbortSignal): Promise<LocalScan>
  readonly ignores: IgnoreRules
  /** Links, special files, what can't be read, names that clash. */
  readonly problems: ReadonlyMap<string, Problem>
  /** Ignored files and folders, for showing. */
  readonly ignored: ReadonlySet<string>
  /** Changed a moment ago: maybe still being written (S6). They are looked at again by themselves. */
  readonly unsettled: ReadonlySet<string>
  /** The name on this disk, where it is not the path itself (S32). */
  diskPath(path: string): string
  /** Paths whose stamps changed since this was last asked. */
  takeChanged(): string[]
  /** The engine itself put this there; null: it took away what stood there. */
  placed(path: string, entry: Entry | null, stamp?: string): void
}

export interface LocalTreeOptions {
  root: string
  trees: SyncTrees
  /** A file younger than this many ms counts as still being written. */
  settleMs: number
  /** Names that differ only in case are one file on this disk; found out by itself, set by tests. */
  sameCase?: boolean
}

/** Paths in one question to the thread. */
const READS = 200
/** Hints at once from which on everything is looked at. */
const SHOWER = 2000

export function createLocalTree({ root, trees, settleMs, sameCase = false }: LocalTreeOptions): LocalTree {
  const problems = new Map<string, Problem>()
  const diskPaths = new Map<string, string>()
  const ignored = new Set<string>()
  const unsettled = new Set<string>()
  const unreadable = new Set<string>()
  const changed = new Set<string>()
  let suspects = new Set<string>()
  /** Folders whose content was read before their hints began. */
  let unread = new Set<string>()
  let everything: 'no' | 'all' | 'deep' = 'all'
  let watcher: Watcher | null = null
  let ignoreLines: string | null = null
  let ignores: IgnoreRules = () => false
  let looked = 0
  let moved = false
  let settlesIn: number | null = null
  const recent: string[] = []
  let oneCase = sameCase

  const diskPath = (path: string): string => {
    if (diskPaths.size === 0) return path
    const parent = parentOf(path)
    return diskPaths.get(path) ?? (parent ? `${diskPath(parent)}/${nameOf(path)}` : path)
  }
  const leave = (path: string): void => {
    if (problems.get(path) !== TWO_FORMS) problems.delete(path)
    ignored.delete(path)
    unsettled.delete(path)
    unreadable.delete(path)
    diskPaths.delete(path)
  }
  /** Nothing that is synced stands there any more. */
  const remove = (path: string): void => {
    for (const below of trees.below('local', path)) remove1(below)
    for (const set of [problems, ignored, unreadable, unsettled]) {
      for (const below of set.keys()) if (below.startsWith(`${path}/`)) leave(below)
    }
    remove1(path)
  }
  const remove1 = (path: string): void => {
    const before = trees.get('local', path)
    if (before?.kind === 'folder') watcher?.forget(diskPath(path))
    problems.delete(path)
    leave(path)
    if (before) {
      changed.add(path)
      moved = true
    }
    trees.set('local', path, null)
  }
  const report = (path: string, problem: Problem): void => {
    if (problems.get(path) !== problem) moved = true
    remove(path)
    problems.set(path, problem)
  }
  /** Takes up what was found, but for a file's content. Answers whether a folder stands there that was not known. */
  const takeUp = (found: Found): 'folder' | 'file' | null => {
    const path = normalize(found.disk)
    const before = trees.get('local', path)
    switch (found.kind) {
      case 'missing':
        remove(path)
        return null
      case 'ignored':
        if (!ignored.has(path)) moved = true
        remove(path)
        ignored.add(path)
        return null
      case 'unreadable':
        moved ||= !unreadable.has(path)
        problems.set(path, unreadableOf(found.code))
        unreadable.add(path)
        return null
      case 'link':
      case 'special':
        report(path, found.kind === 'link' ? LINK : SPECIAL)
        return null
      case 'folder': {
        const known = before?.kind === 'folder' && trees.stamp(path) === found.stamp && !problems.has(path)
        if (known) return null
        // A new folder under a known name: the watch on the old one is dropped, the walk follows the new one.
        if (before?.kind === 'folder') watcher?.forget(found.disk)
        if (before?.kind === 'file') changed.add(path)
        if (before?.kind !== 'folder') moved = true
        leave(path)
        if (found.disk !== path) diskPaths.set(path, found.disk)
        trees.set('local', path, FOLDER, found.stamp)
        return 'folder'
      }
      case 'file':
        if (before?.kind === 'folder') remove(path)
        if (problems.has(path)) moved = true
        leave(path)
        if (found.disk !== path) diskPaths.set(path, found.disk)
        return 'file'
    }
  }
  /** Looks at files whose stamp is not `believed`, some at a time. */
  async function* read(disks: readonly string[], believed: (path: string) => string, signal: AbortSignal) {
    for (let from = 0; from < disks.length; from += READS) {
      signal.throwIfAborted()
      const files = disks.slice(from, from + READS).map((disk) => ({ disk, stamp: believed(normalize(disk)) }))
      looked += files.length
      yield* await askFolder<'read'>({ do: 'read', root, files, settleMs })
    }
  }
  const takeContent = async (found: Found, deep: boolean, signal: AbortSignal): Promise<void> => {
    const path = normalize(found.disk)
    const known = trees.get('local', path)?.kind === 'file' && trees.stamp(path) === found.stamp && found.stamp !== ''
    if (known && found.sha256 === '' && !(deep && found.size > LARGE)) return
    if (found.sha256 === '' && found.age >= 0 && found.age < settleMs) {
      unsettled.add(path)
      settlesIn = Math.max(settlesIn ?? 0, settleMs - found.age + 1)
      return
    }
    if (found.age >= 0 && found.age < 2 * settleMs) recent.push(path)
    const take = (entry: FileEntry, stamp: string): void => {
      moved ||= !sameEntry(entry, trees.get('local', path))
      changed.add(path)
      trees.set('local', path, entry, stamp)
    }
    if (found.sha256 !== '') return take({ kind: 'file', sha256: found.sha256, size: found.size }, found.stamp)
    try {
      take(await hashFile(join(root, found.disk), signal), found.age > RACY ? found.stamp : '')
    } catch (error) {
      if (isMissing(error)) return remove(path)
      signal.throwIfAborted()
      moved ||= !unreadable.has(path)
      problems.set(path, unreadableOf(codeOf(error)))
      unreadable.add(path)
    }
  }
  const takeFiles = async (disks: readonly string[], deep: boolean, signal: AbortSignal): Promise<void> => {
    for await (const found of read(disks, deep ? () => '' : (path) => trees.stamp(path), signal)) {
      if (takeUp(found) === 'file') await takeContent(found, deep, signal)
    }
  }
  /**
   * Everything below a folder. A folder whose hints begin only now is looked at once more: what changed in it before
   * that has told nobody.
   */
  const walk = async (top: string, deep: boolean, signal: AbortSignal): Promise<void> => {
    const seen = new Set<string>()
    const files = new Set<string>()
    for (const folder of unread) if (top === '' || folder === top || folder.startsWith(`${top}/`)) unread.delete(folder)
    let tops = [top]
    while (tops.length > 0) {
      const fresh: string[] = []
      for (const folder of tops) {
        if (watcher?.follow(folder)) fresh.push(folder)
        const onChunk = (chunk: Found[]): void => {
          looked += chunk.length
          for (const found of chunk) {
            const path = normalize(found.disk)
            if (seen.has(path) && (diskPaths.get(path) ?? path) !== found.disk && found.kind !== 'missing') {
              problems.set(path, TWO_FORMS)
              continue
            }
            seen.add(path)
            if (problems.get(path) === TWO_FORMS) problems.delete(path)
            const kind = takeUp(found)
            if (kind === 'file' && (deep || trees.stamp(path) !== found.stamp)) files.add(found.disk)
            if (found.kind === 'folder' && watcher?.follow(found.disk)) fresh.push(found.disk)
          }
        }
        try {
          await askFolder<'walk'>({ do: 'walk', root, folder, ignoreLines: ignoreLines ?? '' }, onChunk)
        } catch (error) {
          if (folder === '' || !isMissing(error)) throw error
        }
        signal.throwIfAborted()
      }
      const again = new Set(fresh.map(normalize))
      const inner = (path: string): boolean =>
        path !== '' && (again.has('') || ancestorsOf(path).some((above) => again.has(above)))
      tops = fresh.filter((folder) => !inner(normalize(folder)))
      if (again.size > 0) for (const path of seen) if (inner(path)) seen.delete(path)
    }
    const gone = [...trees.below('local', normalize(top))].filter((path) => !seen.has(path))
    for (const path of gone) remove(path)
    await takeFiles([...files], deep, signal)
  }
  const readRules = async (): Promise<boolean> => {
    const lines = await readFile(join(root, IGNORE_FILE), 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return ''
      throw error
    })
    if (lines === ignoreLines) return false
    ignoreLines = lines
    ignores = ignoreRules(lines)
    trees.setIgnores(ignores)
    return true
  }
  const lookAtAll = async (deep: boolean, signal: AbortSignal): Promise<void> => {
    await readRules()
    oneCase = await lstat(join(root, RESERVED_FOLDER.toUpperCase())).then(
      () => true,
      () => sameCase,
    )
    problems.clear()
    for (const set of [ignored, unsettled, unreadable]) set.clear()
    // Known folders are watched before the walk: a folder first watched during it has to be read twice.
    if (watcher?.follow('')) {
      for (const path of trees.below('base', '')) {
        if (trees.get('base', path)?.kind === 'folder' && !ignores(path, 'folder')) watcher.follow(path)
      }
    }
    await walk('', deep, signal)
  }
  /** The path itself, or the outermost folder above it that is not known: below that nothing can be told. */
  const targetOf = (disk: string): string | null => {
    const path = normalize(disk)
    if (isReserved(path)) return null
    const above = ancestorsOf(disk)
    for (const folder of above) {
      if (ignored.has(normalize(folder))) return null
      if (trees.get('local', normalize(folder))?.kind !== 'folder') return folder
    }
    return disk
  }
  /** Names are what the disk lists, where it takes another spelling for the same name (S32, S33). */
  const listNames = async (targets: ReadonlySet<string>): Promise<Set<string>> => {
    const result = new Set<string>()
    const folders = new Set<string>()
    const odd = new Set([...targets].filter((disk) => normalize(disk) !== disk).map(normalize))
    for (const disk of targets) {
      const path = normalize(disk)
      const plain = !oneCase && !odd.has(path) && !diskPaths.has(path) && problems.get(path) !== TWO_FORMS
      if (plain) result.add(disk)
      else folders.add(parentOf(disk))
    }
    for (const folder of folders) {
      const names = await askFolder<'names'>({ do: 'names', root, folder }).catch((error: unknown) => {
        if (isMissing(error)) return []
        throw error
      })
      const disks = new Set(names.map((name) => (folder ? `${folder}/${name}` : name)))
      const known = trees.childrenOf('local', normalize(folder))
      for (const path of known) if (!disks.has(diskPath(path))) remove(path)
      const forms = new Map<string, string>()
      for (const disk of disks) {
        const path = normalize(disk)
        if (isReserved(path)) continue
        if (forms.has(path)) problems.set(path, TWO_FORMS)
        else if (problems.get(path) === TWO_FORMS) problems.delete(path)
        forms.set(path, disk)
        if (targets.has(disk) || !trees.get('local', path)) result.add(disk)
      }
    }
    return result
  }
  const lookAt = async (named: ReadonlySet<string>, again: ReadonlySet<string>, signal: AbortSignal): Promise<void> => {
    if (named.has(IGNORE_FILE) && (await readRules())) return lookAtAll(false, signal)
    const targets = new Set([...named].map(targetOf).filter((disk) => disk !== null))
    const disks = [...(await listNames(targets))].toSorted(byPath)
    // What was read below a folder before its hints began is older than the walk that came after it.
    const walked = new Set<string>()
    for await (const found of read(disks, (path) => trees.stamp(path), signal)) {
      if (walked.size > 0 && ancestorsOf(found.disk).some((above) => walked.has(above))) continue
      const path = normalize(found.disk)
      const kind = found.kind === 'folder' ? 'folder' : 'file'
      const real = !['missing', 'unreadable'].includes(found.kind)
      const next = takeUp(real && ignores(path, kind) ? { ...found, kind: 'ignored' } : found)
      const isFolder = trees.get('local', path)?.kind === 'folder'
      if (next === 'folder' || (isFolder && again.has(found.disk))) {
        walked.add(found.disk)
        await walk(found.disk, false, signal)
      } else if (next === 'file') await takeContent(found, false, signal)
    }
  }
  return {
    hint(disk) {
      if (disk !== '') suspects.add(disk)
      // Beyond this many hints the system may have dropped some, so the whole tree is looked at.
      if (disk !== '' && suspects.size < SHOWER) return
      everything = everything === 'deep' ? 'deep' : 'all'
      suspects.clear()
    },
    hintFolder(disk) {
      if (disk === '') everything = everything === 'deep' ? 'deep' : 'all'
      else unread.add(disk)
    },
    hintAll(deep = false) {
      everything = deep || everything === 'deep' ? 'deep' : 'all'
    },
    hinted: () => everything !== 'no' || suspects.size > 0 || unread.size > 0,
    hintedAll: () => everything !== 'no',
    useWatcher(next) {
      watcher = next
      everything = everything === 'deep' ? 'deep' : 'all'
    },
    async look(signal) {
      looked = 0
      moved = false
      settlesIn = null
      recent.length = 0
      const before = await identityOf(root)
      const missing = (): LocalScan => ({ rootMissing: true, incomplete: true, looked, moved: true, settlesIn })
      if (before === null) return missing()
      const [named, again, wanted] = [suspects, unread, everything]
      suspects = new Set()
      unread = new Set()
      everything = 'no'
      try {
        for (const path of [...unsettled, ...unreadable]) named.add(diskPath(path))
        for (const folder of again) named.add(folder)
        if (wanted === 'no') await lookAt(named, again, signal)
        else await lookAtAll(wanted === 'deep', signal)
      } catch (error) {
        // The named paths were not looked at, so the next look takes the whole tree.
        everything = wanted === 'deep' ? 'deep' : 'all'
        if ((await identityOf(root)) === null) return missing()
        throw error
      }
      // S31: files saved shortly before one that is still being written belong to the same save and wait with it.
      if (unsettled.size > 0) for (const path of recent) unsettled.add(path)
      const after = await identityOf(root)
      // The root was moved or replaced during the look: paths that were not found may still exist.
      if (after !== before) everything = 'all'
      if (after === null) return missing()
      return { rootMissing: false, incomplete: unreadable.size > 0 || after !== before, looked, moved, settlesIn }
    },
    get ignores() {
      return ignores
    },
    problems,
    ignored,
    unsettled,
    diskPath,
    takeChanged() {
      const taken = [...changed]
      changed.clear()
      return taken
    },
    placed(path, entry, stamp = '') {
      if (!entry && trees.get('local', path)?.kind === 'folder') watcher?.forget(diskPath(path))
      trees.set('local', path, entry, stamp)
      changed.add(path)
    },
  }
}
