import { EventEmitter } from 'node:events'
import type { Kysely } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { AppError } from '#shared/errors/index.ts'

const lockEvents = new EventEmitter<Record<string, []>>().setMaxListeners(0)

/** Calls back whenever this process starts a change of the template; returns a function that unsubscribes. */
export function onTemplateLocked(id: number, call: () => void): () => void {
  lockEvents.on(String(id), call)
  return () => lockEvents.off(String(id), call)
}

/**
 * Increments the template's version, which locks its row until the transaction ends: writers in all processes run one
 * after the other, and a failed writer leaves the old version. `db` is a transaction.
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
  lockEvents.emit(String(id))
  return row.version
}

/**
 * Locks the template's row without incrementing, for readers that must detect changes of the files. Returns the
 * version. `db` is a transaction.
 */
export async function lockTemplateForRead(db: Kysely<Database>, id: number): Promise<number> {
  const query = db.selectFrom('template').select('version').where('id', '=', id).where('deleteTime', 'is', null)
  // SQLite transactions have the write lock from their start.
  const row = await (engineOf(db) === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
  if (!row) throw new AppError('not-found', '模板不存在，可能已被删除，请刷新列表')
  return row.version
}
