import type { Kysely } from 'kysely'
import { sharedLock, transactionLock } from '#server/db/locks.ts'
import type { Database } from '#server/db/schema.ts'

/**
 * The column's fields, which are read after this, stay as they are until the transaction ends: what is written by them is
 * not found in another way meanwhile. To be held before entries are locked.
 */
export const shareFieldsLock = (db: Kysely<Database>, columnId: number): Promise<void> =>
  sharedLock(db, 'columnFields', columnId)

/** Waits for all who write by the column's fields, and keeps them waiting until the transaction ends. */
export const lockFields = (db: Kysely<Database>, columnId: number): Promise<void> =>
  transactionLock(db, 'columnFields', columnId)
