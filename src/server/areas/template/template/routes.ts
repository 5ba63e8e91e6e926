import { isTaken } from '#server/db/dialect.ts'
import type { CallContext } from '#server/http/context.ts'
import { changedMeanwhile } from '#server/http/conflict.ts'
import { pageOf } from '#server/http/paging.ts'
import { Reply, type Routes } from '#server/http/routes.ts'
import { copyFiles } from '#server/storage/templates/tree.ts'
import { nameKey } from '#shared/domain/fileNames.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { requireLivingSites } from '#server/siteAccess.ts'
import { requireTemplateSite, templateFor } from './access.ts'
import { folderTaken, insertTemplate, type NewTemplate, requireFreeFolder } from './insert.ts'
import { lockTemplate, lockTemplateForRead } from './lock.ts'
import { present } from './present.ts'
import { findTemplates, grantedSites, type TemplateRow } from './repo.ts'

/**
 * Edits a template. A form without a site keeps the template's own, because the documented dialog has no such field
 * (A·§2).
 */
async function edit(ctx: CallContext, id: number, version: number | undefined, form: NewTemplate) {
  const before = await templateFor(ctx, { id }, 'write')
  const siteId = form.siteId || before.siteId
  if (siteId !== before.siteId) await requireLivingSites(ctx, [siteId])
  await requireFreeFolder(ctx.db, form.folder, { except: id, who: ctx.signed() })
  await lockTemplate(ctx.db, id)
  // Read again under the lock, after concurrent calls have committed.
  const now = await templateFor(ctx, { id }, 'write')
  if (version !== undefined && version !== now.formVersion)
    throw changedMeanwhile(`模板“${now.name}”`, { ...now, version: now.formVersion })
  const stamp = { updateTime: ctx.clock.now().getTime(), updatedBy: ctx.signed().username }
  const row = { ...form, ...stamp, siteId, folderKey: nameKey(form.folder), formVersion: now.formVersion + 1 }
  try {
    await ctx.db.updateTable('template').set(row).where('id', '=', id).execute()
  } catch (error) {
    throw isTaken(error) ? folderTaken(form.folder) : error
  }
  return templateFor(ctx, { id }, 'write')
}

/** The site of a copy: that of the original, or the first of its sites the caller may use. */
function siteOfCopy(ctx: CallContext, { siteId, siteIds }: TemplateRow): number {
  const who = ctx.signed()
  if (siteId === 0 || isSuper(who.authority)) return siteId
  return [siteId, ...siteIds].find((id) => grantedSites(who).includes(id)) ?? siteId
}

type Recycling = 'template.deleteByIdList' | 'template.recycled' | 'template.restore'

export const routes: Omit<Routes<'template'>, Recycling> = {
  'template.findById': async (ctx, { id }) => present(await templateFor(ctx, { id }, 'read')),

  'template.list': async (ctx, input) => {
    const { rows, total } = await findTemplates(ctx.db, ctx.signed(), input)
    return pageOf(rows.map(present), total, input.size)
  },

  'template.save': async (ctx, { id, version, ...form }) => {
    if (id !== 0) return present(await edit(ctx, id, version, form))
    await requireTemplateSite(ctx, form.siteId)
    await requireFreeFolder(ctx.db, form.folder, { who: ctx.signed() })
    const row = await insertTemplate(ctx, form)
    return new Reply(present(row), '创建成功')
  },

  'template.copy': async (ctx, { id, name, folder }) => {
    const template = await templateFor(ctx, { id }, 'read')
    const { templatePic, title } = template
    await requireFreeFolder(ctx.db, folder, { who: ctx.signed() })
    await lockTemplateForRead(ctx.db, id)
    const row = await insertTemplate(ctx, { name, folder, templatePic, title, siteId: siteOfCopy(ctx, template) })
    await copyFiles(ctx.db, id, row.id)
    return present(row)
  },
}
