import { constants } from 'node:fs'
import { copyFile, mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { currentDb, inTransaction, openTransaction } from '#server/db/ambient.ts'
import type { Database } from '#server/db/schema.ts'
import { mapParallel } from '#server/parallel.ts'
import { AppError } from '#shared/errors/index.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { fileNameProblem } from '#shared/domain/fileNames.ts'
import { hashFile } from '../hashFile.ts'
import { naming } from '../fsErrors.ts'
import { byKindAndName, isSameName } from '../names.ts'
import { formatPath, type StorePath } from '../path.ts'
import { type StoredEntry, type TemplateStore, TRASH_DAYS, type Undo } from '../templateStore.ts'
import { openBatch, stagedName } from './batch.ts'
import { linkOrElse } from '../cache.ts'
import { type Contents, SENDING } from '../contents.ts'
import { readStaged, replaceRows, type Staged, takeBack } from './merge.ts'
import { directLookup, writePath } from './names.ts'
import {
  addRows,
  emptyTrash,
  entryOf,
  findRow,
  inArea,
  knownHash,
  LIVE,
  moveRows,
  newRow,
  newTrash,
  putRows,
  RECYCLED,
  type Row,
  rowsBelow,
  rowsIn,
} from './rows.ts'
import { discardTemp } from '../leftovers.ts'

export interface SharedStoreOptions {
  db: Kysely<Database>
  contents: Contents
  now: () => Date
}

const shown = (path: StorePath): string => path.at(-1) ?? '模板'
const missing = (path: StorePath): AppError =>
  new AppError('not-found', `“${formatPath(path)}”不存在，可能已被删除，请刷新后再试`)

/**
 * Template files as rows of the database, their bytes by hash in the store: processes share nothing else. Everything is done in
 * the transaction of the caller when there is one, so a killed process leaves nothing half done and there is no journal.
 */
export function openSharedTemplateStore({ db: root, contents, now }: SharedStoreOptions): TemplateStore {
  const { cache } = contents

  /** What was done by a transaction that did not commit is undone already. */
  const undoable = (revert: (db: Kysely<Database>) => Promise<void>): Undo => {
    const within = openTransaction(root)
    return async () => {
      if (within?.state !== 'rolledBack') await inTransaction(root, revert)
    }
  }
  const find = async (path: StorePath): Promise<Row | null> => {
    // As on a disk, where dotted names at the root are the store's own.
    if (path[0]?.startsWith('.')) throw new AppError('not-found', `“${formatPath(path)}”不存在`)
    return findRow(currentDb(root), path)
  }
  async function existing(path: StorePath, kind: 'file' | 'folder' | 'any'): Promise<Row> {
    const row = await find(path)
    if (!row) throw missing(path)
    if (kind === 'file' && row.kind === 'folder') throw new AppError('invalid', `“${shown(path)}”是文件夹，不是文件`)
    if (kind === 'folder' && row.kind === 'file') throw new AppError('invalid', `“${shown(path)}”是文件，不是文件夹`)
    return row
  }
  const folderPath = async (path: StorePath): Promise<string> =>
    path.length === 0 ? '' : (await existing(path, 'folder')).path
  const pathOf = (row: Row): StorePath => row.path.split('/')

  async function putFile(path: StorePath, content: { sha256: string; size: number }, keepsOld: boolean) {
    await find(path)
    return inTransaction(root, async (db) => {
      const spot = await writePath(directLookup(db), path)
      if (spot.there?.kind === 'folder')
        throw new AppError('conflict', `这里已有名为“${shown(path)}”的文件夹，请换一个名称`)
      const row = newRow(spot.path, content)
      await contents.hold(db, [content.sha256])
      if (keepsOld && spot.there) await putRows(db, inArea([spot.there], newTrash(now())))
      await addRows(db, spot.parents)
      await putRows(db, [row])
      return entryOf(row)
    })
  }

  async function freePath(db: Kysely<Database>, path: StorePath): Promise<{ path: StorePath; parents: Row[] }> {
    await find(path)
    const spot = await writePath(directLookup(db), path)
    if (spot.there) throw new AppError('conflict', `“${shown(path)}”已存在，请换一个名称`)
    return spot
  }

  /** The target of a file whose name only changes its spelling. */
  async function respelled(db: Kysely<Database>, row: Row, to: StorePath): Promise<StorePath> {
    const name = (to.at(-1) ?? '').normalize('NFC')
    const problem = fileNameProblem(name)
    if (problem) throw new AppError('invalid', problem)
    const target = [...pathOf(row).slice(0, -1), name]
    const there = await findRow(db, target)
    if (there && there.path !== row.path) throw new AppError('conflict', `“${name}”已存在，请换一个名称`)
    return target
  }

  async function move(from: Row, to: { area: string; path: StorePath }): Promise<Undo> {
    const source = { area: from.area, path: pathOf(from) }
    await inTransaction(root, (db) => moveRows(db, source, to))
    return undoable((db) => moveRows(db, to, source))
  }

  const discard = async (name: string): Promise<void> => {
    const at = { area: RECYCLED, path: [name] }
    await inTransaction(root, (db) => moveRows(db, at, { area: newTrash(now()), path: [name] }))
  }

  async function bring(into: StorePath, staged: Staged, removed: readonly StorePath[]): Promise<Undo> {
    await existing(into, 'folder')
    await contents.put(staged.flatMap(({ content }) => content ?? []))
    const done = await inTransaction(root, async (db) => {
      await contents.hold(
        db,
        staged.flatMap(({ content }) => content?.sha256 ?? []),
      )
      return replaceRows(db, await existing(into, 'folder'), staged, removed, newTrash(now()))
    })
    return undoable((db) => takeBack(db, done))
  }

  /** Copies or links all files below a folder into one of this machine. */
  async function layOut(path: StorePath, dir: string, isOwn: boolean): Promise<void> {
    const base = await folderPath(path)
    const rows = await rowsBelow(currentDb(root), LIVE, base)
    const inner = (row: Row): string => join(dir, ...pathOf(row).slice(base === '' ? 0 : base.split('/').length))
    for (const row of rows.toSorted((a, b) => (a.path < b.path ? -1 : 1)))
      if (row.kind === 'folder') await mkdir(inner(row), { recursive: true })
    await mapParallel(
      rows.filter(({ kind }) => kind === 'file'),
      SENDING,
      async (row) => {
        const file = await contents.file(row.sha256, shown(pathOf(row)))
        const copy = () => copyFile(file, inner(row), constants.COPYFILE_FICLONE)
        await (isOwn ? copy() : linkOrElse(file, inner(row), copy))
      },
    )
  }

  const withPath = <T>(path: StorePath, work: () => Promise<T>): Promise<T> => naming(shown(path), work)

  return {
    list: (path) =>
      withPath(path, async () => {
        const parent = await folderPath(path)
        return (await rowsIn(currentDb(root), LIVE, parent)).map(entryOf).toSorted(byKindAndName)
      }),
    walk: (path, { sorted } = { sorted: true }) =>
      withPath(path, async () => inOrder(await rowsBelow(currentDb(root), LIVE, await folderPath(path)), sorted)),
    stat: async (path) => {
      const row = await find(path)
      return row && entryOf(row)
    },
    read: (path) => withPath(path, async () => contents.read((await existing(path, 'file')).sha256, shown(path))),
    stream: (path, range) =>
      withPath(path, async () => contents.stream(await existing(path, 'file'), shown(path), range)),
    sha256: async (path) => (await existing(path, 'file')).sha256,
    sha256All: async (entries) => {
      const hashes: (string | null)[] = []
      for (const entry of entries) hashes.push(knownHash(entry) ?? (await find(entry.path))?.sha256 ?? null)
      return hashes
    },
    locate: (path) => withPath(path, async () => contents.file((await existing(path, 'file')).sha256, shown(path))),
    checkOut: (path) =>
      withPath(path, async () => {
        const dir = await cache.tempFolder()
        const release = () => discardTemp(dir)
        await layOut(path, dir, false).catch(async (error: unknown) => {
          await release()
          throw error
        })
        return { dir, release }
      }),
    write: (path, bytes) =>
      withPath(path, async () => {
        await find(path)
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        await contents.putBytes([{ sha256, bytes }])
        return putFile(path, { sha256, size: bytes.length }, false)
      }),
    adopt: (path, source) =>
      withPath(path, async () => {
        const [sha256, { size }] = [await hashFile(source, 'sha256'), await stat(source)]
        await contents.put([{ sha256, size, file: async () => source }])
        const entry = await putFile(path, { sha256, size }, true)
        const remove = () => rm(source, { force: true })
        const within = openTransaction(root)
        // Whoever gave it may want it back when the transaction fails.
        if (within) within.afterCommit.push(remove)
        else await remove()
        return entry
      }),
    makeFolder: (path) =>
      withPath(path, () =>
        inTransaction(root, async (db) => {
          const spot = await freePath(db, path)
          await addRows(db, [...spot.parents, newRow(spot.path)])
        }),
      ),
    rename: (from, to) =>
      withPath(from, () =>
        inTransaction(root, async (db) => {
          const row = await existing(from, 'any')
          if (isSameName(pathOf(row), to)) return move(row, { area: LIVE, path: await respelled(db, row, to) })
          const spot = await freePath(db, to)
          await addRows(db, spot.parents)
          return move(row, { area: LIVE, path: spot.path })
        }),
      ),
    trash: (path) =>
      withPath(path, async () => {
        const row = await existing(path, 'any')
        return move(row, { area: newTrash(now()), path: pathOf(row) })
      }),
    recycle: (path, name) =>
      withPath(path, async () => {
        const row = await existing(path, 'folder')
        await discard(name)
        return move(row, { area: RECYCLED, path: [name] })
      }),
    restore: (name, path) =>
      withPath(path, () =>
        inTransaction(root, async (db) => {
          const spot = await freePath(db, path)
          const [row] = (await rowsIn(db, RECYCLED, '')).filter((each) => each.path === name)
          if (!row) throw missing([name])
          await addRows(db, spot.parents)
          return move(row, { area: LIVE, path: spot.path })
        }),
      ),
    recycled: async () => (await rowsIn(currentDb(root), RECYCLED, '')).map(({ path }) => path),
    discard,
    stage: async (copyOf) => {
      const dir = await cache.tempFolder()
      const discardStaged = () => discardTemp(dir)
      if (copyOf)
        await withPath(copyOf, () => layOut(copyOf, dir, true)).catch(async (error: unknown) => {
          await discardStaged()
          throw error
        })
      // They come to the store whole.
      return { dir, flush: async () => undefined, discard: discardStaged }
    },
    merge: (staging, into) => withPath(into, async () => bring(into, await readStaged(staging.dir), [])),
    replace: (staging, into, removed) =>
      withPath(into, async () => ({
        undo: await bring(into, await readStaged(staging.dir), removed),
        settle: async () => undefined,
      })),
    unfinished: async () => [],
    kept: contents.kept(async ({ path }) => (await existing(path, 'file')).sha256),
    stageBatch: (name, files) =>
      naming(name, async () => {
        await contents.putBytes(files)
        return {
          files: files.map(({ sha256, bytes }) => stagedName(sha256, bytes.length)),
          discard: async () => undefined,
        }
      }),
    openBatch: () => openBatch({ root, contents, now, find, undoable }),
    unsettled: async () => [],
    settle: async () => undefined,
    prune: async (at) => {
      await emptyTrash(root, at.getTime() - TRASH_DAYS * DAY_MS)
    },
  }
}

/** Parents before children; sorted: folders first, then in Chinese order. */
function inOrder(rows: readonly Row[], sorted: boolean): StoredEntry[] {
  if (!sorted) return rows.toSorted((a, b) => (a.path < b.path ? -1 : 1)).map(entryOf)
  const byParent = Map.groupBy(rows, ({ parent }) => parent)
  const all: StoredEntry[] = []
  const add = (parent: string): void => {
    for (const entry of (byParent.get(parent) ?? []).map(entryOf).toSorted(byKindAndName)) {
      all.push(entry)
      if (entry.kind === 'folder') add(formatPath(entry.path))
    }
  }
  const [top] = rows.toSorted((a, b) => a.path.length - b.path.length)
  if (top) add(top.parent)
  return all
}
