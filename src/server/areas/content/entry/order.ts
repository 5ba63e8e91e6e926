import { sql } from 'kysely'
import type { CallContext } from '#server/http/context.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { optionRefusal } from '#shared/domain/contentAccess.ts'
import { packPromotions, parseOption } from '#shared/domain/promotions.ts'
import { AppError } from '#shared/errors/index.ts'
import { toChunks, lockActive } from '../store/entries.ts'
import { requireContentColumn } from '../store/rules.ts'
import { markPagesStale } from './stalePages.ts'

/** Sets or clears one of the twelve promotion flags on all entries or none. Returns whether the flag was set. */
export async function setPromotion(
  ctx: CallContext,
  { classId, idList, optionType }: ParsedOf<'content.option'>,
): Promise<boolean> {
  const column = await requireContentColumn(ctx, classId)
  const refusal = optionRefusal(ctx.requireSignedIn().authority, column, optionType)
  const option = parseOption(optionType)
  if (refusal !== null || !option) throw new AppError('forbidden', refusal ?? '')
  const rows = await lockActive(ctx, column, idList)
  const bit = packPromotions({ [option.flag]: true })
  const promotions = option.on ? sql<number>`promotions | ${sql.lit(bit)}` : sql<number>`promotions & ~${sql.lit(bit)}`
  for (const part of toChunks(rows)) {
    const ids = part.map((row) => row.id)
    await ctx.db.updateTable('content').set({ promotions }).where('id', 'in', ids).execute()
  }
  const published = rows.filter((row) => row.isStatus === 1)
  await markPagesStale(ctx.db, published, ctx.clock.now().getTime())
  return option.on
}

/** Entries with a larger sort come first. */
export async function setSort(ctx: CallContext, { classId, id, sort }: ParsedOf<'content.updateSort'>): Promise<void> {
  const column = await requireContentColumn(ctx, classId)
  const rows = await lockActive(ctx, column, [id])
  await ctx.db.updateTable('content').set({ sort }).where('id', '=', id).execute()
  const published = rows.filter((row) => row.isStatus === 1)
  await markPagesStale(ctx.db, published, ctx.clock.now().getTime())
}
