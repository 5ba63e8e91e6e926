import type { CallContext } from '#server/http/context.ts'
import { canUseSite } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'

/** The sites the caller may use; those with the template come first. A draft counts as its template. */
export async function readUsableSites({ db, requireSignedIn }: CallContext, folder: string) {
  const template = await db
    .selectFrom('template')
    .select(['id', 'draftOf'])
    .where('folder', '=', folder)
    .where('deleteTime', 'is', null)
    .executeTakeFirst()
  const templateId = template ? template.draftOf || template.id : 0
  const bound = await db.selectFrom('template_site').select('siteId').where('templateId', '=', templateId).execute()
  const uses = new Set(bound.map(({ siteId }) => siteId))
  const rows = await db
    .selectFrom('site')
    .select(['id', 'title', 'templateId'])
    .where('deleteTime', 'is', null)
    .orderBy('id')
    .execute()
  const { authority } = requireSignedIn()
  const rank = (row: { id: number; templateId: number }): number =>
    templateId > 0 && row.templateId === templateId ? 0 : uses.has(row.id) ? 1 : 2
  return rows
    .filter(({ id }) => canUseSite(authority, id))
    .toSorted((a, b) => rank(a) - rank(b) || a.id - b.id)
    .map((row) => ({ id: row.id, title: row.title, isBound: rank(row) < 2 }))
}

/** The requested site, else the first. @throws AppError `not-found` for an account without sites */
export async function chooseSite(ctx: CallContext, { folder, siteId }: { folder: string; siteId: number }) {
  const sites = await readUsableSites(ctx, folder)
  const chosen = sites.find(({ id }) => id === siteId) ?? sites[0]
  if (!chosen) throw new AppError('not-found', '您还没有可以预览的站点，请联系管理员授权')
  return { sites, chosen }
}
