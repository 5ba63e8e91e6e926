import type { CallContext } from '#server/http/context.ts'
import { missingRecord } from '#server/http/missingRecords.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import type { DictionaryRow } from './present.ts'

/**
 * @throws AppError `forbidden` unless the caller may change the site's dictionaries; only super administrators change
 * those of all sites
 */
export function requireEditor(ctx: CallContext, siteId: number): void {
  if (siteId !== 0) ctx.requireSite(siteId)
  else if (!isSuper(ctx.requireSignedIn().authority))
    throw new AppError('forbidden', '各站点共用的字典只能由超级管理员修改，请选择站点后再保存')
}

/** Finds a dictionary. AppErrors: `not-found`, `forbidden`. */
export async function requireDictionary(ctx: CallContext, id: number): Promise<DictionaryRow> {
  const row = await ctx.db.selectFrom('dictionary').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw missingRecord('字典不存在，可能已被删除，请刷新', id)
  if (row.siteId !== 0) ctx.requireSite(row.siteId)
  return row
}
