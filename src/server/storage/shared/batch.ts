import { stat } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { inTransaction } from '#server/db/ambient.ts'
import type { Database } from '#server/db/schema.ts'
import { AppError } from '#shared/errors/index.ts'
import { Mutex } from '#shared/util/mutex.ts'
import { formatPath, type StorePath } from '../path.ts'
import type { StoreBatch, StoredEntry, Undo } from '../templateStore.ts'
import type { Contents } from '../contents.ts'
import { removeIfEmpty } from './merge.ts'
import { directLookup, writePath } from './names.ts'
import { addRows, entryOf, findRow, inArea, LIVE, newRow, newTrash, putRows, removeRows, type Row } from './rows.ts'

/** What a batch works with. */
export interface BatchTools {
  root: Kysely<Database>
  contents: Contents
  now: () => Date
  find: (path: StorePath) => Promise<Row | null>
  undoable: (revert: (db: Kysely<Database>) => Promise<void>) => Undo
}

/** Names staged bytes. */
export const stagedName = (sha256: string, size: number): string => `${sha256}:${size}`

const gone = (path: StorePath): AppError =>
  new AppError('not-found', `“${formatPath(path)}”不存在，可能已被删除，请刷新后再试`)

/** Opens a batch of changes under the template's lock. */
export function openBatch({ root, contents, now, find, undoable }: BatchTools): StoreBatch {
  const trash = newTrash(now())
  const undo: Undo[] = []
  const written = new Set<string>()
  // One after the other: a name that one makes is known to the next.
  const writing = new Mutex()
  const change = <T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T> =>
    writing.run(() => inTransaction(root, work))

  const putFile = (path: StorePath, content: { sha256: string; size: number }): Promise<StoredEntry> =>
    change(async (db) => {
      const spot = await writePath(directLookup(db), path)
      if (spot.there?.kind === 'folder')
        throw new AppError('conflict', `这里已有名为“${path.at(-1) ?? ''}”的文件夹，请换一个名称`)
      const row = newRow(spot.path, content)
      await addRows(db, spot.parents)
      await putRows(db, [row])
      written.add(content.sha256)
      return entryOf(row)
    })

  return {
    stat: async (path) => {
      const row = await find(path)
      return row && entryOf(row)
    },
    place: (path, staged) => {
      const [sha256 = '', size] = staged.split(':')
      return putFile(path, { sha256, size: Number(size) })
    },
    copy: async (path, source, sha256) => {
      const row = await find(source)
      return row?.kind === 'file' && row.sha256 === sha256 ? putFile(path, row) : null
    },
    copyFile: async (path, file, sha256) =>
      (await contents.putFile(file, sha256)) ? putFile(path, { sha256, size: (await stat(file)).size }) : null,
    makeFolder: (path) =>
      change(async (db) => {
        const spot = await writePath(directLookup(db), path)
        if (spot.there?.kind === 'file')
          throw new AppError('conflict', `“${formatPath(path)}”是文件，不能当作文件夹使用`)
        const row = spot.there ?? newRow(spot.path)
        await addRows(db, [...spot.parents, row])
        return entryOf(row)
      }),
    read: async (path) => {
      const row = await find(path)
      if (row?.kind !== 'file') throw gone(path)
      return contents.read(row.sha256, path.at(-1) ?? '')
    },
    remove: (path) =>
      change(async (db) => {
        const row = await findRow(db, path)
        if (!row) throw gone(path)
        if (row.kind === 'folder') {
          if (!(await removeIfEmpty(db, row))) throw new AppError('conflict', `文件夹“${path.at(-1) ?? ''}”不是空的`)
        } else {
          await removeRows(db, LIVE, [row.path])
          await putRows(db, inArea([row], trash))
        }
        undo.push(
          undoable(async (later) => {
            await removeRows(later, trash, [row.path])
            await putRows(later, [row])
          }),
        )
      }),
    undo: async () => {
      for (const step of undo.toReversed()) await step()
    },
    // Rows are as safe as the transaction that they are in, if their bytes are still there.
    sync: () => inTransaction(root, (db) => contents.hold(db, written)),
  }
}
