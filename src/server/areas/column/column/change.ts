import type { Database } from '#server/db/schema.ts'
import { sql, type Updateable } from 'kysely'
import { conflictError } from '#server/http/conflict.ts'
import type { CallContext } from '#server/http/context.ts'
import { AppError } from '#shared/errors/index.ts'
import type { ColumnRow } from './repo.ts'

/** Sets the next version, so that forms with an older one notice the change. */
export const nextVersion = (ctx: CallContext) => ({
  version: sql<number>`version + 1`,
  changedBy: ctx.requireSignedIn().username,
  changeTime: ctx.clock.now().getTime(),
})

/**
 * Saves a change of a column as its next version and returns the row.
 * @throws AppError `conflict` when the caller has read another version; the fact `changed` tells whose, so that the
 * caller can compare, merge or overwrite
 */
export async function changeColumn(
  ctx: CallContext,
  before: ColumnRow,
  change: Updateable<Database['site_column']>,
  readVersion: number | undefined,
): Promise<ColumnRow> {
  const row = await ctx.db
    .updateTable('site_column')
    .set(change)
    .set(nextVersion(ctx))
    .where('id', '=', before.id)
    .$if(readVersion !== undefined, (query) => query.where('version', '=', readVersion ?? 0))
    .returningAll()
    .executeTakeFirst()
  return row ?? throwChanged(ctx, before.id)
}

async function throwChanged(ctx: CallContext, id: number): Promise<never> {
  const now = await ctx.db
    .selectFrom('site_column')
    .select(['title', 'version', 'changedBy', 'changeTime'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!now) throw new AppError('not-found', '栏目不存在，可能已被删除，请刷新')
  const { title, version, changedBy: updatedBy, changeTime } = now
  throw conflictError(`栏目“${title}”`, { version, updatedBy, updateTime: changeTime ?? 0 })
}
