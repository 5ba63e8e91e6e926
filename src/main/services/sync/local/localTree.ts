import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreRules, type IgnoreRules } from '../core/ignoreRules.ts'
import type { SyncTrees } from '../core/syncTrees.ts'
import { IGNORE_FILE, isReserved, normalize, RESERVED_FOLDER } from '../core/names.ts'
import type { Problem } from '../core/plan.ts'
import { ancestorsOf, byPath, parentOf, type Entry } from '../core/tree.ts'
import type { Found } from './folderJobs.ts'
import { askFolder } from './folderThread.ts'
import { isMissing } from './hash.ts'
import { identityOf, TWO_FORMS, type LocalScan } from './localScan.ts'
import { ScanRecord } from './scanRecord.ts'
import { ScanRequests } from './scanRequest.ts'
import type { Watcher } from './watcher.ts'

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

/** The local tree of one workspace: what the watcher names is scanned by itself, everything only when asked to. */
export class LocalTree {
  /** Links, special files, what can't be read, names that clash. */
  readonly problems: ReadonlyMap<string, Problem>
  /** Ignored files and folders, for showing. */
  readonly ignored: ReadonlySet<string>
  /** Changed a moment ago: maybe still being written (S6). They are scanned again by themselves. */
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
    this.#isCaseInsensitive = options.sameCase ?? false
    this.#record = new ScanRecord({ ...options, onFolderGone: (disk) => this.#watcher?.forget(disk) })
    ;({ problems: this.problems, ignored: this.ignored, unsettled: this.unsettled } = this.#record)
  }

  get ignores(): IgnoreRules {
    return this.#ignores
  }

  /** The name on this disk, where it is not the path itself (S32). */
  diskPath(path: string): string {
    return this.#record.diskPath(path)
  }

  /** A path, by its names on the disk, may have changed. */
  hint(disk: string): void {
    this.#requests.addPath(disk)
  }

  /** All that is in a folder, by its name on the disk, may have changed. '' is the root. */
  hintFolder(disk: string): void {
    this.#requests.addFolder(disk)
  }

  /** Everything must be scanned. deep: also what looks unchanged is read (S1). */
  hintAll(deep = false): void {
    this.#requests.addAll(deep)
  }

  /** Something was named since the last scan. */
  hinted(): boolean {
    return !this.#requests.isEmpty()
  }

  /** The next scan is one of everything. */
  hintedAll(): boolean {
    return this.#requests.isAll()
  }

  /** From now on this watcher gives the hints; null: nobody does. */
  useWatcher(watcher: Watcher | null): void {
    this.#watcher = watcher
    this.#requests.addAll()
  }

  /** Paths whose stamps changed since the last call. */
  drainChanged(): string[] {
    const { changed } = this.#record
    const paths = [...changed]
    changed.clear()
    return paths
  }

  /** The engine itself put the entry there; null: it removed what stood there. */
  recordOwnWrite(path: string, entry: Entry | null, stamp = ''): void {
    if (!entry && this.#record.isFolder(path)) this.#watcher?.forget(this.diskPath(path))
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
      // The named paths were not scanned, so the next scan takes the whole tree.
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
    const { root, sameCase = false } = this.#options
    await this.#readRules()
    this.#isCaseInsensitive = await lstat(join(root, RESERVED_FOLDER.toUpperCase())).then(
      () => true,
      () => sameCase,
    )
    this.#record.clearAll()
    // Known folders are watched before the walk: a folder first watched during it has to be read twice.
    if (this.#watcher?.follow('')) {
      for (const path of this.#trees.below('base', '')) {
        const isKnown = this.#trees.get('base', path)?.kind === 'folder' && !this.#ignores(path, 'folder')
        if (isKnown) this.#watcher.follow(path)
      }
    }
    await this.#walk('', deep, signal)
  }

  async #scanNamed(named: ReadonlySet<string>, again: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    if (named.has(IGNORE_FILE) && (await this.#readRules())) return this.#scanAll(false, signal)
    const targets = new Set([...named].map((disk) => this.#targetOf(disk)).filter((disk) => disk !== null))
    const disks = [...(await this.#listNames(targets))].toSorted(byPath)
    // What was read below a folder before its hints began is older than the walk that came after it.
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
    this.#ignores = ignoreRules(lines)
    this.#trees.setIgnores(this.#ignores)
    return true
  }

  /** The path itself, or the outermost folder above it that is not known: what is below that is unknown too. */
  #targetOf(disk: string): string | null {
    if (isReserved(normalize(disk))) return null
    for (const folder of ancestorsOf(disk)) {
      const path = normalize(folder)
      if (this.#record.ignored.has(path)) return null
      if (!this.#record.isFolder(path)) return folder
    }
    return disk
  }

  /** Names are what the disk lists, where it takes another spelling for the same name (S32, S33). */
  async #listNames(targets: ReadonlySet<string>): Promise<Set<string>> {
    const { problems, diskPaths } = this.#record
    const result = new Set<string>()
    const folders = new Set<string>()
    const odd = new Set([...targets].filter((disk) => normalize(disk) !== disk).map(normalize))
    for (const disk of targets) {
      const path = normalize(disk)
      const isPlain =
        !this.#isCaseInsensitive && !odd.has(path) && !diskPaths.has(path) && problems.get(path) !== TWO_FORMS
      if (isPlain) result.add(disk)
      else folders.add(parentOf(disk))
    }
    for (const folder of folders) await this.#listNamesIn(folder, targets, result)
    return result
  }

  async #listNamesIn(folder: string, targets: ReadonlySet<string>, result: Set<string>): Promise<void> {
    const { problems } = this.#record
    const names = await askFolder<'names'>({ do: 'names', root: this.#options.root, folder }).catch(
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
      if (forms.has(path)) problems.set(path, TWO_FORMS)
      else if (problems.get(path) === TWO_FORMS) problems.delete(path)
      forms.add(path)
      if (targets.has(disk) || !this.#trees.get('local', path)) result.add(disk)
    }
  }

  /**
   * Everything below a folder. A folder whose hints begin only now is read once more: a change in it before that gave no
   * hint.
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
    const gone = [...this.#trees.below('local', normalize(top))].filter((path) => !seen.has(path))
    for (const path of gone) this.#record.remove(path)
    for await (const found of this.#read([...files], deep, signal)) {
      if (this.#record.record(found) === 'file') await this.#record.recordContent(found, deep, signal)
    }
  }

  /** Adds to what was seen and to the files that have to be read. Answers the folders whose hints began during the walk. */
  async #walkOnce(
    folder: string,
    deep: boolean,
    seen: Set<string>,
    files: Set<string>,
    signal: AbortSignal,
  ): Promise<string[]> {
    const { problems, diskPaths } = this.#record
    const followed = this.#watcher?.follow(folder) ? [folder] : []
    const onChunk = (chunk: Found[]): void => {
      this.#record.totals.looked += chunk.length
      for (const found of chunk) {
        const path = normalize(found.disk)
        if (seen.has(path) && (diskPaths.get(path) ?? path) !== found.disk && found.kind !== 'missing') {
          problems.set(path, TWO_FORMS)
          continue
        }
        seen.add(path)
        if (problems.get(path) === TWO_FORMS) problems.delete(path)
        const next = this.#record.record(found)
        if (next === 'file' && (deep || this.#trees.stamp(path) !== found.stamp)) files.add(found.disk)
        if (found.kind === 'folder' && this.#watcher?.follow(found.disk)) followed.push(found.disk)
      }
    }
    const { root } = this.#options
    const ignoreLines = this.#ignoreLines ?? ''
    try {
      await askFolder<'walk'>({ do: 'walk', root, folder, ignoreLines }, onChunk)
    } catch (error) {
      if (folder === '' || !isMissing(error)) throw error
    }
    signal.throwIfAborted()
    return followed
  }

  /** Reads files whose stamp is another one than before; deep: all of them. */
  async *#read(disks: readonly string[], deep: boolean, signal: AbortSignal): AsyncGenerator<Found> {
    const { root, settleMs } = this.#options
    for (let from = 0; from < disks.length; from += READS) {
      signal.throwIfAborted()
      const part = disks.slice(from, from + READS)
      const files = part.map((disk) => ({ disk, stamp: deep ? '' : this.#trees.stamp(normalize(disk)) }))
      this.#record.totals.looked += files.length
      yield* await askFolder<'read'>({ do: 'read', root, files, settleMs })
    }
  }
}
