import { sql } from 'kysely'
import type { CallContext } from '#server/http/context.ts'
import { storesOf } from '#server/storage/stores.ts'
import { AppError } from '#shared/errors/index.ts'
import { lockTemplate, templateFor, type TemplateRow } from '../template/index.ts'
import { recycledName } from './repo.ts'

/** AppError `conflict` while an enabled site uses the template. */
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
    `模板“${template.name}”正被启用的站点“${site.title}”使用，请先关闭该站点或给它关联其他模板，再删除`,
  )
}

/** Call 50: all or none. The bindings stay as they are, out of reach; the folder's name is free for others. */
export async function recycle(ctx: CallContext, given: readonly number[]): Promise<null> {
  const ids = [...new Set(given)].sort((a, b) => a - b)
  const rows: TemplateRow[] = []
  for (const id of ids) rows.push(await templateFor(ctx, { id }))
  for (const row of rows) await requireUnused(ctx, row)
  for (const row of rows) await lockTemplate(ctx.db, row.id)
  const stamp = { deleteTime: ctx.clock.now().getTime(), deletedBy: ctx.signed().username }
  // `#` stands in no folder's name.
  const parked = { folderKey: sql<string>`${sql.ref('folderKey')} || '#' || id` }
  await ctx.db
    .updateTable('template')
    .set({ ...stamp, ...parked })
    .where('id', 'in', ids)
    .execute()
  const { templates } = await storesOf(ctx.deps)
  for (const { id, folder } of rows)
    if (await templates.stat([folder])) ctx.onRollback(await templates.recycle([folder], recycledName(id)))
  return null
}
