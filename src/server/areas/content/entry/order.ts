import { sql } from 'kysely'
import type { CallContext } from '#server/http/context.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { optionRefusal } from '#shared/domain/contentAccess.ts'
import { packPromotions, readOption } from '#shared/domain/promotions.ts'
import { AppError } from '#shared/errors/index.ts'
import { chunks, lockLive } from '../store/entries.ts'
import { columnFor } from '../store/rules.ts'
import { markStale } from './stalePages.ts'

/** Sets or clears one of the twelve promotion flags on all entries or none. Returns whether the flag was set. */
export async function setOption(
  ctx: CallContext,
  { classId, idList, optionType }: ParsedOf<'content.option'>,
): Promise<boolean> {
  const column = await columnFor(ctx, classId)
  const refusal = optionRefusal(ctx.signed().authority, column, optionType)
  const option = readOption(optionType)
  if (refusal !== null || !option) throw new AppError('forbidden', refusal ?? '')
  const rows = await lockLive(ctx, column, idList)
  const bit = packPromotions({ [option.flag]: true })
  const promotions = option.on ? sql<number>`promotions | ${sql.lit(bit)}` : sql<number>`promotions & ~${sql.lit(bit)}`
  for (const part of chunks(rows)) {
    const ids = part.map((row) => row.id)
    await ctx.db.updateTable('content').set({ promotions }).where('id', 'in', ids).execute()
  }
  const published = rows.filter((row) => row.isStatus === 1)
  await markStale(ctx.db, published, ctx.clock.now().getTime())
  return option.on
}

/** Entries with a larger sort come first. */
export async function setSort(ctx: CallContext, { classId, id, sort }: ParsedOf<'content.updateSort'>): Promise<void> {
  const column = await columnFor(ctx, classId)
  const rows = await lockLive(ctx, column, [id])
  await ctx.db.updateTable('content').set({ sort }).where('id', '=', id).execute()
  const published = rows.filter((row) => row.isStatus === 1)
  await markStale(ctx.db, published, ctx.clock.now().getTime())
}
