import type { CallContext, Signed } from '#server/http/context.ts'
import { canUseSite, isSuper } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { findTemplate, type TemplateRow } from './repo.ts'

/** May the caller work with it: a template of no site, or of one of the caller's. */
export const mayUse = (who: Signed, template: TemplateRow): boolean =>
  isSuper(who.authority) ||
  template.siteId === 0 ||
  [template.siteId, ...template.siteIds].some((siteId) => canUseSite(who.authority, siteId))

/** The template, if it is there (`not-found`) and of the caller's sites (`forbidden`). */
export async function templateFor(ctx: CallContext, by: { id: number } | { folder: string }): Promise<TemplateRow> {
  const template = await findTemplate(ctx.db, by)
  const said = 'folder' in by ? `模板文件夹“${by.folder}”` : '模板'
  if (!template) throw new AppError('not-found', `${said}不存在，可能已被删除，请刷新列表`)
  if (!mayUse(ctx.signed(), template)) throw new AppError('forbidden', `您没有${said}所属站点的权限`)
  return template
}
