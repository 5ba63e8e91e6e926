import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createIgnoreRules, type IgnoreRules } from '../core/ignoreRules.ts'
import type { SyncTrees } from '../core/syncTrees.ts'
import { IGNORE_FILE, isReserved, normalize, RESERVED_FOLDER } from '../core/names.ts'
import type { Problem } from '../core/plan.ts'
import { ancestorsOf, byPath, parentOf, type Entry } from '../core/tree.ts'
import type { FoundEntry } from './folderJobs.ts'
import { runInFolderThread } from './folderThread.ts'
import { isMissing } from './hash.ts'
import { identityOf, TWO_FORMS_PROBLEM, type LocalScan } from './localScan.ts'
import { ScanRecord } from './scanRecord.ts'
import { ScanRequests } from './scanRequest.ts'
import type { Watcher } from './watcher.ts'

export interface LocalTreeOptions {
  root: string
  trees: SyncTrees
  /** A file that changed less than this many ms ago counts as still being written. */
  settleMs: number
  /** Whether names that differ only in case are the same file on this disk; detected automatically, set by tests. */
  isCaseInsensitive?: boolean
}

/** Number of paths per request to the worker thread. */
const READ_BATCH = 200

/** The local tree of one workspace. Normally only hinted paths are scanned; the whole folder only on request. */
export class LocalTree {
  /** Links, special files, unreadable entries and clashing names. */
  readonly problems: ReadonlyMap<string, Problem>
  /** Ignored files and folders, for display. */
  readonly ignored: ReadonlySet<string>
  /** Recently changed files that may still be being written (S6); they are scanned again automatically. */
  readonly unsettled: ReadonlySet<string>
  readonly #options: LocalTreeOptions
  readonly #trees: SyncTrees
  readonly #record: ScanRecord
  readonly #requests = new ScanRequests()
  #watcher: Watcher | null = null
  #ignoreLines: string | null = null
  #ignores: IgnoreRules = () => false
  #isCaseInsensitive: boolean

  constructor(options: LocalTreeOptions) {
    this.#options = options
    this.#trees = options.trees
    this.#isCaseInsensitive = options.isCaseInsensitive ?? false
    this.#record = new ScanRecord({ ...options, onFolderGone: (disk) => this.#watcher?.unwatch(disk) })
    ;({ problems: this.problems, ignored: this.ignored, unsettled: this.unsettled } = this.#record)
  }

  get ignores(): IgnoreRules {
    return this.#ignores
  }

  /** The name on this disk, which may differ from the path (S32). */
  diskPath(path: string): string {
    return this.#record.diskPath(path)
  }

  /** A path, as named on the disk, may have changed. */
  addHint(disk: string): void {
    this.#requests.addPath(disk)
  }

  /** Everything in a folder, as named on the disk, may have changed; '' is the root. */
  addFolderHint(disk: string): void {
    this.#requests.addFolder(disk)
  }

  /** Everything must be scanned. deep: files that look unchanged are read too (S1). */
  requestFullScan(deep = false): void {
    this.#requests.addAll(deep)
  }

  /** Whether hints arrived since the last scan. */
  hasHints(): boolean {
    return !this.#requests.isEmpty()
  }

  /** Whether the next scan covers everything. */
  isFullScanRequested(): boolean {
    return this.#requests.isAll()
  }

  /** Uses the hints of this watcher from now on; null: no watcher. */
  setWatcher(watcher: Watcher | null): void {
    this.#watcher = watcher
    this.#requests.addAll()
  }

  /** Returns paths whose stamps changed since the last call. */
  drainChanged(): string[] {
    const { changed } = this.#record
    const paths = [...changed]
    changed.clear()
    return paths
  }

  /** The engine itself wrote the entry; null: it removed the path. */
  recordOwnWrite(path: string, entry: Entry | null, stamp = ''): void {
    if (!entry && this.#record.isFolder(path)) this.#watcher?.unwatch(this.diskPath(path))
    this.#trees.set('local', path, entry, stamp)
    this.#record.changed.add(path)
  }

  async scan(signal: AbortSignal): Promise<LocalScan> {
    const { root } = this.#options
    const { unsettled, unreadable } = this.#record
    this.#record.begin()
    const before = await identityOf(root)
    if (before === null) return this.#missing()
    const request = this.#requests.drain()
    try {
      if (request.kind === 'all') await this.#scanAll(request.isDeep, signal)
      else {
        for (const path of [...unsettled, ...unreadable]) request.paths.add(this.diskPath(path))
        for (const folder of request.folders) request.paths.add(folder)
        await this.#scanNamed(request.paths, request.folders, signal)
      }
    } catch (error) {
      // The hinted paths were not scanned, so the next scan covers the whole tree.
      this.#requests.addAll(request.kind === 'all' && request.isDeep)
      if ((await identityOf(root)) === null) return this.#missing()
      throw error
    }
    // S31: files saved shortly before one that is still being written belong to the same save and wait with it.
    if (unsettled.size > 0) for (const path of this.#record.totals.recent) unsettled.add(path)
    const after = await identityOf(root)
    // The root was moved or replaced during the scan: paths that were not found may still exist.
    if (after !== before) this.#requests.addAll()
    if (after === null) return this.#missing()
    const { looked, moved, settlesIn } = this.#record.totals
    return { rootMissing: false, incomplete: unreadable.size > 0 || after !== before, looked, moved, settlesIn }
  }

  #missing(): LocalScan {
    const { looked, settlesIn } = this.#record.totals
    return { rootMissing: true, incomplete: true, looked, moved: true, settlesIn }
  }

  async #scanAll(deep: boolean, signal: AbortSignal): Promise<void> {
    const { root, isCaseInsensitive = false } = this.#options
    await this.#readRules()
    this.#isCaseInsensitive = await lstat(join(root, RESERVED_FOLDER.toUpperCase())).then(
      () => true,
      () => isCaseInsensitive,
    )
    this.#record.clearAll()
    // Known folders are watched before the walk: a folder that is first watched during the walk has to be read twice.
    if (this.#watcher?.watch('')) {
      for (const path of this.#trees.listBelow('base', '')) {
        const isKnown = this.#trees.get('base', path)?.kind === 'folder' && !this.#ignores(path, 'folder')
        if (isKnown) this.#watcher.watch(path)
      }
    }
    await this.#walk('', deep, signal)
  }

  async #scanNamed(named: ReadonlySet<string>, again: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    if (named.has(IGNORE_FILE) && (await this.#readRules())) return this.#scanAll(false, signal)
    const targets = new Set([...named].map((disk) => this.#targetOf(disk)).filter((disk) => disk !== null))
    const disks = [...(await this.#listNames(targets))].toSorted(byPath)
    // For a path below a walked folder, the earlier read is older than the walk and is skipped.
    const walked = new Set<string>()
    for await (const found of this.#read(disks, false, signal)) {
      if (walked.size > 0 && ancestorsOf(found.disk).some((above) => walked.has(above))) continue
      const path = normalize(found.disk)
      const isThere = !['missing', 'unreadable'].includes(found.kind)
      const isIgnored = isThere && this.#ignores(path, found.kind === 'folder' ? 'folder' : 'file')
      const next = this.#record.record(isIgnored ? { ...found, kind: 'ignored' } : found)
      if (next === 'folder' || (this.#record.isFolder(path) && again.has(found.disk))) {
        walked.add(found.disk)
        await this.#walk(found.disk, false, signal)
      } else if (next === 'file') await this.#record.recordContent(found, false, signal)
    }
  }

  async #readRules(): Promise<boolean> {
    const lines = await readFile(join(this.#options.root, IGNORE_FILE), 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return ''
      throw error
    })
    if (lines === this.#ignoreLines) return false
    this.#ignoreLines = lines
    this.#ignores = createIgnoreRules(lines)
    this.#trees.setIgnores(this.#ignores)
    return true
  }

  /** The path itself, or the outermost unknown folder above it, because everything below that is unknown too. */
  #targetOf(disk: string): string | null {
    if (isReserved(normalize(disk))) return null
    for (const folder of ancestorsOf(disk)) {
      const path = normalize(folder)
      if (this.#record.ignored.has(path)) return null
      if (!this.#record.isFolder(path)) return folder
    }
    return disk
  }

  /** Resolves names to what the disk lists, because it may treat another spelling as the same name (S32, S33). */
  async #listNames(targets: ReadonlySet<string>): Promise<Set<string>> {
    const { problems, diskPaths } = this.#record
    const result = new Set<string>()
    const folders = new Set<string>()
    const odd = new Set([...targets].filter((disk) => normalize(disk) !== disk).map(normalize))
    for (const disk of targets) {
      const path = normalize(disk)
      const isPlain =
        !this.#isCaseInsensitive && !odd.has(path) && !diskPaths.has(path) && problems.get(path) !== TWO_FORMS_PROBLEM
      if (isPlain) result.add(disk)
      else folders.add(parentOf(disk))
    }
    for (const folder of folders) await this.#listNamesIn(folder, targets, result)
    return result
  }

  async #listNamesIn(folder: string, targets: ReadonlySet<string>, result: Set<string>): Promise<void> {
    const { problems } = this.#record
    const names = await runInFolderThread<'names'>({ do: 'names', root: this.#options.root, folder }).catch(
      (error: unknown) => {
        if (isMissing(error)) return []
        throw error
      },
    )
    const disks = new Set(names.map((name) => (folder ? `${folder}/${name}` : name)))
    for (const path of this.#trees.childrenOf('local', normalize(folder)))
      if (!disks.has(this.diskPath(path))) this.#record.remove(path)
    const forms = new Set<string>()
    for (const disk of disks) {
      const path = normalize(disk)
      if (isReserved(path)) continue
      if (forms.has(path)) problems.set(path, TWO_FORMS_PROBLEM)
      else if (problems.get(path) === TWO_FORMS_PROBLEM) problems.delete(path)
      forms.add(path)
      if (targets.has(disk) || !this.#trees.get('local', path)) result.add(disk)
    }
  }

  /**
   * Scans everything below a folder. A folder whose watch starts during the walk is read again, because an earlier
   * change in it gave no hint.
   */
  async #walk(top: string, deep: boolean, signal: AbortSignal): Promise<void> {
    const seen = new Set<string>()
    const files = new Set<string>()
    this.#requests.removeFoldersBelow(top)
    let tops = [top]
    while (tops.length > 0) {
      const followed: string[] = []
      for (const folder of tops) followed.push(...(await this.#walkOnce(folder, deep, seen, files, signal)))
      const again = new Set(followed.map(normalize))
      const isWithin = (path: string): boolean =>
        path !== '' && (again.has('') || ancestorsOf(path).some((above) => again.has(above)))
      tops = followed.filter((folder) => !isWithin(normalize(folder)))
      if (again.size > 0) for (const path of seen) if (isWithin(path)) seen.delete(path)
    }
    const gone = [...this.#trees.listBelow('local', normalize(top))].filter((path) => !seen.has(path))
    for (const path of gone) this.#record.remove(path)
    for await (const found of this.#read([...files], deep, signal)) {
      if (this.#record.record(found) === 'file') await this.#record.recordContent(found, deep, signal)
    }
  }

  /** Adds to `seen` and to the files that must be read. Returns the folders whose watch started during the walk. */
  async #walkOnce(
    folder: string,
    deep: boolean,
    seen: Set<string>,
    files: Set<string>,
    signal: AbortSignal,
  ): Promise<string[]> {
    const { problems, diskPaths } = this.#record
    const followed = this.#watcher?.watch(folder) ? [folder] : []
    const onChunk = (chunk: FoundEntry[]): void => {
      this.#record.totals.looked += chunk.length
      for (const found of chunk) {
        const path = normalize(found.disk)
        if (seen.has(path) && (diskPaths.get(path) ?? path) !== found.disk && found.kind !== 'missing') {
          problems.set(path, TWO_FORMS_PROBLEM)
          continue
        }
        seen.add(path)
        if (problems.get(path) === TWO_FORMS_PROBLEM) problems.delete(path)
        const next = this.#record.record(found)
        if (next === 'file' && (deep || this.#trees.stamp(path) !== found.stamp)) files.add(found.disk)
        if (found.kind === 'folder' && this.#watcher?.watch(found.disk)) followed.push(found.disk)
      }
    }
    const { root } = this.#options
    const ignoreLines = this.#ignoreLines ?? ''
    try {
      await runInFolderThread<'walk'>({ do: 'walk', root, folder, ignoreLines }, onChunk)
    } catch (error) {
      if (folder === '' || !isMissing(error)) throw error
    }
    signal.throwIfAborted()
    return followed
  }

  /** Reads files whose stamp has changed; deep: all files. */
  async *#read(disks: readonly string[], deep: boolean, signal: AbortSignal): AsyncGenerator<FoundEntry> {
    const { root, settleMs } = this.#options
    for (let from = 0; from < disks.length; from += READ_BATCH) {
      signal.throwIfAborted()
      const part = disks.slice(from, from + READ_BATCH)
      const files = part.map((disk) => ({ disk, stamp: deep ? '' : this.#trees.stamp(normalize(disk)) }))
      this.#record.totals.looked += files.length
      yield* await runInFolderThread<'read'>({ do: 'read', root, files, settleMs })
    }
  }
}
