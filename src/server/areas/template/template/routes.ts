import { isUniqueViolation } from '#server/db/dialect.ts'
import type { CallContext } from '#server/http/context.ts'
import { conflictError } from '#server/http/conflict.ts'
import { pageOf } from '#server/http/paging.ts'
import { Reply, type Routes } from '#server/http/routes.ts'
import { copyFileRows } from '#server/storage/templates/tree.ts'
import { nameKey } from '#shared/domain/fileNames.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { requireTemplateSite, requireTemplate } from './access.ts'
import { createFolderInUseError, insertTemplate, type NewTemplate, requireFreeFolder } from './insert.ts'
import { lockTemplate, lockTemplateForRead } from './lock.ts'
import { present } from './present.ts'
import { findTemplates, listGrantedSites, type TemplateRow } from './repo.ts'

/**
 * Edits a template. A form without a site keeps the template's own, because the documented dialog has no such field
 * (A·§2).
 */
async function editTemplate(ctx: CallContext, id: number, version: number | undefined, form: NewTemplate) {
  const before = await requireTemplate(ctx, { id }, 'write')
  const siteId = form.siteId || before.siteId
  if (siteId !== before.siteId) await requireActiveSites(ctx, [siteId])
  await requireFreeFolder(ctx.db, form.folder, { except: id, who: ctx.requireSignedIn() })
  await lockTemplate(ctx.db, id)
  // Read again under the lock, after concurrent calls have committed.
  const now = await requireTemplate(ctx, { id }, 'write')
  if (version !== undefined && version !== now.formVersion)
    throw conflictError(`模板“${now.name}”`, { ...now, version: now.formVersion })
  const stamp = { updateTime: ctx.clock.now().getTime(), updatedBy: ctx.requireSignedIn().username }
  const row = { ...form, ...stamp, siteId, folderKey: nameKey(form.folder), formVersion: now.formVersion + 1 }
  try {
    await ctx.db.updateTable('template').set(row).where('id', '=', id).execute()
  } catch (error) {
    throw isUniqueViolation(error) ? createFolderInUseError(form.folder) : error
  }
  return requireTemplate(ctx, { id }, 'write')
}

/** The site of a copy: that of the original, or the first of its sites the caller may use. */
function chooseSiteOfCopy(ctx: CallContext, { siteId, siteIds }: TemplateRow): number {
  const who = ctx.requireSignedIn()
  if (siteId === 0 || isSuper(who.authority)) return siteId
  return [siteId, ...siteIds].find((id) => listGrantedSites(who).includes(id)) ?? siteId
}

type Recycling = 'template.deleteByIdList' | 'template.recycled' | 'template.restore'

export const routes: Omit<Routes<'template'>, Recycling> = {
  'template.findById': async (ctx, { id }) => present(await requireTemplate(ctx, { id }, 'read')),

  'template.list': async (ctx, input) => {
    const { rows, total } = await findTemplates(ctx.db, ctx.requireSignedIn(), input)
    return pageOf(rows.map(present), total, input.size)
  },

  'template.save': async (ctx, { id, version, ...form }) => {
    if (id !== 0) return present(await editTemplate(ctx, id, version, form))
    await requireTemplateSite(ctx, form.siteId)
    await requireFreeFolder(ctx.db, form.folder, { who: ctx.requireSignedIn() })
    const row = await insertTemplate(ctx, form)
    return new Reply(present(row), '创建成功')
  },

  'template.copy': async (ctx, { id, name, folder }) => {
    const template = await requireTemplate(ctx, { id }, 'read')
    const { templatePic, title } = template
    await requireFreeFolder(ctx.db, folder, { who: ctx.requireSignedIn() })
    await lockTemplateForRead(ctx.db, id)
    const row = await insertTemplate(ctx, { name, folder, templatePic, title, siteId: chooseSiteOfCopy(ctx, template) })
    await copyFileRows(ctx.db, id, row.id)
    return present(row)
  },
}
