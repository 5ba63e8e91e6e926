import type { RowOf } from '#server/db/schema.ts'
import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord, missingRecords } from '#server/http/missingRecords.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Routes } from '#server/http/routes.ts'
import { saveVersioned } from '#server/http/saveVersioned.ts'
import { requireActiveSites, selectListedSites } from '#server/siteAccess.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import type { SmsTemplate } from '#shared/contract/smsTemplate.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'

type Row = RowOf<'sms_template'>

const present = ({ updatedBy, updateTime, createTime: _made, ...row }: Row): SmsTemplate => ({
  ...row,
  changedBy: updatedBy,
  changedAt: formatDateTime(updateTime),
})

/** Reads a template. @throws AppError when it does not exist or belongs to a site the caller may not use */
export async function requireSmsTemplate(ctx: CallContext, id: number): Promise<Row> {
  const row = await ctx.db.selectFrom('sms_template').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw missingRecord('短信模板不存在，可能已被删除，请刷新后重新选择', id)
  ctx.requireSite(row.siteId)
  return row
}

async function save(ctx: CallContext, form: ParsedOf<'smsTemplate.save'>): Promise<SmsTemplate> {
  const { id, version, siteId, ...fields } = form
  await requireActiveSites(ctx, [siteId])
  const before = id === 0 ? null : await requireSmsTemplate(ctx, id)
  if (before && before.siteId !== siteId)
    throw new AppError('invalid', `短信模板“${before.templateName}”不能更换站点，请在目标站点中新增`)
  const saved = await saveVersioned(ctx, 'sms_template', {
    id,
    version,
    row: fields,
    insertOnly: { siteId, createTime: ctx.clock.now().getTime() },
    find: requireSmsTemplate,
    nameOf: ({ templateName }) => `短信模板“${templateName}”`,
  })
  return present(saved)
}

export const templateRoutes: Routes<'smsTemplate'> = {
  'smsTemplate.page': async (ctx, { siteId, key, ...paging }) => {
    let found = ctx.db.selectFrom('sms_template').where('siteId', 'in', selectListedSites(ctx, siteId))
    if (key) found = found.where((eb) => contains([eb.ref('templateName'), eb.ref('templateCode')], key))
    const { rows, total } = await readPage(found.selectAll().orderBy('id', 'desc'), paging)
    return pageOf(rows.map(present), total, paging.size)
  },
  'smsTemplate.findById': async (ctx, { id }) => present(await requireSmsTemplate(ctx, id)),
  'smsTemplate.save': save,
  'smsTemplate.deleteByIdList': async (ctx, list) => {
    const ids = [...new Set(list)]
    const rows = await ctx.db.selectFrom('sms_template').select(['id', 'siteId']).where('id', 'in', ids).execute()
    for (const { siteId } of rows) ctx.requireSite(siteId)
    const missingIds = ids.filter((id) => !rows.some((row) => row.id === id))
    if (missingIds.length > 0) throw missingRecords({ kind: '短信模板', ids: missingIds })
    await ctx.db.deleteFrom('sms_template').where('id', 'in', ids).execute()
    return null
  },
}
