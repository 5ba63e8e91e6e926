import type { Insertable, Updateable } from 'kysely'
import { isUniqueViolation } from '../db/dialect.ts'
import type { Database, RowOf } from '../db/schema.ts'
import { conflictError, type LastSaved } from './conflict.ts'
import type { CallContext } from './context.ts'

/** Tables whose records have the columns of `lastSavedColumns`. */
type VersionedTable = {
  [T in keyof Database]: RowOf<T> extends LastSaved & { id: number } ? T : never
}[keyof Database]

interface VersionedSave<T extends VersionedTable> {
  /** 0: a new record. */
  id: number
  /** The version that the caller read; absent: overwrite any version. */
  version: number | undefined
  /** Values of each save; author, time and version are added. */
  row: Omit<Updateable<Database[T]>, keyof LastSaved>
  /** Further values of a new record. */
  insertOnly?: Partial<Omit<Insertable<Database[T]>, keyof LastSaved>>
  /** Reads the current record; throws when it no longer exists. */
  find: (ctx: CallContext, id: number) => Promise<RowOf<T> & LastSaved>
  /** Names the record in a message: `标签“新闻”`. */
  nameOf: (row: RowOf<T>) => string
  /** Creates the error for a value that must be unique and that another record has. */
  duplicateError?: () => Error
}

/** @throws AppError `conflict` with the fact `changed` when the record was saved since the caller read it */
export function requireVersion<R extends LastSaved>(
  before: R | null | undefined,
  version: number | undefined,
  named: (row: R) => string,
): void {
  if (before && version !== undefined && version !== before.version) throw conflictError(named(before), before)
}

/**
 * Adds a record, or updates it if it still has the version that the caller read. One statement checks and writes, so
 * one of two simultaneous saves is refused.
 * @throws AppError `conflict` with the fact `changed`; the errors of `find` and `taken`
 */
export async function saveVersioned<T extends VersionedTable>(
  ctx: CallContext,
  table: T,
  { id, version, row, insertOnly, find, nameOf, duplicateError }: VersionedSave<T>,
): Promise<RowOf<T>> {
  const values = { ...row, updatedBy: ctx.requireSignedIn().username, updateTime: ctx.clock.now().getTime() }
  // Kysely can't type a statement over a union of tables, so the table is typed as `label`.
  const name = table as 'label'
  const saving =
    id === 0
      ? ctx.db
          .insertInto(name)
          .values({ ...values, ...insertOnly } as never)
          .returningAll()
      : ctx.db
          .updateTable(name)
          .set(values as never)
          .set((eb) => ({ version: eb('version', '+', 1) }))
          .where('id', '=', id)
          .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
          .returningAll()
  const saved = await saving.executeTakeFirst().catch((error: unknown) => {
    throw duplicateError && isUniqueViolation(error) ? duplicateError() : error
  })
  if (saved) return saved as unknown as RowOf<T>
  const other = await find(ctx, id)
  throw conflictError(nameOf(other), other)
}
