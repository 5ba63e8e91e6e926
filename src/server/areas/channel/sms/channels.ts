import { contains } from '#server/db/search.ts'
import { changedMeanwhile } from '#server/http/conflict.ts'
import type { CallContext } from '#server/http/context.ts'
import { goneRecord, missing } from '#server/http/missing.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import { Reply, type Routes } from '#server/http/routes.ts'
import { requireLivingSites, sitesListed } from '#server/http/siteAccess.ts'
import { sealSecret } from '#server/secrets/sealing.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import type { SmsChannel } from '#shared/contract/smsChannel.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { suspendMessages, waitingMessages } from '../outgoing/index.ts'
import { CHANNEL_GONE, ownSecret, type SmsChannelRow } from './access.ts'
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

/** The channel, if it is there and of a site of the caller. */
export async function smsChannelFor(ctx: CallContext, id: number): Promise<SmsChannelRow> {
  const row = await ctx.db.selectFrom('sms_channel').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw goneRecord('短信通道不存在，可能已被删除，请刷新后重新选择', id)
  ctx.requireSite(row.siteId)
  return row
}

async function save(ctx: CallContext, form: ParsedOf<'smsChannel.save'>): Promise<SmsChannel> {
  const { id, version, siteId, accessKeySecret, price, ...fields } = form
  await requireLivingSites(ctx, [siteId])
  const before = id === 0 ? null : await smsChannelFor(ctx, id)
  if (before && before.siteId !== siteId)
    throw new AppError('invalid', `短信通道“${before.channelName}”不能换到另一个站点，请在那个站点添加`)
  if (before && version !== undefined && version !== before.version)
    throw changedMeanwhile(`短信通道“${before.channelName}”`, before)
  const now = ctx.clock.now().getTime()
  const row = { ...fields, price: Math.round(price * PRICE_UNITS), updatedBy: ctx.signed().username, updateTime: now }
  const { id: kept } =
    before ??
    (await ctx.db
      .insertInto('sms_channel')
      .values({ ...row, siteId, accessKeySecret: '', createTime: now })
      .returning('id')
      .executeTakeFirstOrThrow())
  const sealed =
    accessKeySecret === '' ? null : await sealSecret({ ...ctx.deps, db: ctx.db }, ownSecret(kept), accessKeySecret)
  const saved = await ctx.db
    .updateTable('sms_channel')
    .set({
      ...row,
      ...(before && { version: before.version + 1 }),
      ...(sealed !== null && { accessKeySecret: sealed }),
    })
    .where('id', '=', kept)
    .returningAll()
    .executeTakeFirstOrThrow()
  return present(saved)
}

export const channelRoutes: Routes<'smsChannel'> = {
  'smsChannel.page': async (ctx, { siteId, key, ...paging }) => {
    let found = ctx.db.selectFrom('sms_channel').where('siteId', 'in', sitesListed(ctx, siteId))
    if (key) found = found.where((eb) => contains([eb.ref('channelName'), eb.ref('signName')], key))
    const { rows, total } = await readPage(found.selectAll().orderBy('id', 'desc'), paging)
    const waiting = await waitingMessages(ctx, 'sms', rows)
    const shown = rows.map((row) => present(row, waiting.get(row.id)))
    return pageOf(shown, total, paging.size)
  },
  'smsChannel.findById': async (ctx, { id }) => present(await smsChannelFor(ctx, id)),
  'smsChannel.save': save,
  'smsChannel.deleteByIdList': async (ctx, list) => {
    const ids = [...new Set(list)]
    const rows = await ctx.db.selectFrom('sms_channel').select(['id', 'siteId']).where('id', 'in', ids).execute()
    for (const { siteId } of rows) ctx.requireSite(siteId)
    const gone = ids.filter((id) => !rows.some((row) => row.id === id))
    if (gone.length > 0) throw missing({ kind: '短信通道', ids: gone })
    await ctx.db.deleteFrom('sms_channel').where('id', 'in', ids).execute()
    const held = await suspendMessages(ctx, 'sms', ids, CHANNEL_GONE)
    return held === 0 ? null : new Reply(null, `删除成功，${held} 批没有发出的短信已暂停，可在“短信营销”中查看`)
  },
}
