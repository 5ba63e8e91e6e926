import type { Kysely } from 'kysely'
import { readAccountAuthority } from '#server/areas/people/account/index.ts'
import { notify } from '#server/areas/people/notice/index.ts'
import type { Database, RowOf } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { JobWork } from '#server/http/jobWork.ts'
import { createWorkContext } from '#server/http/workContext.ts'
import { openSecret, type SecretBinding } from '#server/secrets/sealing.ts'
import { DELIVERY_RETENTION_DAYS, MAX_WEBHOOK_FAILURE_DAYS } from '#shared/contract/webhook.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { canReadDelivery } from './access.ts'
import { postDelivery, type DeliveryResult } from './post.ts'

type Db = Kysely<Database>
export type HookRow = RowOf<'webhook'>
export type DeliveryRow = RowOf<'webhook_delivery'>

const MINUTE_MS = 60_000
/** Retry delays of a delivery, ms; after the last one it has failed. */
const RETRY_DELAYS_MS = [1, 5, 30, 120, 360, 720, 1440].map((minutes) => minutes * MINUTE_MS)
/** After this time an attempt counts as abandoned, and another process may retry it. */
const ATTEMPT_TIMEOUT_MS = 5 * MINUTE_MS
/** Parallel receivers: a slow receiver does not delay the others. */
const MAX_PARALLEL = 6
/** Deliveries per batch. */
const BATCH_SIZE = 200

export const toSecretId = (id: number): SecretBinding => ({ use: 'webhook', owner: id })

const queryDue = (db: Db, now: number) =>
  db
    .selectFrom('webhook_delivery')
    .where('webhook_delivery.state', 'in', ['waiting', 'sending'])
    .where('webhook_delivery.nextTime', '<=', now)

export const hasDueDeliveries = async (db: Db, now: number): Promise<boolean> =>
  (await queryDue(db, now).select('id').limit(1).executeTakeFirst()) !== undefined

/** Claims a delivery for one attempt; undefined if another process has it or it has ended. */
export const claimDelivery = (db: Db, id: number, now: number): Promise<DeliveryRow | undefined> =>
  db
    .updateTable('webhook_delivery')
    .set((eb) => ({ state: 'sending', nextTime: now + ATTEMPT_TIMEOUT_MS, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'sending'])
    .where('nextTime', '<=', now)
    .returningAll()
    .executeTakeFirst()

/** Sends a delivery once and saves the result. @param repeats whether a failed delivery is retried later */
export async function attemptDelivery(
  deps: ServerDeps,
  hook: HookRow,
  row: DeliveryRow,
  repeats = true,
): Promise<DeliveryResult> {
  const { url, id } = hook
  const secret = await openSecret(deps, toSecretId(id), hook.secret)
  const request = {
    url,
    body: row.body,
    secret: secret ?? '',
    event: row.event,
    deliveryId: row.id,
    now: deps.clock.now(),
  }
  const posted: DeliveryResult =
    secret === null
      ? { status: 0, reason: '签名密钥用已不存在的密钥加密，请编辑并更换签名密钥', answer: '', durationMs: 0 }
      : await postDelivery(request, deps.outgoing ?? {})
  await saveResult(deps, row, posted, repeats)
  return posted
}

async function saveResult(
  { db, clock }: ServerDeps,
  row: DeliveryRow,
  posted: DeliveryResult,
  repeats: boolean,
): Promise<void> {
  const now = clock.now().getTime()
  const ok = posted.reason === ''
  const delayMs = repeats ? RETRY_DELAYS_MS[row.attempts - 1] : undefined
  const state = ok ? 'done' : delayMs === undefined ? 'failed' : 'waiting'
  await db
    .updateTable('webhook_delivery')
    .set({ ...posted, state, nextTime: state === 'waiting' ? now + (delayMs ?? 0) : 0 })
    .where('id', '=', row.id)
    .where('attempts', '=', row.attempts)
    .execute()
  await db
    .updateTable('webhook')
    .set((eb) => ({
      lastTime: now,
      lastOk: ok ? 1 : 0,
      failingSince: ok ? 0 : eb.case().when('failingSince', '=', 0).then(now).else(eb.ref('failingSince')).end(),
    }))
    .where('id', '=', row.webhookId)
    .execute()
}

/** Sends all due deliveries. A failing receiver is skipped until its next attempt. */
export const deliverWork: JobWork = async (deps, job) => {
  const { db, clock } = deps
  let sentCount = 0
  for (;;) {
    const waiting = await queryDue(db, clock.now().getTime())
      .select(['id', 'webhookId'])
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
    if (waiting.length === 0) break
    const queues = [...Map.groupBy(waiting, ({ webhookId }) => webhookId)]
    const sendNextQueue = async (): Promise<void> => {
      for (let queue = queues.shift(); queue !== undefined; queue = queues.shift()) {
        const [webhookId, rows] = queue
        for (const { id } of rows) {
          await job.report(50, `已通知 ${sentCount} 次`)
          if (!(await sendDelivery(deps, webhookId, id))) break
          sentCount += 1
        }
      }
    }
    await Promise.all(Array.from({ length: MAX_PARALLEL }, sendNextQueue))
  }
  await job.finish(async () => 0)
}

/** Sends one delivery; false: skip the receiver for now. */
async function sendDelivery(deps: ServerDeps, webhookId: number, id: number): Promise<boolean> {
  const { db, clock } = deps
  const hook = await db.selectFrom('webhook').selectAll().where('id', '=', webhookId).executeTakeFirst()
  if (!hook) return false
  if (hook.isOn === 0) {
    await failDeliveries(db, webhookId)
    return false
  }
  // Current rights: the account may have lost them since it saved the webhook.
  const authority = await readAccountAuthority(db, hook.accountId)
  if (!authority) {
    await disableWebhook(deps, hook, '设置它的账号已停用或删除')
    return false
  }
  const row = await claimDelivery(db, id, clock.now().getTime())
  if (!row) return true
  if (!canReadDelivery(authority, row)) {
    await failUnauthorized(db, row)
    return true
  }
  const { reason } = await attemptDelivery(deps, hook, row)
  if (reason === '') return true
  const since = hook.failingSince || clock.now().getTime()
  if (clock.now().getTime() - since >= MAX_WEBHOOK_FAILURE_DAYS * DAY_MS)
    await disableWebhook(deps, hook, `连续 ${MAX_WEBHOOK_FAILURE_DAYS} 天没有一次成功（${reason}）`)
  else await postponeDeliveries(db, webhookId, clock.now().getTime())
  return false
}

/** Postpones the other deliveries of an unresponsive receiver by a minute. */
const postponeDeliveries = (db: Db, webhookId: number, now: number) =>
  db
    .updateTable('webhook_delivery')
    .set({ nextTime: now + MINUTE_MS })
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'waiting')
    .where('nextTime', '<=', now)
    .execute()

/** Deliveries of a disabled webhook fail; they can be resent by hand. */
const failDeliveries = (db: Db, webhookId: number) =>
  db
    .updateTable('webhook_delivery')
    .set({ state: 'failed', nextTime: 0, reason: 'Webhook 已关闭，未发送' })
    .where('webhookId', '=', webhookId)
    .where('state', 'in', ['waiting', 'sending'])
    .execute()

/** Fails a delivery whose content the webhook's account may not read. */
const failUnauthorized = (db: Db, { id, attempts }: DeliveryRow) =>
  db
    .updateTable('webhook_delivery')
    .set({ state: 'failed', nextTime: 0, reason: '最后保存该 Webhook 的账号没有对应栏目的权限，未发送' })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()

/** Disables the webhook and notifies the account that saved it last. */
async function disableWebhook(deps: ServerDeps, { id, name, accountId }: HookRow, text: string): Promise<void> {
  const runAfterCommit = await deps.db.transaction().execute(async (tx) => {
    await tx.updateTable('webhook').set({ isOn: 0, offReason: text }).where('id', '=', id).execute()
    await failDeliveries(tx, id)
    const nobody = { accountId: 0, username: '', authority: { groupId: 0, siteItemDTOList: [] } }
    const { ctx, committed } = createWorkContext(deps, tx, nobody)
    const title = `Webhook“${name}”已自动关闭`
    const body = `${text}。请检查接收地址，测试成功后重新开启。`
    await notify(ctx, [accountId], { kind: 'webhookOff', title, body, place: 'webhooks', siteId: 0 })
    return committed
  })
  await runAfterCommit()
}

/** Deletes ended deliveries after `DELIVERY_RETENTION_DAYS`. */
export async function pruneDeliveries({ db, clock }: ServerDeps): Promise<void> {
  await db
    .deleteFrom('webhook_delivery')
    .where('createTime', '<', clock.now().getTime() - DELIVERY_RETENTION_DAYS * DAY_MS)
    .where('state', 'in', ['done', 'failed'])
    .execute()
}
