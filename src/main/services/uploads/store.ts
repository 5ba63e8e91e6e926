import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '#shared/errors/index.ts'
import { parseJsonOrNull } from '#shared/util/json.ts'
import { openSqlite, resultCodeOf, SQLITE } from '../files/sqliteFile.ts'
import type { Logger } from '../types.ts'
import { type UploadRecord, uploadRecord } from './record.ts'

/** The queue on disk. A write survives a killed process once it has returned. */
export interface UploadStore {
  /** In queue order. */
  all(): UploadRecord[]
  save(record: UploadRecord): void
  /** Appends records in one transaction. They survive a power cut, but later changes to them may not. */
  add(records: readonly UploadRecord[]): void
  remove(ids: readonly string[]): void
  /** Stores this order. */
  reorder(ids: readonly string[]): void
  close(): void
}

/**
 * Opens `folder`/queue.sqlite; a damaged file is set aside and replaced by an empty one.
 * @throws AppError `no-space`, here and in each write
 */
export function openUploadStore(folder: string, log: Logger): UploadStore {
  const database = openQueue(join(folder, 'queue.sqlite'), log)
  const read = database.prepare('select data from uploads order by position')
  const write = database.prepare('update uploads set data = ? where id = ?')
  const insert = database.prepare(
    'insert into uploads (id, position, data) values (?, (select coalesce(max(position), 0) + 1 from uploads), ?)',
  )
  const remove = database.prepare('delete from uploads where id = ?')
  const setPosition = database.prepare('update uploads set position = ? where id = ?')
  const explainErrors = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      // SQLite has already rolled back when the disk is full.
      if (database.isTransaction) database.exec('rollback')
      throw explainDiskError(error)
    }
  }
  const inTransaction = (work: () => void): void =>
    explainErrors(() => {
      database.exec('begin')
      work()
      database.exec('commit')
    })
  return {
    all() {
      const records = read.all().map(({ data }) => uploadRecord.safeParse(parseJsonOrNull(String(data))))
      return records.flatMap((record) => {
        if (!record.success) log.error('kept upload unreadable', { error: record.error })
        return record.success ? [record.data] : []
      })
    },
    save: (record) => explainErrors(() => void write.run(JSON.stringify(record), record.id)),
    add: (records) => {
      database.exec('pragma synchronous = full')
      try {
        inTransaction(() => records.forEach((record) => insert.run(record.id, JSON.stringify(record))))
      } finally {
        database.exec('pragma synchronous = normal')
      }
    },
    remove: (ids) => inTransaction(() => ids.forEach((id) => remove.run(id))),
    reorder: (ids) => inTransaction(() => ids.forEach((id, index) => setPosition.run(index, id))),
    close: () => database.close(),
  }
}

const SCHEMA =
  'create table if not exists uploads (id text primary key, position integer not null, data text not null) without rowid'

function openQueue(path: string, log: Logger): DatabaseSync {
  try {
    return openSqlite(path, SCHEMA, log)
  } catch (error) {
    throw explainDiskError(error)
  }
}

/** Explains a disk error of the queue's database with its remedy; returns other errors unchanged. */
function explainDiskError(error: unknown): unknown {
  switch (resultCodeOf(error)) {
    case SQLITE.full:
      return new AppError('no-space', '本机磁盘空间不足，无法保存上传队列，请清理磁盘后重试', { cause: error })
    case SQLITE.ioError:
    case SQLITE.cantOpen:
      return new AppError('no-space', '无法读写上传队列，本机磁盘可能已满或没有写入权限，请检查磁盘后重试', {
        cause: error,
      })
    default:
      return error
  }
}
