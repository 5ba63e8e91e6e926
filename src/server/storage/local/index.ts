import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { cp, mkdir, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors/index.ts'
import { naming } from '../fsErrors.ts'
import { hashFile } from '../hashFile.ts'
import { hashFiles } from '../hashFiles.ts'
import { discardTemp, namesIn, removeLeftovers } from '../leftovers.ts'
import { isSameName } from '../names.ts'
import { formatPath, type StorePath } from '../path.ts'
import type { StoredEntry, TemplateStore, Undo } from '../templateStore.ts'
import { openBatch } from './batch.ts'
import { settleBatches, stageBatch, unsettledBatches } from './batchJournal.ts'
import { moveDurably, syncFilesBelow } from './durable.ts'
import { unfinishedJournals } from './journal.ts'
import { createPath } from './createPath.ts'
import { openContentsByHash } from './contentsByHash.ts'
import { mergeTree, replaceTree } from './merge.ts'
import { respell } from './rename.ts'
import { isLoose, listFolder, resolve, type CreatePath, statEntry, walkFolder } from './scan.ts'
import { emptyTrash, linkToTrash, trashSpot } from './trash.ts'
import { adoptFile, makeFolder, type OpenUndo, writeFile } from './undoable.ts'

const shown = (path: StorePath): string => path.at(-1) ?? '模板'
const missing = (path: StorePath): AppError =>
  new AppError('not-found', `“${formatPath(path)}”不存在，可能已被删除，请刷新后再试`)

/**
 * Opens the store on a local disk. Temporary files and the trash are in `.sitecraft` beside the templates, so that
 * moves between them are renames.
 * @param folder is made when it is missing
 * @param now dates the trash
 * @param options loose: determined when absent (see Disk); openUndo: what takes changes back now, absent: nothing does
 */
export async function openLocalTemplateStore(
  folder: string,
  now: () => Date,
  { loose, openUndo = () => null }: { loose?: boolean; openUndo?: () => OpenUndo | null } = {},
): Promise<TemplateStore> {
  await mkdir(folder, { recursive: true })
  const root = await realpath(folder)
  const systemFolder = join(root, '.sitecraft')
  const [journal, recycled, batches] = [
    join(systemFolder, 'journal'),
    join(systemFolder, 'recycled'),
    join(systemFolder, 'batches'),
  ]
  for (const dir of [journal, recycled, batches]) await mkdir(dir, { recursive: true })
  const disk = { root, loose: loose ?? (await isLoose(systemFolder)) }
  const dirs = { ...disk, trash: join(systemFolder, 'trash'), tmp: join(systemFolder, 'tmp'), journal, batches }

  async function existing(asked: StorePath, kind: 'file' | 'folder' | 'any'): Promise<CreatePath> {
    const { entry, file, path } = await resolve(disk, asked)
    if (!entry) throw missing(asked)
    if (kind === 'file' && entry.kind === 'folder') throw new AppError('invalid', `“${shown(path)}”是文件夹，不是文件`)
    if (kind === 'folder' && entry.kind === 'file') throw new AppError('invalid', `“${shown(path)}”是文件，不是文件夹`)
    return { file, path }
  }
  const fileAt = async (path: StorePath): Promise<string> => (await existing(path, 'file')).file

  async function made(spot: CreatePath): Promise<StoredEntry> {
    const entry = await statEntry(spot.file, spot.path)
    if (!entry) throw missing(spot.path)
    return entry
  }

  /** Resolves the path for a file: it is free or an existing file. */
  async function roomForFile(path: StorePath) {
    const spot = await createPath(disk, path)
    const there = await statEntry(spot.file, spot.path)
    if (there?.kind === 'folder') throw new AppError('conflict', `这里已有名为“${shown(path)}”的文件夹，请换一个名称`)
    return { ...spot, replaces: there !== null }
  }

  async function freeSpot(path: StorePath) {
    const spot = await createPath(disk, path)
    if (await statEntry(spot.file, spot.path)) throw new AppError('conflict', `“${shown(path)}”已存在，请换一个名称`)
    return spot
  }

  async function discard(name: string): Promise<void> {
    if ((await namesIn(recycled)).includes(name))
      await moveDurably(join(recycled, name), await trashSpot(dirs.trash, [name], now()))
  }

  /** The transaction that is open takes the change back with itself. */
  const undone = (undo: Undo): Undo => {
    openUndo()?.onRollback(undo)
    return undo
  }
  async function move(from: string, to: string): Promise<Undo> {
    await moveDurably(from, to)
    return undone(() => moveDurably(to, from))
  }

  const withPath = <T>(path: StorePath, work: () => Promise<T>): Promise<T> => naming(shown(path), work)

  return {
    list: (asked) =>
      withPath(asked, async () => {
        const { file, path } = await existing(asked, 'folder')
        return listFolder(file, path)
      }),
    walk: (asked, { sorted } = { sorted: true }) =>
      withPath(asked, async () => {
        const { file, path } = await existing(asked, 'folder')
        return walkFolder(file, path, sorted)
      }),
    stat: (path) => withPath(path, async () => (await resolve(disk, path)).entry),
    read: (path) => withPath(path, async () => readFile(await fileAt(path))),
    stream: (path, range) => withPath(path, async () => createReadStream(await fileAt(path), range)),
    sha256: (path) => withPath(path, async () => hashFile(await fileAt(path), 'sha256')),
    sha256All: (entries) => hashFiles(entries.map(({ path }) => join(root, ...path))),
    locate: (path) => withPath(path, () => fileAt(path)),
    checkOut: (path) =>
      withPath(path, async () => ({ dir: (await existing(path, 'folder')).file, release: async () => undefined })),
    write: (path, bytes) =>
      withPath(path, async () => {
        const spot = await roomForFile(path)
        await writeFile(dirs.tmp, spot, bytes, openUndo())
        return made(spot)
      }),
    adopt: (path, source) =>
      withPath(path, async () => {
        const spot = await roomForFile(path)
        const kept = spot.replaces ? await linkToTrash(dirs.trash, spot.file, spot.path, now()) : null
        await adoptFile(dirs.tmp, spot, { source, kept }, openUndo())
        return made(spot)
      }),
    makeFolder: (path) =>
      withPath(path, async () => {
        await makeFolder(await freeSpot(path), openUndo())
      }),
    rename: (from, to) =>
      withPath(from, async () => {
        const { file: source, path } = await existing(from, 'any')
        const target = isSameName(path, to) ? await respell(source, path, to) : (await freeSpot(to)).file
        return move(source, target)
      }),
    trash: (asked) =>
      withPath(asked, async () => {
        const { file, path } = await existing(asked, 'any')
        const trashed = await trashSpot(dirs.trash, path, now())
        return move(file, trashed)
      }),
    recycle: (path, name) =>
      withPath(path, async () => {
        const { file } = await existing(path, 'folder')
        await discard(name)
        return move(file, join(recycled, name))
      }),
    restore: (name, path) =>
      withPath(path, async () => {
        const { file } = await freeSpot(path)
        return move(join(recycled, name), file)
      }),
    recycled: () => namesIn(recycled),
    discard,
    stage: async (copyOf) => {
      const dir = join(dirs.tmp, randomUUID())
      const discard = () => discardTemp(dir)
      let flushed: Promise<void> | null = null
      const flush = () => (flushed ??= syncFilesBelow(dir))
      await withPath(copyOf ?? [], async () => {
        if (!copyOf) return mkdir(dir, { recursive: true })
        const { file: source } = await existing(copyOf, 'folder')
        const filter = async (file: string) => (await statEntry(file, [''])) !== null
        await cp(source, dir, { recursive: true, filter }).catch(async (error: unknown) => {
          await discard()
          throw error
        })
      })
      return { dir, flush, discard }
    },
    merge: (staging, into) =>
      withPath(into, async () => {
        await existing(into, 'folder')
        await staging.flush()
        return undone(await mergeTree(dirs, staging.dir, into, now()))
      }),
    replace: (staging, into, removed, token) =>
      withPath(into, async () => {
        await existing(into, 'folder')
        await staging.flush()
        return replaceTree(dirs, { staged: staging.dir, into, removed, token }, now())
      }),
    unfinished: () => unfinishedJournals(dirs),
    kept: openContentsByHash(join(systemFolder, 'kept'), dirs.tmp, root),
    stageBatch: (name, files, isTracked) => naming(name, () => stageBatch(dirs, name, files, isTracked)),
    openBatch: () => openBatch(disk, dirs, now()),
    unsettled: () => unsettledBatches(dirs.batches),
    settle: (at) => settleBatches(root, dirs.batches, at),
    prune: async (at) => {
      await emptyTrash(dirs.trash, at)
      await removeLeftovers(dirs.tmp, at)
    },
  }
}
