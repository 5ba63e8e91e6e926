import { randomBytes } from 'node:crypto'
import { countRows } from '#server/db/countRows.ts'
import { refuseOnCopy, withCopyReason } from '#server/db/serverCopy.ts'
import { contains } from '#server/db/search.ts'
import { conflictError } from '#server/http/conflict.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord, missingRecords } from '#server/http/missingRecords.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import { OwnTransactions, type Routes } from '#server/http/routes.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { sealSecret } from '#server/secrets/sealing.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { MAX_WEBHOOKS, type Webhook, type WebhookDelivery } from '#shared/contract/webhook.ts'
import { type Authority, canUseSite, isSuper } from '#shared/domain/permissions.ts'
import { PING } from '#shared/domain/webhookEvents.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { attemptDelivery, type DeliveryRow, type HookRow, toSecretId } from './deliver.ts'
import { canReadDelivery } from './access.ts'
import { createBody, queueSending } from './queueEvents.ts'

const parseSiteIds = ({ siteIds }: Pick<HookRow, 'siteIds'>): number[] => JSON.parse(siteIds) as number[]
const formatOptionalTime = (time: number): string => (time === 0 ? '' : formatDateTime(time))

/** Whether the caller may manage the webhook. Webhooks of all sites are reserved for super administrators. */
function canManage(ctx: CallContext, row: HookRow): boolean {
  const { authority } = ctx.requireSignedIn()
  const sites = parseSiteIds(row)
  return isSuper(authority) || (sites.length > 0 && sites.every((id) => canUseSite(authority, id)))
}

const present = (row: HookRow): Webhook => ({
  id: row.id,
  name: row.name,
  url: row.url,
  events: JSON.parse(row.events) as Webhook['events'],
  siteIds: parseSiteIds(row),
  isOn: row.isOn === 1,
  offReason: row.offReason,
  createBy: row.createBy,
  lastDate: formatOptionalTime(row.lastTime),
  lastOk: row.lastOk === 1,
  version: row.version,
  changedBy: row.updatedBy,
  changedAt: formatDateTime(row.updateTime),
})

/** @param who the caller; the request is hidden if the caller may not read it */
const presentDelivery = (who: Authority, row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event: row.event,
  siteId: row.siteId,
  state: row.state,
  attempts: row.attempts,
  status: row.status,
  durationMs: row.durationMs,
  reason: row.reason,
  createDate: formatDateTime(row.createTime),
  nextDate: row.state === 'waiting' ? formatOptionalTime(row.nextTime) : '',
  request: canReadDelivery(who, row) ? row.body : '您没有对应栏目的权限，不显示发送的内容',
  answer: row.answer,
})

const gone = (id: number): AppError => missingRecord('Webhook 不存在，可能已被删除，请刷新列表', id)

async function requireWebhook(ctx: CallContext, id: number): Promise<HookRow> {
  const row = await ctx.db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw gone(id)
  if (!canManage(ctx, row)) throw new AppError('forbidden', '您没有该 Webhook 所属站点的权限')
  return row
}

async function save(ctx: CallContext, form: ParsedOf<'webhook.save'>) {
  const { id, version, renewSecret, events, siteIds, isOn, ...fields } = form
  const { accountId, username, authority } = ctx.requireSignedIn()
  if (siteIds.length === 0 && !isSuper(authority)) throw new AppError('forbidden', '您没有全部站点的权限，请选择站点')
  if (siteIds.length > 0) await requireActiveSites(ctx, siteIds)
  const before = id === 0 ? null : await requireWebhook(ctx, id)
  if (before && version !== undefined && version !== before.version)
    throw conflictError(`Webhook“${before.name}”`, before)
  if (!before) await requireBelowLimit(ctx)
  const now = ctx.clock.now().getTime()
  const row = {
    ...fields,
    events: JSON.stringify(events),
    siteIds: JSON.stringify(siteIds),
    isOn: isOn ? (1 as const) : (0 as const),
    // Deliveries are limited to what this account may read (deliver.ts), so that nobody can forward content that only
    // others may read.
    accountId,
    updatedBy: username,
    updateTime: now,
  }
  // Enabling the webhook again restarts its days of grace.
  const restarted = isOn && before?.isOn === 0 ? { offReason: '', failingSince: 0 } : {}
  const webhookId = before
    ? before.id
    : (
        await ctx.db
          .insertInto('webhook')
          .values({ ...row, secret: '' as HookRow['secret'], createBy: username, createTime: now })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
  const secret = !before || renewSecret ? `whsec_${randomBytes(32).toString('base64url')}` : ''
  const sealed =
    secret === '' ? {} : { secret: await sealSecret({ ...ctx.deps, db: ctx.db }, toSecretId(webhookId), secret) }
  const saved = await ctx.db
    .updateTable('webhook')
    .set({ ...row, ...restarted, ...sealed, ...(before && { version: before.version + 1 }) })
    .where('id', '=', webhookId)
    // Of two concurrent saves the second one finds a newer version.
    .where((eb) => (before ? eb('version', '=', before.version) : eb.lit(true)))
    .returningAll()
    .executeTakeFirst()
  if (!saved) throw conflictError(`Webhook“${fields.name}”`, await requireWebhook(ctx, webhookId))
  return { webhook: present(saved), secret }
}

async function requireBelowLimit({ db }: CallContext): Promise<void> {
  if ((await countRows(db.selectFrom('webhook'))) >= MAX_WEBHOOKS)
    throw new AppError('conflict', `最多有 ${MAX_WEBHOOKS} 个 Webhook，请先删除不再使用的 Webhook`)
}

/** Uses short transactions, because the receiver is called in between. */
const testWebhook = new OwnTransactions<'webhook.test'>(async (ctx, { id }) => {
  const hook = await requireWebhook(ctx, id)
  await refuseOnCopy(ctx.db)
  const now = ctx.clock.now().getTime()
  const [siteId = 0] = parseSiteIds(hook)
  const body = createBody(PING, siteId, now, { name: hook.name })
  const row = await ctx.db
    .insertInto('webhook_delivery')
    // Never due, so that no job sends it meanwhile.
    .values({ webhookId: id, event: PING, siteId, body, state: 'failed', nextTime: 0, createTime: now, attempts: 1 })
    .returningAll()
    .executeTakeFirstOrThrow()
  await attemptDelivery(ctx.deps, hook, row, false)
  const current = await ctx.db.selectFrom('webhook_delivery').selectAll().where('id', '=', row.id).executeTakeFirst()
  // The webhook was deleted while the receiver was called.
  if (!current) throw gone(id)
  return presentDelivery(ctx.requireSignedIn().authority, current)
})

export const routes: Routes<'webhook'> = {
  'webhook.page': async (ctx, { key, page, size }) => {
    let found = ctx.db.selectFrom('webhook')
    if (key) found = found.where((eb) => contains([eb.ref('name'), eb.ref('url')], key))
    // There are at most MAX_WEBHOOKS; access depends on the JSON of their sites, which SQL can't filter.
    const rows = (await found.selectAll().orderBy('id', 'desc').execute()).filter((row) => canManage(ctx, row))
    return pageOf(rows.slice((page - 1) * size, page * size).map(present), rows.length, size)
  },
  'webhook.save': save,
  'webhook.deleteByIdList': async (ctx, list) => {
    const ids = [...new Set(list)]
    const rows = await ctx.db.selectFrom('webhook').selectAll().where('id', 'in', ids).execute()
    const gone = ids.filter((id) => !rows.some((row) => row.id === id))
    if (gone.length > 0) throw missingRecords({ kind: 'Webhook', ids: gone })
    for (const { id } of rows) await requireWebhook(ctx, id)
    await ctx.db.deleteFrom('webhook').where('id', 'in', ids).execute()
    return null
  },
  'webhook.test': testWebhook,
  'webhook.deliveries': async (ctx, { webhookId, key, ...paging }) => {
    await requireWebhook(ctx, webhookId)
    let found = ctx.db.selectFrom('webhook_delivery').where('webhookId', '=', webhookId)
    const { authority } = ctx.requireSignedIn()
    // Bodies are searched only for callers who may read all of them.
    if (key)
      found = found.where((eb) =>
        contains([eb.ref('event'), eb.ref('reason'), ...(isSuper(authority) ? [eb.ref('body')] : [])], key),
      )
    const { rows, total } = await readPage(found.selectAll().orderBy('id', 'desc'), paging)
    return pageOf(
      (await withCopyReason(ctx.db, rows)).map((row) => presentDelivery(authority, row)),
      total,
      paging.size,
    )
  },
  'webhook.retry': async (ctx, { id }) => {
    const row = await ctx.db.selectFrom('webhook_delivery').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw missingRecord('发送记录已被清理，请刷新列表', id)
    const hook = await requireWebhook(ctx, row.webhookId)
    if (hook.isOn === 0) throw new AppError('conflict', `Webhook“${hook.name}”已关闭，请先开启再重试`)
    if (row.state === 'sending') throw new AppError('conflict', '正在发送，请稍后刷新')
    const now = ctx.clock.now().getTime()
    await ctx.db
      .updateTable('webhook_delivery')
      .set({ state: 'waiting', nextTime: now, attempts: 0 })
      .where('id', '=', id)
      .execute()
    ctx.afterCommit(() => queueSending(ctx.deps))
    return null
  },
}
