import type { Insertable, Updateable } from 'kysely'
import { isTaken } from '../db/dialect.ts'
import type { Database, RowOf } from '../db/schema.ts'
import { changedMeanwhile, type Saved } from './conflict.ts'
import type { CallContext } from './context.ts'

/** Tables whose records count their saves and say who saved last. */
type VersionedTable = {
  [T in keyof Database]: RowOf<T> extends Saved & { id: number } ? T : never
}[keyof Database]

interface VersionedSave<T extends VersionedTable> {
  /** 0: a new record. */
  id: number
  /** The version that the caller saw; absent: the save overwrites any. */
  version: number | undefined
  /** What each save writes; who saves, when and the version are added. */
  row: Omit<Updateable<Database[T]>, keyof Saved>
  /** What only a new record gets. */
  added?: Partial<Omit<Insertable<Database[T]>, keyof Saved>>
  /** The record as it is now; throws when it is gone. */
  find: (ctx: CallContext, id: number) => Promise<RowOf<T> & Saved>
  /** How a message calls the record: `标签“新闻”`. */
  named: (row: RowOf<T>) => string
  /** The error when another record has a value that must be unique. */
  taken?: () => Error
}

/** @throws AppError `conflict` with the fact `changed` when the record was saved since the caller read it */
export function requireVersion<R extends Saved>(
  before: R | null | undefined,
  version: number | undefined,
  named: (row: R) => string,
): void {
  if (before && version !== undefined && version !== before.version) throw changedMeanwhile(named(before), before)
}

/**
 * Adds a record, or saves over one that still has the version that the caller saw. One statement checks and writes, so of two
 * saves at the same moment one is refused.
 * @throws AppError `conflict` with the fact `changed`, what `find` throws, what `taken` answers
 */
export async function saveVersioned<T extends VersionedTable>(
  ctx: CallContext,
  table: T,
  { id, version, row, added, find, named, taken }: VersionedSave<T>,
): Promise<RowOf<T>> {
  const values = { ...row, updatedBy: ctx.signed().username, updateTime: ctx.clock.now().getTime() }
  // Kysely can't type a statement over any of several tables: `label` stands for the one that is meant.
  const name = table as 'label'
  const saving =
    id === 0
      ? ctx.db
          .insertInto(name)
          .values({ ...values, ...added } as never)
          .returningAll()
      : ctx.db
          .updateTable(name)
          .set(values as never)
          .set((eb) => ({ version: eb('version', '+', 1) }))
          .where('id', '=', id)
          .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
          .returningAll()
  const saved = await saving.executeTakeFirst().catch((error: unknown) => {
    throw taken && isTaken(error) ? taken() : error
  })
  if (saved) return saved as unknown as RowOf<T>
  const other = await find(ctx, id)
  throw changedMeanwhile(named(other), other)
}
