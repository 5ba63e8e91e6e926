import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AppError } from '#shared/errors/index.ts'
import type { Logger } from '../types.ts'
import { type UploadRecord, uploadRecord } from './record.ts'

/** The queue on disk. A write outlives a killed process when it returns. */
export interface UploadStore {
  /** In the queue's order. */
  all(): UploadRecord[]
  save(record: UploadRecord): void
  /** Many at once, behind all others. */
  add(records: readonly UploadRecord[]): void
  remove(ids: readonly string[]): void
  /** Gives the queue this order. */
  reorder(ids: readonly string[]): void
  close(): void
}

/**
 * Opens `folder`/queue.sqlite. A damaged one is set aside, with what it held. AppError no-space, here and in each write,
 * when there is no room for it.
 */
export function openUploadStore(folder: string, log: Logger): UploadStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'queue.sqlite')
  const database = openOrSetAside(path, log)
  const read = database.prepare('select data from uploads order by position')
  const write = database.prepare('update uploads set data = ? where id = ?')
  const insert = database.prepare(
    'insert into uploads (id, position, data) values (?, (select coalesce(max(position), 0) + 1 from uploads), ?)',
  )
  const remove = database.prepare('delete from uploads where id = ?')
  const place = database.prepare('update uploads set position = ? where id = ?')
  const kept = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      // A full disk has ended the transaction already.
      if (database.isTransaction) database.exec('rollback')
      throw troubleOf(error)
    }
  }
  const atOnce = (work: () => void): void =>
    kept(() => {
      database.exec('begin')
      work()
      database.exec('commit')
    })
  return {
    all() {
      const records = read.all().map(({ data }) => uploadRecord.safeParse(parsed(data)))
      return records.flatMap((record) => {
        if (!record.success) log.error('kept upload unreadable', { error: record.error })
        return record.success ? [record.data] : []
      })
    },
    save: (record) => kept(() => void write.run(JSON.stringify(record), record.id)),
    add: (records) => atOnce(() => records.forEach((record) => insert.run(record.id, JSON.stringify(record)))),
    remove: (ids) => atOnce(() => ids.forEach((id) => remove.run(id))),
    reorder: (ids) => atOnce(() => ids.forEach((id, index) => place.run(index, id))),
    close: () => database.close(),
  }
}

function parsed(data: unknown): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return null
  }
}

class Damaged extends Error {}

/** SQLite's primary result codes. */
const [IO_ERROR, CORRUPT, FULL, CANT_OPEN, NOT_A_DATABASE] = [10, 11, 13, 14, 26]
const resultOf = (error: unknown): number => {
  const { errcode } = error as { errcode?: unknown }
  return typeof errcode === 'number' ? errcode & 0xff : 0
}

/** Anything else may be over soon: what the queue holds must not be lost by it. */
const isDamage = (error: unknown): boolean =>
  error instanceof Damaged || [CORRUPT, NOT_A_DATABASE].includes(resultOf(error))

/** What hinders the queue's file, with the remedy; the error itself if that is not the disk's. */
function troubleOf(error: unknown): unknown {
  switch (resultOf(error)) {
    case FULL:
      return new AppError('no-space', '本机磁盘空间不足，无法保存上传队列，请清理磁盘后重试', { cause: error })
    case IO_ERROR:
    case CANT_OPEN:
      return new AppError('no-space', '无法读写上传队列，本机磁盘可能已满或没有写入权限，请检查磁盘后重试', {
        cause: error,
      })
    default:
      return error
  }
}

function openOrSetAside(path: string, log: Logger): DatabaseSync {
  try {
    return open(path)
  } catch (error) {
    if (!isDamage(error)) throw troubleOf(error)
    log.error('upload queue unreadable, set aside', { path, error })
    const aside = `${path}.broken-${Date.now()}`
    // With its journal: left behind, that would be played into the new one.
    for (const part of ['', '-wal', '-shm']) if (existsSync(path + part)) renameSync(path + part, aside + part)
    return open(path)
  }
}

function open(path: string): DatabaseSync {
  const database = new DatabaseSync(path)
  try {
    database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000;')
    database.exec(
      'create table if not exists uploads (id text primary key, position integer not null, data text not null) without rowid',
    )
    const { quick_check: found } = database.prepare('pragma quick_check(1)').get() ?? {}
    if (found !== 'ok') throw new Damaged(String(found))
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
