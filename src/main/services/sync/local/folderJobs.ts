import { createHash, randomUUID } from 'node:crypto'
import {
  type BigIntStats,
  chmodSync,
  closeSync,
  fstatSync,
  futimesSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createIgnoreRules } from '../core/ignoreRules.ts'
import { caseKey, isReserved, normalize } from '../core/names.ts'
import { parentOf } from '../core/tree.ts'

/**
 * The entry at a path below a workspace's root. disk: the path as named on the disk. stamp: changes with a file's
 * content, or with the identity of a folder. age: ms since the last change; -1 if that time is in the future.
 */
export interface FoundEntry {
  disk: string
  kind: 'file' | 'folder' | 'link' | 'special' | 'ignored' | 'missing' | 'unreadable'
  stamp: string
  age: number
  size: number
  /** Hash of a file whose stamp differs from the given one; '' if the file was not read. */
  sha256: string
  /** Error code of an unreadable entry. */
  code: string
}

/** A file of a batch to write. Its bytes begin at `offset` in the batch's buffer. expected: null for none. */
interface Placement {
  disk: string
  offset: number
  size: number
  sha256: string
  expected: string | null
}

/** changed: the disk differs from what was expected. held: path of a last-moment edit that could not be restored. */
export type PlacementResult =
  | { stamp: string }
  | { spoiled: 'empty' | 'cut' }
  | { changed: true; held: string | null }
  | { link: true }
  | { code: string; message: string }

/** Folder work that runs outside the host's main thread. */
export type FolderJob =
  | { do: 'walk'; root: string; folder: string; ignoreLines: string }
  | { do: 'read'; root: string; files: { disk: string; stamp: string }[]; settleMs: number }
  | { do: 'names'; root: string; folder: string }
  | { do: 'load'; root: string; disks: string[] }
  | { do: 'place'; root: string; temp: string; files: Placement[]; bytes: ArrayBuffer }

export interface FolderResults {
  walk: null
  read: FoundEntry[]
  names: string[]
  load: { bytes: Uint8Array; files: Loaded[] }
  place: PlacementResult[]
}

/** A file's content as a part of the batch's bytes. missing: there is no file. */
type Loaded =
  | { offset: number; size: number; sha256: string }
  | { missing: true }
  | { link: true }
  | { code: string; message: string }

/** ms. A hash computed this soon after the file's last change may miss another change (coarse file times). */
export const RACY_MS = 2000
/** Bytes. Larger files are hashed elsewhere, in chunks. */
export const MAX_SMALL_FILE_BYTES = 8 * 1024 * 1024
const CHUNK = 500

/** Runs one job. `walk` reports its results in chunks. Rejects only when the root folder can't be read. */
export async function runFolderJob(job: FolderJob, onChunk: (found: FoundEntry[]) => void): Promise<unknown> {
  switch (job.do) {
    case 'walk':
      return walk(job.root, job.folder, job.ignoreLines, onChunk)
    case 'read':
      return job.files.map(({ disk, stamp }) => readEntry(job.root, disk, stamp, job.settleMs))
    case 'names':
      return readdirSync(join(job.root, job.folder))
    case 'load':
      return load(job.root, job.disks)
    case 'place':
      return place(job)
  }
}

const stampOf = ({ size, mtimeNs, ctimeNs, ino }: BigIntStats): string => `${size} ${mtimeNs} ${ctimeNs} ${ino}`
/**
 * Includes the birth time: a folder that is removed and recreated often gets the same inode, but has no watch and other
 * files.
 */
export const folderStampOf = ({ dev, ino, birthtimeNs }: BigIntStats): string => `${dev} ${ino} ${birthtimeNs}`
const ageOf = ({ ctimeMs }: BigIntStats): number => Math.max(-1, Date.now() - Number(ctimeMs))
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''
const isGone = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error))
const createEmptyEntry = (disk: string, kind: FoundEntry['kind'], code = ''): FoundEntry => ({
  disk,
  kind,
  stamp: '',
  age: -1,
  size: 0,
  sha256: '',
  code,
})

/** Lists everything below a folder with its stamps; reads no file. Yields to other jobs in between. */
async function walk(
  root: string,
  top: string,
  ignoreLines: string,
  onChunk: (found: FoundEntry[]) => void,
): Promise<null> {
  const ignores = createIgnoreRules(ignoreLines)
  let chunk: FoundEntry[] = []
  const found = (item: FoundEntry): void => {
    chunk.push(item)
    if (chunk.length < CHUNK) return
    onChunk(chunk)
    chunk = []
  }
  const visit = async (folder: string): Promise<void> => {
    for (const item of await readdir(join(root, folder), { withFileTypes: true })) {
      const disk = folder ? `${folder}/${item.name}` : item.name
      const path = normalize(disk)
      if (isReserved(path)) continue
      if (ignores(path, item.isDirectory() ? 'folder' : 'file')) {
        found(createEmptyEntry(disk, 'ignored'))
        continue
      }
      const here = statEntry(root, disk)
      found(here)
      if (here.kind === 'folder') {
        await visit(disk).catch((error: unknown) => {
          found(isGone(error) ? createEmptyEntry(disk, 'missing') : createEmptyEntry(disk, 'unreadable', codeOf(error)))
        })
      }
    }
  }
  await visit(top)
  onChunk(chunk)
  return null
}

function statEntry(root: string, disk: string): FoundEntry {
  try {
    const stat = lstatSync(join(root, disk), { bigint: true })
    if (stat.isDirectory()) return { ...createEmptyEntry(disk, 'folder'), stamp: folderStampOf(stat) }
    if (!stat.isFile()) return createEmptyEntry(disk, stat.isSymbolicLink() ? 'link' : 'special')
    return { ...createEmptyEntry(disk, 'file'), stamp: stampOf(stat), age: ageOf(stat), size: Number(stat.size) }
  } catch (error) {
    return isGone(error) ? createEmptyEntry(disk, 'missing') : createEmptyEntry(disk, 'unreadable', codeOf(error))
  }
}

/** Hashes a file whose stamp differs from `known`, unless it is still being written (S6) or too large. */
function readEntry(root: string, disk: string, known: string, settleMs: number): FoundEntry {
  const found = statEntry(root, disk)
  if (found.kind !== 'file' || (known !== '' && found.stamp === known)) return found
  if ((found.age >= 0 && found.age < settleMs) || found.size > MAX_SMALL_FILE_BYTES) return found
  try {
    const path = join(root, disk)
    const bytes = readFileSync(path)
    return { ...found, sha256: sha256(bytes), size: bytes.length, stamp: found.age > RACY_MS ? found.stamp : '' }
  } catch (error) {
    return isGone(error) ? createEmptyEntry(disk, 'missing') : createEmptyEntry(disk, 'unreadable', codeOf(error))
  }
}

/** S36: whether the path to a file contains a symbolic link. Throws when the path doesn't exist. */
type IsBehindLink = (disk: string) => boolean

/** Caches the result per folder for the duration of a job. */
function createLinkCheck(root: string): IsBehindLink {
  const known = new Map<string, boolean>()
  let realRoot: string | null = null
  return (disk) => {
    const parent = parentOf(disk)
    const earlier = known.get(parent)
    if (earlier !== undefined) return earlier
    realRoot ??= realpathSync(root)
    const isBehind = caseKey(realpathSync(join(root, parent))) !== caseKey(join(realRoot, parent))
    known.set(parent, isBehind)
    return isBehind
  }
}

/** Reads small files for an upload. */
function load(root: string, disks: readonly string[]): FolderResults['load'] {
  const contents: Buffer[] = []
  let offset = 0
  const isBehindLink = createLinkCheck(root)
  const files = disks.map((disk) =>
    attempt((): Loaded => {
      try {
        if (isBehindLink(disk)) return { link: true }
        const path = join(root, disk)
        if (!lstatSync(path).isFile()) return { missing: true }
        const bytes = readFileSync(path)
        contents.push(bytes)
        offset += bytes.length
        return { offset: offset - bytes.length, size: bytes.length, sha256: sha256(bytes) }
      } catch (error) {
        if (isGone(error)) return { missing: true }
        throw error
      }
    }),
  )
  return { bytes: Buffer.concat(contents), files }
}

function attempt<T>(work: () => T): T | { code: string; message: string } {
  try {
    return work()
  } catch (error) {
    return { code: codeOf(error), message: error instanceof Error ? error.message : String(error) }
  }
}

function place(job: FolderJob & { do: 'place' }): PlacementResult[] {
  const isBehindLink = createLinkCheck(job.root)
  return job.files.map((file) => attempt(() => placeOne(job, file, isBehindLink)))
}

/**
 * The rules of LocalFiles.place for one small file of a batch: verified, written beside its target first, and the disk
 * must hold the expected content right before the rename (S12, S26, S29). Not forced to the disk: see diskFlusher.ts.
 */
function placeOne(job: FolderJob & { do: 'place' }, file: Placement, isBehindLink: IsBehindLink): PlacementResult {
  const bytes = new Uint8Array(job.bytes, file.offset, file.size)
  if (sha256(bytes) !== file.sha256) return { spoiled: bytes.length === 0 ? 'empty' : 'cut' }
  try {
    if (isBehindLink(file.disk)) return { link: true }
  } catch (error) {
    if (isGone(error)) return CHANGED
    throw error
  }
  const target = join(job.root, file.disk)
  const temp = join(job.temp, randomUUID())
  let moved = false
  try {
    const made = writeTemp(temp, bytes)
    const result = file.expected === null ? placeNew(temp, target) : replace(temp, target, job.temp, file)
    if (result) return result
    moved = true
    const now = lstatSync(target, { bigint: true })
    // writeTemp sets the time into the past, so a write by another program since then shows a different time.
    const ours = now.ino === made.ino && now.mtimeNs === made.mtimeNs && now.size === made.size
    return { stamp: ours ? stampOf(now) : '' }
  } finally {
    if (!moved) rmSync(temp, { force: true })
  }
}

const CHANGED: PlacementResult = { changed: true, held: null }

/** The file time is set into the past, so that a later write shows even with coarse file times. */
function writeTemp(temp: string, bytes: Uint8Array): BigIntStats {
  const file = openSync(temp, 'wx')
  try {
    writeFileSync(file, bytes)
    const now = Math.floor(Date.now() / 1000)
    futimesSync(file, now, now - 3)
    return fstatSync(file, { bigint: true })
  } finally {
    closeSync(file)
  }
}

/** A link fails when the name exists, which a rename doesn't; some volumes have no links. */
function placeNew(temp: string, target: string): PlacementResult | null {
  try {
    linkSync(temp, target)
    unlinkSync(temp)
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || isGone(error)) return CHANGED
    if (statEntry('', target).kind !== 'missing') return CHANGED
    renameSync(temp, target)
  }
  return null
}

/** Keeps the old file until it is certain that nothing was written into it at the last moment. */
function replace(temp: string, target: string, temps: string, file: Placement): PlacementResult | null {
  const hashOf = (path: string): string | null => {
    const { kind } = statEntry('', path)
    return kind === 'file' ? sha256(readFileSync(path)) : null
  }
  const held = join(temps, randomUUID())
  let keep = false
  let hasOldLink = true
  try {
    try {
      linkSync(target, held)
    } catch (error) {
      if (isGone(error)) return CHANGED
      hasOldLink = false
    }
    if (hashOf(target) !== file.expected) return CHANGED
    const { ino, mode } = lstatSync(target)
    if (hasOldLink && lstatSync(held).ino !== ino) return CHANGED
    chmodSync(temp, mode)
    renameSync(temp, target)
    if (!hasOldLink || hashOf(held) === file.expected) return null
    if (hashOf(target) === file.sha256) renameSync(held, target)
    else keep = true
    return { changed: true, held: keep ? held : null }
  } finally {
    if (!keep) rmSync(held, { force: true })
  }
}
