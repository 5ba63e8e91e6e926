import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
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

/** Opens `folder`/queue.sqlite. An unreadable one is set aside, with what it held. */
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
  const atOnce = (work: () => void): void => {
    database.exec('begin')
    try {
      work()
      database.exec('commit')
    } catch (error) {
      database.exec('rollback')
      throw error
    }
  }
  return {
    all() {
      const records = read.all().map(({ data }) => uploadRecord.safeParse(parsed(data)))
      return records.flatMap((record) => {
        if (!record.success) log.error('kept upload unreadable', { error: record.error })
        return record.success ? [record.data] : []
      })
    },
    save: (record) => void write.run(JSON.stringify(record), record.id),
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

function openOrSetAside(path: string, log: Logger): DatabaseSync {
  try {
    return open(path)
  } catch (error) {
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
    if (found !== 'ok') throw new Error(`damaged: ${String(found)}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
