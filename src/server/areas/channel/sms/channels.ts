import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord, missingRecords } from '#server/http/missingRecords.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import { Reply, type Routes } from '#server/http/routes.ts'
import { saveVersioned } from '#server/http/saveVersioned.ts'
import { requireActiveSites, selectListedSites } from '#server/siteAccess.ts'
import { sealSecret } from '#server/secrets/sealing.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import type { SmsChannel } from '#shared/contract/smsChannel.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { pauseMessages, countWaitingMessages } from '../outgoing/index.ts'
import { CHANNEL_DELETED_REASON, toSecretId, type SmsChannelRow } from './access.ts'
import { PRICE_UNITS } from './price.ts'

const present = (
  { updatedBy, updateTime, createTime: _made, price, ...row }: SmsChannelRow,
  waiting = 0,
): SmsChannel => ({
  ...row,
  waiting,
  price: price / PRICE_UNITS,
  accessKeySecret: '',
  hasSecret: row.accessKeySecret !== '',
  changedBy: updatedBy,
  changedAt: formatDateTime(updateTime),
})

/** Reads a channel. @throws AppError when it does not exist or belongs to a site the caller may not use */
export async function requireSmsChannel(ctx: CallContext, id: number): Promise<SmsChannelRow> {
  const row = await ctx.db.selectFrom('sms_channel').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw missingRecord('短信通道不存在，可能已被删除，请刷新后重新选择', id)
  ctx.requireSite(row.siteId)
  return row
}

async function save(ctx: CallContext, form: ParsedOf<'smsChannel.save'>): Promise<SmsChannel> {
  const { id, version, siteId, accessKeySecret, price, ...fields } = form
  await requireActiveSites(ctx, [siteId])
  const before = id === 0 ? null : await requireSmsChannel(ctx, id)
  if (before && before.siteId !== siteId)
    throw new AppError('invalid', `短信通道“${before.channelName}”不能更换站点，请在目标站点中新增`)
  const saved = await saveVersioned(ctx, 'sms_channel', {
    id,
    version,
    row: { ...fields, price: Math.round(price * PRICE_UNITS) },
    insertOnly: { siteId, accessKeySecret: '', createTime: ctx.clock.now().getTime() },
    find: requireSmsChannel,
    nameOf: ({ channelName }) => `短信通道“${channelName}”`,
  })
  if (accessKeySecret === '') return present(saved)
  const sealed = await sealSecret({ ...ctx.deps, db: ctx.db }, toSecretId(saved.id), accessKeySecret)
  await ctx.db.updateTable('sms_channel').set({ accessKeySecret: sealed }).where('id', '=', saved.id).execute()
  return present({ ...saved, accessKeySecret: sealed })
}

export const channelRoutes: Routes<'smsChannel'> = {
  'smsChannel.page': async (ctx, { siteId, key, ...paging }) => {
    let found = ctx.db.selectFrom('sms_channel').where('siteId', 'in', selectListedSites(ctx, siteId))
    if (key) found = found.where((eb) => contains([eb.ref('channelName'), eb.ref('signName')], key))
    const { rows, total } = await readPage(found.selectAll().orderBy('id', 'desc'), paging)
    const waiting = await countWaitingMessages(ctx, 'sms', rows)
    const shown = rows.map((row) => present(row, waiting.get(row.id)))
    return pageOf(shown, total, paging.size)
  },
  'smsChannel.findById': async (ctx, { id }) => present(await requireSmsChannel(ctx, id)),
  'smsChannel.save': save,
  'smsChannel.deleteByIdList': async (ctx, list) => {
    const ids = [...new Set(list)]
    const rows = await ctx.db.selectFrom('sms_channel').select(['id', 'siteId']).where('id', 'in', ids).execute()
    for (const { siteId } of rows) ctx.requireSite(siteId)
    const missingIds = ids.filter((id) => !rows.some((row) => row.id === id))
    if (missingIds.length > 0) throw missingRecords({ kind: '短信通道', ids: missingIds })
    await ctx.db.deleteFrom('sms_channel').where('id', 'in', ids).execute()
    const pausedCount = await pauseMessages(ctx, 'sms', ids, CHANNEL_DELETED_REASON)
    return pausedCount === 0
      ? null
      : new Reply(null, `删除成功，${pausedCount} 批未发出的短信已暂停，可在“短信营销”中查看`)
  },
}
