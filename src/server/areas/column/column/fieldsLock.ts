import type { Kysely } from 'kysely'
import { acquireSharedLock, acquireTransactionLock } from '#server/db/locks.ts'
import type { Database } from '#server/db/schema.ts'

/**
 * Shared lock: the column's fields stay unchanged until the transaction ends, so that entries are indexed by the
 * fields that were read. Acquire it before locking entries.
 */
export const shareFieldsLock = (db: Kysely<Database>, columnId: number): Promise<void> =>
  acquireSharedLock(db, 'columnFields', columnId)

/** Exclusive lock: waits for all writers that use the column's fields, and blocks them until the transaction ends. */
export const lockFields = (db: Kysely<Database>, columnId: number): Promise<void> =>
  acquireTransactionLock(db, 'columnFields', columnId)
