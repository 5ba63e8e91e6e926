import { sql } from 'kysely'
import type { CallContext } from '#server/http/context.ts'
import { missingRecords } from '#server/http/missingRecords.ts'
import { AppError } from '#shared/errors/index.ts'
import {
  findTemplate,
  lockTemplate,
  requireTemplateAccess,
  type TemplateRow,
  filterVisible,
} from '../template/index.ts'

/** @throws AppError `conflict` while an open site uses the template */
async function requireUnused(ctx: CallContext, template: TemplateRow): Promise<void> {
  const site = await ctx.db
    .selectFrom('site')
    .select('title')
    .where('isStatus', '=', 1)
    .where('deleteTime', 'is', null)
    .where((eb) => eb.or([eb('templateId', '=', template.id), eb('id', 'in', [0, ...template.siteIds])]))
    .executeTakeFirst()
  if (!site) return
  throw new AppError(
    'conflict',
    `模板“${template.name}”正被启用的站点“${site.title}”使用，请先关闭该站点或为该站点关联其他模板，再删除`,
  )
}

/** Reads templates. @throws AppError `not-found` that lists missing ones; `forbidden` for a template of other sites */
async function requireTemplates(ctx: CallContext, ids: readonly number[]): Promise<TemplateRow[]> {
  const rows: TemplateRow[] = []
  const missingIds: number[] = []
  for (const id of ids) {
    const row = await findTemplate(ctx.db, { id })
    if (row) rows.push(row)
    else missingIds.push(id)
  }
  if (missingIds.length > 0)
    throw missingRecords({ kind: '模板', ids: missingIds, titles: await readDeletedNames(ctx, missingIds) })
  for (const row of rows) await requireTemplateAccess(ctx, row, 'write', `模板（编号 ${row.id}）`)
  return rows
}

async function readDeletedNames(ctx: CallContext, ids: readonly number[]): Promise<Map<number, string>> {
  const visibleTemplates = filterVisible(ctx.db.selectFrom('template'), ctx.requireSignedIn()).where(
    'template.id',
    'in',
    ids,
  )
  const rows = await visibleTemplates.select(['template.id', 'template.name']).execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/**
 * Call 50: deletes all templates or none. Files and bindings stay but are inaccessible; the folder name becomes
 * available again.
 */
export async function recycle(ctx: CallContext, idList: readonly number[]): Promise<null> {
  const ids = [...new Set(idList)].sort((a, b) => a - b)
  const rows = await requireTemplates(ctx, ids)
  for (const row of rows) await requireUnused(ctx, row)
  for (const row of rows) await lockTemplate(ctx.db, row.id)
  const stamp = { deleteTime: ctx.clock.now().getTime(), deletedBy: ctx.requireSignedIn().username }
  // Folder names can't contain `#`, so the changed key is unique.
  const recycledKey = { folderKey: sql<string>`${sql.ref('folderKey')} || '#' || id` }
  await ctx.db
    .updateTable('template')
    .set({ ...stamp, ...recycledKey })
    .where('id', 'in', ids)
    .execute()
  return null
}
