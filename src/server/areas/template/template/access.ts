import type { CallContext, SignedInAccount } from '#server/http/context.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { canUseSite, isSuper } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { findTemplate, listGrantedSites, type TemplateRow } from './repo.ts'

/** The access a call needs: `read` files and settings of a template, or `write` them. */
export type TemplateAccess = 'read' | 'write'

/** The sites that use the template: its own and the bound ones. */
const listSiteIds = ({ siteId, siteIds }: TemplateRow): number[] => (siteId === 0 ? siteIds : [siteId, ...siteIds])

/**
 * Whether the caller may read the template: with access to one of its sites, or to any site for a template of all
 * sites.
 */
export function canReadTemplate(who: SignedInAccount, template: TemplateRow): boolean {
  if (isSuper(who.authority)) return true
  if (template.siteId === 0) return listGrantedSites(who).length > 0
  return listSiteIds(template).some((siteId) => canUseSite(who.authority, siteId))
}

const readActiveSites = ({ db }: CallContext) =>
  db.selectFrom('site').select('id').where('deleteTime', 'is', null).execute()

/**
 * Whether the caller may change the template: with access to every site that uses it. An unused template of all sites
 * requires access to all sites.
 */
async function canWriteTemplate(ctx: CallContext, template: TemplateRow): Promise<boolean> {
  const { authority } = ctx.requireSignedIn()
  if (isSuper(authority)) return true
  const sites = listSiteIds(template)
  const all = sites.length > 0 ? sites : (await readActiveSites(ctx)).map((site) => site.id)
  return all.length > 0 && all.every((siteId) => canUseSite(authority, siteId))
}

/** @throws AppError `forbidden` without the access; `said` is the template's name in the text */
export async function requireTemplateAccess(
  ctx: CallContext,
  template: TemplateRow,
  use: TemplateAccess,
  said: string,
) {
  if (!canReadTemplate(ctx.requireSignedIn(), template)) throw new AppError('forbidden', `您没有${said}所属站点的权限`)
  if (use === 'read' || (await canWriteTemplate(ctx, template))) return
  throw new AppError(
    'forbidden',
    `${said}还用于您没有权限的站点，您只能查看和复制，不能修改；需要修改时请复制成自己站点的模板，或联系超级管理员`,
  )
}

/** Reads a template. @throws AppError `not-found`; `forbidden` without the requested access */
export async function requireTemplate(
  ctx: CallContext,
  by: { id: number } | { folder: string },
  use: TemplateAccess,
): Promise<TemplateRow> {
  const template = await findTemplate(ctx.db, by)
  const said = 'folder' in by ? `模板文件夹“${by.folder}”` : '模板'
  if (!template) throw new AppError('not-found', `${said}不存在，可能已被删除，请刷新列表`)
  await requireTemplateAccess(ctx, template, use, said)
  return template
}

/**
 * @throws AppError `forbidden` or `not-found` unless the caller may create a template for the site; 0: for all sites
 */
export async function requireTemplateSite(ctx: CallContext, siteId: number): Promise<void> {
  const who = ctx.requireSignedIn()
  if (siteId !== 0) await requireActiveSites(ctx, [siteId])
  else if (!isSuper(who.authority) && listGrantedSites(who).length === 0)
    throw new AppError('forbidden', '您还没有任何站点的权限，不能新建模板，请联系管理员授权')
}
