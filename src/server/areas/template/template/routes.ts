import { isTaken } from '#server/db/dialect.ts'
import type { CallContext } from '#server/http/context.ts'
import { changedMeanwhile } from '#server/http/conflict.ts'
import { pageOf } from '#server/http/paging.ts'
import { Prepared, Reply, type Routes } from '#server/http/routes.ts'
import { discardedAfter } from '#server/http/staged.ts'
import { storesOf } from '#server/storage/stores.ts'
import { nameKey } from '#shared/domain/fileNames.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { requireLivingSites } from '#server/siteAccess.ts'
import { requireTemplateSite, templateFor } from './access.ts'
import { folderTaken, insertTemplate, type NewTemplate, requireFreeFolder } from './insert.ts'
import { lockTemplate } from './lock.ts'
import { present } from './present.ts'
import { findTemplates, grantedSites, type TemplateRow } from './repo.ts'

/** Without a site the form leaves the template's own: the dialog of the document has no such field (A·§2). */
async function edit(ctx: CallContext, id: number, version: number | undefined, form: NewTemplate) {
  const before = await templateFor(ctx, { id }, 'write')
  const siteId = form.siteId || before.siteId
  if (siteId !== before.siteId) await requireLivingSites(ctx, [siteId])
  await requireFreeFolder(ctx.db, form.folder, { except: id, who: ctx.signed() })
  await lockTemplate(ctx.db, id)
  // Read again under the lock: an earlier call has committed by now.
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
  if (form.folder !== now.folder) await moveFolder(ctx, now.folder, form.folder)
  return templateFor(ctx, { id }, 'write')
}

/** A folder that only has the new name is what a process left that was killed before its commit. */
async function moveFolder(ctx: CallContext, from: string, to: string): Promise<void> {
  const { templates } = await storesOf(ctx.deps)
  const moved = !(await templates.stat([from])) && (await templates.stat([to])) !== null
  if (!moved) await templates.rename([from], [to])
}

/** That of the original, or the first of the caller's own among those that it serves. */
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
    const { templates } = await storesOf(ctx.deps)
    await templates.makeFolder([form.folder])
    return new Reply(present(row), '创建成功')
  },

  // Copying files may take long, so it is done before the transaction, which blocks other writers.
  'template.copy': new Prepared(async (outside, { id, name, folder }) => {
    const template = await templateFor(outside, { id }, 'read')
    const { templatePic, title, version, folder: source } = template
    const siteId = siteOfCopy(outside, template)
    await requireFreeFolder(outside.db, folder, { who: outside.signed() })
    const { templates } = await storesOf(outside.deps)
    const staging = discardedAfter(outside, await templates.stage([source]))
    await staging.flush()
    return async (ctx) => {
      const changed = (await lockTemplate(ctx.db, id)) !== version + 1
      if (changed) throw new AppError('conflict', '复制期间模板的文件有变化，没有复制，请重试')
      const row = await insertTemplate(ctx, { name, folder, templatePic, title, siteId })
      await templates.makeFolder([folder])
      await templates.merge(staging, [folder])
      return present(row)
    }
  }),
}
