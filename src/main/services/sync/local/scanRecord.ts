import { join } from 'node:path'
import { normalize } from '../core/names.ts'
import type { Problem } from '../core/plan.ts'
import type { SyncTrees } from '../core/syncTrees.ts'
import { FOLDER, nameOf, parentOf, sameEntry, type FileEntry } from '../core/tree.ts'
import { RACY_MS, type FoundEntry } from './folderJobs.ts'
import { errnoOf, isMissing } from './hash.ts'
import { hashFile } from './hashFile.ts'
import {
  LINK_PROBLEM,
  SPECIAL_FILE_PROBLEM,
  TWO_FORMS_PROBLEM,
  toUnreadableProblem,
  type LocalScan,
} from './localScan.ts'
import { contentStep } from './scanRequest.ts'

interface ScanRecordDeps {
  root: string
  trees: SyncTrees
  settleMs: number
  /** Called with the folder's name on the disk when it is gone or another folder has its name. */
  onFolderGone: (disk: string) => void
}

/** Totals of the current scan. */
type ScanTotals = Pick<LocalScan, 'looked' | 'moved' | 'settlesIn'> & {
  /** Files that changed shortly before they were read. */
  recent: string[]
}

const createTotals = (): ScanTotals => ({ looked: 0, moved: false, settlesIn: null, recent: [] })

/** Records the results of scans: entries of the local tree, and marks on paths. */
export class ScanRecord {
  readonly #deps: ScanRecordDeps
  readonly #trees: SyncTrees
  totals = createTotals()
  /** Paths whose stamps changed. */
  readonly changed = new Set<string>()
  /** Links, special files, unreadable entries and clashing names. */
  readonly problems = new Map<string, Problem>()
  readonly ignored = new Set<string>()
  readonly unsettled = new Set<string>()
  readonly unreadable = new Set<string>()
  /** Names on the disk that differ from the path (S32). */
  readonly diskPaths = new Map<string, string>()

  constructor(deps: ScanRecordDeps) {
    this.#deps = deps
    this.#trees = deps.trees
  }

  begin(): void {
    this.totals = createTotals()
  }

  diskPath(path: string): string {
    if (this.diskPaths.size === 0) return path
    const parent = parentOf(path)
    return this.diskPaths.get(path) ?? (parent ? `${this.diskPath(parent)}/${nameOf(path)}` : path)
  }

  isFolder(path: string): boolean {
    return this.#trees.get('local', path)?.kind === 'folder'
  }

  clearAll(): void {
    for (const marks of [this.problems, this.ignored, this.unsettled, this.unreadable]) marks.clear()
  }

  /**
   * Records an entry, except a file's content. Returns 'file' or 'folder' when the file's or the new folder's content
   * must be read.
   */
  record(found: FoundEntry): 'folder' | 'file' | null {
    const path = normalize(found.disk)
    const { problems, ignored } = this
    switch (found.kind) {
      case 'missing':
        this.remove(path)
        return null
      case 'ignored':
        this.#noteMoved(!ignored.has(path))
        this.remove(path)
        ignored.add(path)
        return null
      case 'unreadable':
        this.#noteMoved(this.#markUnreadable(path, found.code))
        return null
      case 'link':
      case 'special': {
        const problem = found.kind === 'link' ? LINK_PROBLEM : SPECIAL_FILE_PROBLEM
        this.#noteMoved(problems.get(path) !== problem)
        this.remove(path)
        problems.set(path, problem)
        return null
      }
      case 'folder':
        return this.#recordFolder(path, found)
      case 'file':
        if (this.isFolder(path)) this.remove(path)
        this.#noteMoved(problems.has(path))
        this.#clear(path)
        if (found.disk !== path) this.diskPaths.set(path, found.disk)
        return 'file'
    }
  }

  #recordFolder(path: string, { disk, stamp }: FoundEntry): 'folder' | null {
    const before = this.#trees.get('local', path)?.kind
    if (before === 'folder' && this.#trees.stamp(path) === stamp && !this.problems.has(path)) return null
    // A new folder under a known name: the old folder's watch is dropped, and the walk follows the new folder.
    if (before === 'folder') this.#deps.onFolderGone(disk)
    if (before === 'file') this.changed.add(path)
    this.#noteMoved(before !== 'folder')
    this.#clear(path)
    if (disk !== path) this.diskPaths.set(path, disk)
    this.#trees.set('local', path, FOLDER, stamp)
    return 'folder'
  }

  async recordContent(found: FoundEntry, deep: boolean, signal: AbortSignal): Promise<void> {
    const { root, settleMs } = this.#deps
    const path = normalize(found.disk)
    const isFile = this.#trees.get('local', path)?.kind === 'file'
    const isKnown = isFile && found.stamp !== '' && this.#trees.stamp(path) === found.stamp
    const step = contentStep(found, isKnown, deep, settleMs)
    if (step.kind === 'unchanged') return
    if (step.kind === 'unsettled') {
      this.unsettled.add(path)
      this.totals.settlesIn = Math.max(this.totals.settlesIn ?? 0, step.settlesIn)
      return
    }
    if (found.age >= 0 && found.age < 2 * settleMs) this.totals.recent.push(path)
    if (step.kind === 'changed') return this.#recordFile(path, step.entry, found.stamp)
    try {
      this.#recordFile(path, await hashFile(join(root, found.disk), signal), found.age > RACY_MS ? found.stamp : '')
    } catch (error) {
      if (isMissing(error)) return this.remove(path)
      signal.throwIfAborted()
      this.#noteMoved(this.#markUnreadable(path, errnoOf(error)))
    }
  }

  #recordFile(path: string, entry: FileEntry, stamp: string): void {
    this.#noteMoved(!sameEntry(entry, this.#trees.get('local', path)))
    this.changed.add(path)
    this.#trees.set('local', path, entry, stamp)
  }

  /** Removes the path and everything below it from the local tree. */
  remove(path: string): void {
    for (const below of this.#trees.listBelow('local', path)) this.#removeEntry(below)
    this.#clearBelow(path)
    this.#removeEntry(path)
  }

  #removeEntry(path: string): void {
    const before = this.#trees.get('local', path)
    if (before?.kind === 'folder') this.#deps.onFolderGone(this.diskPath(path))
    this.problems.delete(path)
    this.#clear(path)
    this.#trees.set('local', path, null)
    if (!before) return
    this.changed.add(path)
    this.totals.moved = true
  }

  #noteMoved(isNews: boolean): void {
    if (isNews) this.totals.moved = true
  }

  /** Returns whether the path was readable before. */
  #markUnreadable(path: string, code: string): boolean {
    const isNew = !this.unreadable.has(path)
    this.problems.set(path, toUnreadableProblem(code))
    this.unreadable.add(path)
    return isNew
  }

  /** A name clash stays until the folder is listed again. */
  #clear(path: string): void {
    if (this.problems.get(path) !== TWO_FORMS_PROBLEM) this.problems.delete(path)
    for (const marks of [this.ignored, this.unsettled, this.unreadable, this.diskPaths]) marks.delete(path)
  }

  #clearBelow(folder: string): void {
    for (const marks of [this.problems, this.ignored, this.unreadable, this.unsettled]) {
      for (const path of marks.keys()) if (path.startsWith(`${folder}/`)) this.#clear(path)
    }
  }
}
