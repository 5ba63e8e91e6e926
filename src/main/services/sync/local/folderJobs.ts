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
import { ignoreRules } from '../core/ignoreRules.ts'
import { caseKey, isReserved, normalize } from '../core/names.ts'
import { parentOf } from '../core/tree.ts'

/**
 * What stands at a path below a workspace's root, `disk`: its names as they stand on the disk. stamp: changes with the
 * file's content; of a folder, with the folder itself. age: ms since its last change; -1 when that lies ahead.
 */
export interface Found {
  disk: string
  kind: 'file' | 'folder' | 'link' | 'special' | 'ignored' | 'missing' | 'unreadable'
  stamp: string
  age: number
  size: number
  /** Of a file whose stamp is not the one that was asked with; '' when it was not read. */
  sha256: string
  /** The file system's code, of what is unreadable. */
  code: string
}

/** A file of a batch to be written: its bytes stand in the batch's buffer from `offset` on. expected: null for nothing. */
interface Placement {
  disk: string
  offset: number
  size: number
  sha256: string
  expected: string | null
}

/** changed: something else stands there. held: an edit of the last instant, for which no place was left. */
export type Placed =
  | { stamp: string }
  | { spoiled: 'empty' | 'cut' }
  | { changed: true; held: string | null }
  | { link: true }
  | { code: string; message: string }

/** Work on a folder that is done beside the host's thread. */
export type FolderJob =
  | { do: 'walk'; root: string; folder: string; ignoreLines: string }
  | { do: 'read'; root: string; files: { disk: string; stamp: string }[]; settleMs: number }
  | { do: 'names'; root: string; folder: string }
  | { do: 'load'; root: string; disks: string[] }
  | { do: 'place'; root: string; temp: string; files: Placement[]; bytes: ArrayBuffer }

export interface FolderAnswers {
  walk: null
  read: Found[]
  names: string[]
  load: { bytes: Uint8Array; files: Loaded[] }
  place: Placed[]
}

/** A file's content as a part of a batch's bytes. missing: no file stands there. */
type Loaded =
  | { offset: number; size: number; sha256: string }
  | { missing: true }
  | { link: true }
  | { code: string; message: string }

/** A hash made within this time of the file's last change may hide a second change (coarse clocks), ms. */
export const RACY = 2000
/** Larger files are hashed elsewhere, piece by piece. */
export const LARGE = 8 * 1024 * 1024
const CHUNK = 500

/** Carries out one job. `walk` answers by chunks. Rejects only when the root's own folder can't be read. */
export async function runFolderJob(job: FolderJob, onChunk: (found: Found[]) => void): Promise<unknown> {
  switch (job.do) {
    case 'walk':
      return walk(job.root, job.folder, job.ignoreLines, onChunk)
    case 'read':
      return job.files.map(({ disk, stamp }) => readOne(job.root, disk, stamp, job.settleMs))
    case 'names':
      return readdirSync(join(job.root, job.folder))
    case 'load':
      return load(job.root, job.disks)
    case 'place':
      return place(job)
  }
}

const stampOf = ({ size, mtimeNs, ctimeNs, ino }: BigIntStats): string => `${size} ${mtimeNs} ${ctimeNs} ${ino}`
/** With its birth: a folder that is removed and made anew often gets the same number, but no watch and other files. */
export const folderStampOf = ({ dev, ino, birthtimeNs }: BigIntStats): string => `${dev} ${ino} ${birthtimeNs}`
const ageOf = ({ ctimeMs }: BigIntStats): number => Math.max(-1, Date.now() - Number(ctimeMs))
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''
const isGone = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error))
const nothing = (disk: string, kind: Found['kind'], code = ''): Found => ({
  disk,
  kind,
  stamp: '',
  age: -1,
  size: 0,
  sha256: '',
  code,
})

/** Lists everything below a folder with what tells whether it changed; reads no file. Lets other jobs in between. */
async function walk(root: string, top: string, ignoreLines: string, onChunk: (found: Found[]) => void): Promise<null> {
  const ignores = ignoreRules(ignoreLines)
  let chunk: Found[] = []
  const found = (item: Found): void => {
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
        found(nothing(disk, 'ignored'))
        continue
      }
      const here = look(root, disk)
      found(here)
      if (here.kind === 'folder') {
        await visit(disk).catch((error: unknown) => {
          found(isGone(error) ? nothing(disk, 'missing') : nothing(disk, 'unreadable', codeOf(error)))
        })
      }
    }
  }
  await visit(top)
  onChunk(chunk)
  return null
}

function look(root: string, disk: string): Found {
  try {
    const stat = lstatSync(join(root, disk), { bigint: true })
    if (stat.isDirectory()) return { ...nothing(disk, 'folder'), stamp: folderStampOf(stat) }
    if (!stat.isFile()) return nothing(disk, stat.isSymbolicLink() ? 'link' : 'special')
    return { ...nothing(disk, 'file'), stamp: stampOf(stat), age: ageOf(stat), size: Number(stat.size) }
  } catch (error) {
    return isGone(error) ? nothing(disk, 'missing') : nothing(disk, 'unreadable', codeOf(error))
  }
}

/** Hashes what has another stamp than `known`; not what is still being written (S6) or too large for this. */
function readOne(root: string, disk: string, known: string, settleMs: number): Found {
  const found = look(root, disk)
  if (found.kind !== 'file' || (known !== '' && found.stamp === known)) return found
  if ((found.age >= 0 && found.age < settleMs) || found.size > LARGE) return found
  try {
    const path = join(root, disk)
    const bytes = readFileSync(path)
    return { ...found, sha256: sha256(bytes), size: bytes.length, stamp: found.age > RACY ? found.stamp : '' }
  } catch (error) {
    return isGone(error) ? nothing(disk, 'missing') : nothing(disk, 'unreadable', codeOf(error))
  }
}

/** S36: the way to a file leads through a link. Throws when there is no way. */
type IsBehindLink = (disk: string) => boolean

/** Asks the disk once for each folder of a job. */
function linksBelow(root: string): IsBehindLink {
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

/** Reads small files, to be sent. */
function load(root: string, disks: readonly string[]): FolderAnswers['load'] {
  const contents: Buffer[] = []
  let offset = 0
  const isBehindLink = linksBelow(root)
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

function place(job: FolderJob & { do: 'place' }): Placed[] {
  const isBehindLink = linksBelow(job.root)
  return job.files.map((file) => attempt(() => placeOne(job, file, isBehindLink)))
}

/**
 * The rules of LocalFiles.place for one small file of a batch: verified, beside its place first, and the disk holds what
 * was expected right before the rename (S12, S26, S29). Not forced to the disk: see durable.ts.
 */
function placeOne(job: FolderJob & { do: 'place' }, file: Placement, isBehindLink: IsBehindLink): Placed {
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
    // writeTemp sets the time into the past, so somebody else's write since then shows as another time.
    const ours = now.ino === made.ino && now.mtimeNs === made.mtimeNs && now.size === made.size
    return { stamp: ours ? stampOf(now) : '' }
  } finally {
    if (!moved) rmSync(temp, { force: true })
  }
}

const CHANGED: Placed = { changed: true, held: null }

/** Its time lies so far back that a later write shows, however coarse the clock of the file system. */
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

/** A link fails when the name is taken, which a rename doesn't; some volumes have no links. */
function placeNew(temp: string, target: string): Placed | null {
  try {
    linkSync(temp, target)
    unlinkSync(temp)
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || isGone(error)) return CHANGED
    if (look('', target).kind !== 'missing') return CHANGED
    renameSync(temp, target)
  }
  return null
}

/** Holds on to the old file until it is sure that nothing was written into it in the last instant. */
function replace(temp: string, target: string, temps: string, file: Placement): Placed | null {
  const hashOf = (path: string): string | null => {
    const { kind } = look('', path)
    return kind === 'file' ? sha256(readFileSync(path)) : null
  }
  const held = join(temps, randomUUID())
  let keep = false
  let holds = true
  try {
    try {
      linkSync(target, held)
    } catch (error) {
      if (isGone(error)) return CHANGED
      holds = false
    }
    if (hashOf(target) !== file.expected) return CHANGED
    const { ino, mode } = lstatSync(target)
    if (holds && lstatSync(held).ino !== ino) return CHANGED
    chmodSync(temp, mode)
    renameSync(temp, target)
    if (!holds || hashOf(held) === file.expected) return null
    if (hashOf(target) === file.sha256) renameSync(held, target)
    else keep = true
    return { changed: true, held: keep ? held : null }
  } finally {
    if (!keep) rmSync(held, { force: true })
  }
}
