import type { BigIntStats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { IgnoreRules } from '../core/ignoreRules.ts'
import { isReserved, normalize } from '../core/names.ts'
import type { Problem } from '../core/plan.ts'
import { FOLDER, type Entry, type FileEntry, type Tree } from '../core/tree.ts'
import { errnoOf, isMissing } from './hash.ts'
import { hashFile } from './hashFile.ts'

/** What a file looked like when it was hashed. Only a hint: see `trusted`. */
export interface HashHint {
  size: number
  mtimeNs: bigint
  /** Moves with every change, also when a program sets the other time back. */
  ctimeNs: bigint
  inode: bigint
  sha256: string
  /** ms since 1970 */
  hashedAt: number
}
export interface HashHints {
  get(path: string): HashHint | undefined
  set(path: string, hint: HashHint): void
}

export interface LocalScan {
  tree: Tree
  /** Links, special files, what can't be read, names that clash. */
  problems: Map<string, Problem>
  /** Names on this disk that are not NFC (S32): path → name as it stands there. */
  diskPaths: Map<string, string>
  /** Ignored files and folders, for showing. */
  ignored: string[]
  /** Changed a moment ago: maybe still being written (S6). */
  unsettled: Set<string>
  rootMissing: boolean
  /** Something could not be read: nothing may be deleted on this evidence (S19). */
  incomplete: boolean
}

export interface ScanOptions {
  root: string
  ignores: IgnoreRules
  hints: HashHints
  /** Paths whose hints are not believed, because the watcher named them; 'all' believes none. */
  dirtyPaths: ReadonlySet<string> | 'all'
  /** A file younger than this many ms counts as still being written. */
  settleMs: number
  signal?: AbortSignal
}

/** A hint made within this time of the file's last change may hide a second change (coarse clocks), ms. */
const RACY = 2000
const BIG = 8 * 1024 * 1024
/** Equal to no content. */
const UNREAD: FileEntry = { kind: 'file', sha256: '', size: 0 }

/** Reads the whole folder. Problems are collected per path; only a broken root ends the scan. */
export async function scanFolder(options: ScanOptions): Promise<LocalScan> {
  const tree = new Map<string, Entry>()
  const scan: LocalScan & { tree: Map<string, Entry> } = {
    tree,
    problems: new Map(),
    diskPaths: new Map(),
    ignored: [],
    unsettled: new Set(),
    rootMissing: false,
    incomplete: false,
  }
  try {
    const root = await lstat(options.root, { bigint: true })
    if (root.isDirectory()) {
      await scanInto(scan, options, '', '')
      // Moved away or replaced meanwhile: what was not found may be there.
      const after = await lstat(options.root, { bigint: true })
      if (after.ino !== root.ino || after.dev !== root.dev) scan.incomplete = true
    } else scan.rootMissing = true
  } catch (error) {
    if (!isMissing(error)) throw error
    scan.rootMissing = true
  }
  return scan
}

type Filling = LocalScan & { tree: Map<string, Entry> }

async function scanInto(scan: Filling, options: ScanOptions, folder: string, diskFolder: string): Promise<void> {
  for (const item of await readdir(join(options.root, diskFolder), { withFileTypes: true })) {
    options.signal?.throwIfAborted()
    const disk = diskFolder ? `${diskFolder}/${item.name}` : item.name
    const path = normalize(folder ? `${folder}/${item.name}` : item.name)
    if (isReserved(path)) continue
    if (options.ignores(path, item.isDirectory() ? 'folder' : 'file')) scan.ignored.push(path)
    else if (scan.tree.has(path) || scan.problems.has(path)) scan.problems.set(path, TWO_FORMS)
    else await look(scan, options, path, disk, item)
  }
}

type Kinds = { isDirectory(): boolean; isFile(): boolean; isSymbolicLink(): boolean }

async function look(scan: Filling, options: ScanOptions, path: string, disk: string, item: Kinds): Promise<void> {
  if (path !== disk) scan.diskPaths.set(path, disk)
  try {
    if (item.isDirectory()) {
      scan.tree.set(path, FOLDER)
      await scanInto(scan, options, path, disk)
    } else if (item.isFile()) {
      const stat = await lstat(join(options.root, disk), { bigint: true })
      // Copying programs set the other time back while they still rename.
      const age = Date.now() - Number(stat.ctimeMs)
      const unsettled = age >= 0 && age < options.settleMs
      if (unsettled) scan.unsettled.add(path)
      // Reading a big file again and again while it grows would be for nothing.
      const unread = unsettled && stat.size > BIG
      scan.tree.set(path, unread ? UNREAD : await contentOf(options, path, disk, stat))
    } else {
      scan.problems.set(path, item.isSymbolicLink() ? LINK : SPECIAL)
    }
  } catch (error) {
    // Gone between listing and reading: it counts as missing, like any other deletion.
    if (isMissing(error)) return
    options.signal?.throwIfAborted()
    scan.incomplete = true
    scan.problems.set(path, {
      state: 'failed',
      reason: `无法读取（${errnoOf(error) || '读取出错'}），请检查权限或关闭占用它的程序`,
    })
  }
}

async function contentOf(options: ScanOptions, path: string, disk: string, stat: BigIntStats): Promise<FileEntry> {
  const hint = options.hints.get(path)
  if (hint && options.dirtyPaths !== 'all' && !options.dirtyPaths.has(path) && trusted(hint, stat)) {
    return { kind: 'file', sha256: hint.sha256, size: hint.size }
  }
  const hashedAt = Date.now()
  const entry = await hashFile(join(options.root, disk), options.signal)
  options.hints.set(path, {
    size: entry.size,
    mtimeNs: stat.mtimeNs,
    ctimeNs: stat.ctimeNs,
    inode: stat.ino,
    sha256: entry.sha256,
    hashedAt,
  })
  return entry
}

const trusted = (hint: HashHint, stat: BigIntStats): boolean =>
  hint.size === Number(stat.size) &&
  hint.mtimeNs === stat.mtimeNs &&
  hint.ctimeNs === stat.ctimeNs &&
  hint.inode === stat.ino &&
  Number(stat.mtimeMs) < hint.hashedAt - RACY

const LINK: Problem = { state: 'unsupported', reason: '符号链接不同步，请换成真正的文件或文件夹' }
const SPECIAL: Problem = { state: 'unsupported', reason: '不是普通文件，不能同步' }
const TWO_FORMS: Problem = { state: 'unsupported', reason: '文件夹里有两个看起来相同的名称（编码形式不同），请改名' }
