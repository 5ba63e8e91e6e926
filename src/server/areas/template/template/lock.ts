import { EventEmitter } from 'node:events'
import type { Kysely } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { AppError } from '#shared/errors/index.ts'

const locked = new EventEmitter<Record<string, []>>().setMaxListeners(0)

/** Calls back whenever a change of the template begins in this process; answers how to stop that. */
export function onLocked(id: number, call: () => void): () => void {
  locked.on(String(id), call)
  return () => locked.off(String(id), call)
}

/**
 * Counts the template's version up and so holds its row until the transaction ends: writers of one template come one
 * after the other, in all server processes, and a writer that fails leaves the old number. `db` is a transaction.
 */
export async function lockTemplate(db: Kysely<Database>, id: number): Promise<number> {
  const row = await db
    .updateTable('template')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('deleteTime', 'is', null)
    .returning('version')
    .executeTakeFirst()
  if (!row) throw new AppError('not-found', '模板不存在，可能已被删除，请刷新列表')
  locked.emit(String(id))
  return row.version
}

/**
 * Holds the template's row as lockTemplate does, without counting: for who reads its files and wants to know whether they
 * are still those that it read. Answers the version. `db` is a transaction.
 */
export async function lockTemplateForRead(db: Kysely<Database>, id: number): Promise<number> {
  const query = db.selectFrom('template').select('version').where('id', '=', id).where('deleteTime', 'is', null)
  // SQLite transactions hold the write lock from their start.
  const row = await (engineOf(db) === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
  if (!row) throw new AppError('not-found', '模板不存在，可能已被删除，请刷新列表')
  return row.version
}
