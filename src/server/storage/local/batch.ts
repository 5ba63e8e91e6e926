import { mkdir, rename, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileNameProblem, nameKey } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { naming } from '../fsErrors.ts'
import { taken } from '../names.ts'
import { formatPath, type StorePath } from '../path.ts'
import type { StoreBatch, StoredEntry } from '../templateStore.ts'
import { createPath } from './createPath.ts'
import { copyIfSame, syncFolder } from './durable.ts'
import { readSized } from './readSized.ts'
import {
  type CreatePath,
  type Disk,
  entryOf,
  type Listing,
  listingOf,
  type Listings,
  lookUp,
  lookUpListed,
  resolve,
  statEntry,
} from './scan.ts'
import { trashSpot } from './trash.ts'
import { discardTemp } from '../leftovers.ts'

/** A folder that is there, by its names on the disk. */
type Folder = CreatePath & {
  listings: Listings
  /** Paths in it that were looked up. */
  asked: number
}

/** From so many lookups on it is cheaper to read the folder's names once. */
const FEW = 4

/**
 * Opens a batch of changes under the template's lock. Folder listings are cached until it ends, as nobody else writes.
 */
export function openBatch(disk: Disk, dirs: { trash: string; tmp: string }, now: Date): StoreBatch {
  const folders = new Map<string, Promise<Folder | null>>()
  const changed = new Set<string>()
  /** Folders with placed files: their journal holds those too, when rows tell after a power cut what was committed. */
  const placedIn = new Set<string>()
  const undo: (() => Promise<unknown>)[] = []
  let bin: Promise<string> | null = null

  /** null: there is none. */
  const folderAt = (path: StorePath): Promise<Folder | null> => {
    const key = formatPath(path)
    const known = folders.get(key) ?? find(path)
    folders.set(key, known)
    return known
  }
  const find = async (path: StorePath): Promise<Folder | null> => {
    // What is above it was looked up for its neighbours already.
    const above = path.length > 1 ? await folderAt(path.slice(0, -1)) : undefined
    if (above === null) return null
    const { entry, ...at } = await (above ? resolve(disk, path.slice(-1), above.listings, above) : resolve(disk, path))
    return entry?.kind === 'folder' ? { path: at.path, file: at.file, listings: new Map(), asked: 0 } : null
  }
  /** Made when it is not there: one after the other, each knows what the one before has made. */
  let making: Promise<unknown> = Promise.resolve()
  const madeAt = async (path: StorePath): Promise<Folder> => {
    const there = await folderAt(path)
    if (there) return there
    const made = making.then(async (): Promise<Folder> => {
      const meanwhile = await folderAt(path)
      if (meanwhile) return meanwhile
      for (let depth = 1; depth <= path.length; depth++) {
        const part = path.slice(0, depth)
        if (await folderAt(part)) continue
        const spot = await createPath(disk, part)
        await mkdir(spot.file)
        const parent = await folderAt(part.slice(0, -1))
        const names = parent && (await listing(parent))
        const name = spot.path.at(-1) ?? ''
        names?.exact.add(name)
        names?.forms.set(name, name)
        names?.keys.set(nameKey(name), name)
        changed.add(dirname(spot.file))
        folders.set(formatPath(part), Promise.resolve({ ...spot, listings: new Map(), asked: 0 }))
      }
      const folder = await folderAt(path)
      if (!folder) throw new AppError('conflict', `“${formatPath(path)}”是文件，不能当作文件夹使用`)
      return folder
    })
    making = made.catch(() => undefined)
    return made
  }

  /** A folder's names, read once, however many ask meanwhile. */
  const reading = new Map<Folder, Promise<Listing>>()
  const listing = (folder: Folder): Promise<Listing> => {
    const names = reading.get(folder) ?? listingOf(folder.file, folder.listings)
    reading.set(folder, names)
    return names
  }
  /** The folder's entry that is meant by `name`; null: there is none. */
  async function entryIn(folder: Folder, name: string): Promise<StoredEntry | null> {
    folder.asked += 1
    const there =
      folder.asked <= FEW
        ? await lookUp(folder.file, name, disk, folder.listings)
        : await lookUpListed(folder.file, name, await listing(folder))
    if (!there) return null
    const path = [...folder.path, there.name]
    if (there.found.isSymbolicLink()) throw new AppError('invalid', `“${formatPath(path)}”是链接，不能使用`)
    return entryOf(there.found, path)
  }
  /** What the last look at a path found; used once, by what is then done there. */
  const looked = new Map<string, { folder: Folder | null; entry: StoredEntry | null }>()
  const look = async (path: StorePath) => {
    const folder = await folderAt(path.slice(0, -1))
    return { folder, entry: folder && (await entryIn(folder, path.at(-1) ?? '')) }
  }
  const stat = async (path: StorePath): Promise<StoredEntry | null> => {
    const found = await look(path)
    looked.set(formatPath(path), found)
    return found.entry
  }
  const lastLook = async (path: StorePath) => {
    const found = looked.get(formatPath(path))
    looked.delete(formatPath(path))
    return found ?? look(path)
  }
  /**
   * The name for a new file.
   * @throws the AppErrors of createPath
   */
  async function newName(folder: Folder, given: string): Promise<string> {
    const problem = fileNameProblem(given)
    if (problem) throw new AppError('invalid', problem)
    const name = given.normalize('NFC')
    const { keys, exact, forms } = await listing(folder)
    const other = keys.get(nameKey(name))
    if (other !== undefined) throw taken(given, other)
    keys.set(nameKey(name), name)
    exact.add(name)
    forms.set(name, name)
    return name
  }

  const place = async (path: StorePath, staged: string): Promise<{ entry: StoredEntry; folder: Folder }> => {
    const { entry: there } = await lastLook(path)
    const folder = await madeAt(path.slice(0, -1))
    const given = path.at(-1) ?? ''
    if (there?.kind === 'folder') throw new AppError('conflict', `这里已有名为“${given}”的文件夹，请换一个名称`)
    const name = there?.name ?? (await newName(folder, given))
    const file = join(folder.file, name)
    await rename(staged, file)
    const entry = await statEntry(file, [...folder.path, name])
    if (!entry) throw new AppError('not-found', `“${given}”刚写入又被删除，请重试`)
    return { entry, folder }
  }

  async function copyFile(path: StorePath, file: string, sha256: string): Promise<StoredEntry | null> {
    const temp = await copyIfSame(dirs.tmp, file, sha256)
    if (temp === null) return null
    try {
      const { entry, folder } = await place(path, temp)
      changed.add(folder.file)
      return entry
    } finally {
      await discardTemp(temp)
    }
  }

  const withName = <T>(path: StorePath, work: () => Promise<T>): Promise<T> => naming(path.at(-1) ?? '', work)
  return {
    stat: (path) => withName(path, () => stat(path)),
    place: (path, staged) =>
      withName(path, async () => {
        const { entry, folder } = await place(path, staged)
        placedIn.add(folder.file)
        return entry
      }),
    copy: (path, source, sha256) =>
      withName(path, async () => {
        const { folder, entry } = await look(source)
        return folder && entry?.kind === 'file' ? copyFile(path, join(folder.file, entry.name), sha256) : null
      }),
    copyFile: (path, file, sha256) => withName(path, () => copyFile(path, file, sha256)),
    makeFolder: (path) =>
      withName(path, async () => {
        const folder = await madeAt(path)
        const entry = await statEntry(folder.file, folder.path)
        if (!entry) throw new AppError('not-found', `“${formatPath(path)}”刚新建又被删除，请重试`)
        return entry
      }),
    read: (path) =>
      withName(path, async () => {
        const { folder, entry } = await lastLook(path)
        if (!folder || !entry)
          throw new AppError('not-found', `“${formatPath(path)}”不存在，可能已被删除，请刷新后再试`)
        return readSized(join(folder.file, entry.name), entry.size)
      }),
    remove: (path) =>
      withName(path, async () => {
        const { folder, entry } = await lastLook(path)
        if (!entry || !folder)
          throw new AppError('not-found', `“${formatPath(path)}”不存在，可能已被删除，请刷新后再试`)
        const from = join(folder.file, entry.name)
        if (entry.kind === 'folder') {
          await rmdir(from)
          changed.delete(from)
          placedIn.delete(from)
          undo.push(() => mkdir(from))
        } else {
          // The whole batch shares one folder of the trash.
          bin ??= trashSpot(dirs.trash, ['all'], now).then(dirname)
          const to = join(await bin, ...entry.path)
          await mkdir(dirname(to), { recursive: true })
          await rename(from, to)
          undo.push(() => rename(to, from))
        }
        changed.add(folder.file)
        folders.delete(formatPath(path))
      }),
    undo: async () => {
      for (const step of undo.toReversed()) await step()
    },
    sync: async (isTracked) => {
      for (const dir of isTracked ? changed : new Set([...changed, ...placedIn])) await syncFolder(dir)
    },
  }
}
