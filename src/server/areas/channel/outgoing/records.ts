import type { OutgoingKind } from './table.ts'
import { withCopyReason } from '#server/db/serverCopy.ts'
import type { CallContext } from '#server/http/context.ts'
import { readMemberContacts } from '#server/areas/people/member/index.ts'
import { contains } from '#server/db/search.ts'
import { missingRecord, missingRecords } from '#server/http/missingRecords.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import { selectListedSites } from '#server/siteAccess.ts'
import type { OutgoingRecipient, OUTGOING_ACTIONS, OutgoingState, RecipientState } from '#shared/contract/outgoing.ts'
import { MAX_RECIPIENTS, MAX_SEND_DELAY_DAYS, parseSendTime } from '#shared/contract/outgoing.ts'
import { maskEmail, maskPhone } from '#shared/domain/masks.ts'
import { seesContacts } from '#shared/domain/memberAccess.ts'
import { recipientKey, addRecipients } from '#shared/domain/recipients.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { DAY_MS, formatDateTime } from '#shared/util/dates.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { saveCounts, queueSending } from './queue.ts'
import type { OutgoingRow } from './sender.ts'

/** Rows per insert, limited by the number of parameters a database accepts. */
const MAX_INSERT_ROWS = 1000

interface RecipientSelection {
  siteId: number
  /** Typed in by hand. */
  addresses: readonly string[]
  memberIds: readonly number[]
  groupIds: readonly number[]
  levelIds: readonly number[]
}

export interface NewRecipient {
  address: string
  name: string
  memberId: number
}

/**
 * The typed addresses and the contacts of the selected members, without duplicates. Members without an address are left
 * out.
 */
export async function collectRecipients(
  ctx: CallContext,
  kind: OutgoingKind,
  wanted: RecipientSelection,
): Promise<NewRecipient[]> {
  const byHand = addRecipients([], wanted.addresses).list.map((address) => ({ address, name: '', memberId: 0 }))
  const members = (await readMemberContacts(ctx, wanted)).map(({ id, name, email, phone }) => ({
    address: kind === 'email' ? email : phone,
    name,
    memberId: id,
  }))
  const all = new Map<string, NewRecipient>()
  for (const each of [...members, ...byHand]) {
    const key = recipientKey(each.address)
    if (key !== '' && !all.has(key)) all.set(key, each)
  }
  if (all.size > MAX_RECIPIENTS)
    throw new AppError('invalid', `一次最多发给 ${MAX_RECIPIENTS} 个收件人，现在有 ${all.size} 个，请分批发送`)
  return [...all.values()]
}

export type NewMessage = Pick<OutgoingRow, 'kind' | 'siteId' | 'channelId' | 'channelName' | 'title' | 'body' | 'extra'>

/** Saves a message, to be sent at its time. @throws AppError for a time in the past */
export async function saveMessage(
  ctx: CallContext,
  message: NewMessage,
  recipients: readonly NewRecipient[],
  timing: { sendType: number; sendTime: string },
): Promise<number> {
  const now = ctx.clock.now().getTime()
  const dueTime = parseSendTime(timing) ?? 0
  if (dueTime !== 0 && dueTime <= now) throw fieldError('invalid', 'sendTime', '发送时间已过，请选择晚于当前的时间')
  if (dueTime > now + MAX_SEND_DELAY_DAYS * DAY_MS)
    throw fieldError('invalid', 'sendTime', '发送时间必须在一年以内，请重新选择')
  const { accountId, username } = ctx.requireSignedIn()
  const row = { ...message, sendType: timing.sendType, dueTime, accountId, username, createTime: now }
  const id = await insertMessage(ctx.db, row, recipients)
  if (dueTime === 0) ctx.afterCommit(() => queueSending(ctx.deps))
  return id
}

/** Must run in a transaction. */
export async function insertMessage(
  db: CallContext['db'],
  message: NewMessage & Pick<OutgoingRow, 'sendType' | 'dueTime' | 'accountId' | 'username' | 'createTime'>,
  recipients: readonly NewRecipient[],
): Promise<number> {
  const { id } = await db
    .insertInto('outgoing')
    .values({ ...message, state: 'waiting', nextTime: message.dueTime, total: recipients.length })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const part of splitIntoBatches(recipients, MAX_INSERT_ROWS))
    await db
      .insertInto('outgoing_recipient')
      .values(part.map((each) => ({ ...each, outgoingId: id, kind: message.kind })))
      .execute()
  await adjustMessageCount(db, message, 1)
  return id
}

/** Reads a message. @throws AppError when it does not exist or belongs to a site the caller may not use */
export async function requireMessage(ctx: CallContext, kind: OutgoingKind, id: number): Promise<OutgoingRow> {
  const row = await ctx.db
    .selectFrom('outgoing')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    // System messages (site 0) belong to no user.
    .where('siteId', '>', 0)
    .executeTakeFirst()
  if (!row) throw missingRecord('发送记录不存在，可能已被删除，请刷新', id)
  ctx.requireSite(row.siteId)
  const [shown = row] = await withCopyReason(ctx.db, [row])
  return shown
}

interface MessageFilter {
  siteId?: number | undefined
  state?: OutgoingState | undefined
  key: string
  page: number
  size: number
}

/** Messages, newest first. */
export async function readMessagePage(
  ctx: CallContext,
  kind: OutgoingKind,
  { siteId, state, key, ...paging }: MessageFilter,
) {
  const { db } = ctx
  const sites = selectListedSites(ctx, siteId)
  if (!state && !key) {
    const counts = db.selectFrom('outgoing_count').select((eb) => eb.fn.sum<number | null>('count').as('total'))
    const { total } = await counts.where('kind', '=', kind).where('siteId', 'in', sites).executeTakeFirstOrThrow()
    const all = db.selectFrom('outgoing').selectAll().where('kind', '=', kind)
    // A single site is read in index order; rows of several sites have to be sorted.
    const one = siteId !== undefined && Number(total) > 0
    const rows = await (one ? all.where('siteId', '=', siteId) : all.where('siteId', 'in', sites))
      .orderBy('id', 'desc')
      .limit(paging.size)
      .offset((paging.page - 1) * paging.size)
      .execute()
    return { rows: await withCopyReason(db, rows), total: Number(total) }
  }
  let found = db.selectFrom('outgoing').where('kind', '=', kind).where('siteId', 'in', sites)
  if (state) found = found.where('state', '=', state)
  if (key) found = found.where((eb) => contains([eb.ref('title'), eb.ref('channelName')], key))
  const page = await readPage(found.selectAll().orderBy('id', 'desc'), paging)
  return { ...page, rows: await withCopyReason(db, page.rows) }
}

/** Deletes the messages with their recipients; messages not yet sent are cancelled by that. */
export async function removeMessages(ctx: CallContext, kind: OutgoingKind, list: readonly number[]): Promise<void> {
  const ids = [...new Set(list)]
  const rows = await ctx.db
    .selectFrom('outgoing')
    .select(['id', 'siteId'])
    .where('id', 'in', ids)
    .where('kind', '=', kind)
    .where('siteId', '>', 0)
    .execute()
  for (const { siteId } of rows) ctx.requireSite(siteId)
  const missingIds = ids.filter((id) => !rows.some((row) => row.id === id))
  if (missingIds.length > 0) throw missingRecords({ kind: '发送记录', ids: missingIds })
  const deleted = await ctx.db.deleteFrom('outgoing').where('id', 'in', ids).returning('siteId').execute()
  for (const [siteId, of] of Map.groupBy(deleted, (row) => row.siteId))
    await adjustMessageCount(ctx.db, { kind, siteId }, -of.length)
}

/** Maintains the total of the list: counting a million rows takes longer than reading a page. */
async function adjustMessageCount(
  db: CallContext['db'],
  { kind, siteId }: Pick<OutgoingRow, 'kind' | 'siteId'>,
  more: number,
): Promise<void> {
  await db
    .insertInto('outgoing_count')
    .values({ kind, siteId, count: Math.max(0, more) })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'siteId']).doUpdateSet((eb) => ({ count: eb('outgoing_count.count', '+', more) })),
    )
    .execute()
}

/** Counts the unsent messages per channel; channels without any are left out. */
export async function countWaitingMessages(
  { db }: Pick<CallContext, 'db'>,
  kind: OutgoingKind,
  channels: readonly { id: number }[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('outgoing')
    .select((eb) => ['channelId', eb.fn.countAll<number>().as('count')])
    .where('state', 'in', ['waiting', 'sending'])
    .where('kind', '=', kind)
    .where('channelId', 'in', [...channels.map(({ id }) => id), -1])
    .groupBy('channelId')
    .execute()
  return new Map(rows.map(({ channelId, count }) => [channelId, count]))
}

/** Pauses unsent messages, also those being sent, because their channel was deleted. Returns their number. */
export async function pauseMessages(
  { db }: CallContext,
  kind: OutgoingKind,
  channelIds: readonly number[],
  reason: string,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('outgoing')
    .set({ state: 'paused', reason, failures: 0 })
    .where('kind', '=', kind)
    .where('channelId', 'in', channelIds)
    .where('state', 'in', ['waiting', 'sending'])
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Pauses, resumes or cancels a message. */
export async function changeMessageState(
  ctx: CallContext,
  kind: OutgoingKind,
  { id, action }: { id: number; action: (typeof OUTGOING_ACTIONS)[number] },
): Promise<void> {
  const { state } = await requireMessage(ctx, kind, id)
  const from: Record<typeof action, readonly OutgoingState[]> = {
    pause: ['waiting', 'sending'],
    resume: ['paused'],
    cancel: ['waiting', 'sending', 'paused'],
  }
  const now = ctx.clock.now().getTime()
  const to = {
    pause: { state: 'paused', reason: `${ctx.requireSignedIn().username} 暂停` },
    resume: { state: 'waiting', reason: '', failures: 0 },
    cancel: { state: 'cancelled', reason: `${ctx.requireSignedIn().username} 取消`, endTime: now },
  } as const
  const done = await ctx.db
    .updateTable('outgoing')
    .set(to[action])
    .where('id', '=', id)
    .where('state', 'in', from[action])
    .executeTakeFirst()
  if (done.numUpdatedRows === 0n)
    throw new AppError('conflict', `消息${STATE_NAMES[state]}，不能${ACTION_NAMES[action]}，请刷新`)
  if (action === 'resume') {
    await ctx.db
      .updateTable('outgoing')
      .set((eb) => ({ nextTime: eb.ref('dueTime') }))
      .where('id', '=', id)
      .execute()
    ctx.afterCommit(() => queueSending(ctx.deps))
  }
  if (action === 'cancel')
    await ctx.db
      .updateTable('outgoing_recipient')
      .set({ state: 'cancelled' })
      .where('outgoingId', '=', id)
      .where('state', '=', 'waiting')
      .execute()
}

const STATE_NAMES: Record<OutgoingState, string> = {
  waiting: '等待发送',
  sending: '正在发送',
  paused: '已暂停',
  done: '已发送完毕',
  cancelled: '已取消',
}
const ACTION_NAMES = { pause: '暂停', resume: '继续', cancel: '取消' }

/** Sends again to the failed recipients and, with `doubtful`, to those whose result is unknown. */
export async function resend(
  ctx: CallContext,
  kind: OutgoingKind,
  { id, doubtful }: { id: number; doubtful: boolean },
): Promise<void> {
  const row = await requireMessage(ctx, kind, id)
  const states: RecipientState[] = ['failed', 'undelivered', ...(doubtful ? (['doubtful'] as const) : [])]
  const updated = await ctx.db
    .updateTable('outgoing_recipient')
    .set({ state: 'waiting', attempts: 0, nextTime: 0, message: '' })
    .where('outgoingId', '=', id)
    .where('state', 'in', states)
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) throw new AppError('conflict', '没有发送失败的收件人，无需重新发送')
  const now = ctx.clock.now().getTime()
  const open = row.state === 'done' || row.state === 'cancelled'
  await ctx.db
    .updateTable('outgoing')
    .set({ nextTime: now, ...(open && { state: 'waiting', reason: '', endTime: 0 }) })
    .where('id', '=', id)
    .execute()
  await saveCounts(ctx.db, id)
  ctx.afterCommit(() => queueSending(ctx.deps))
}

/** The recipients with their results. Contacts of members are masked if the caller may not see them. */
export async function readRecipientPage(
  ctx: CallContext,
  kind: OutgoingKind,
  {
    id,
    state,
    key,
    ...paging
  }: { id: number; state?: RecipientState | undefined; key: string; page: number; size: number },
) {
  await requireMessage(ctx, kind, id)
  const canSeeContacts = seesContacts(ctx.requireSignedIn().authority)
  let found = ctx.db.selectFrom('outgoing_recipient').where('outgoingId', '=', id)
  if (state) found = found.where('state', '=', state)
  if (key)
    found = found.where((eb) => contains(canSeeContacts ? [eb.ref('address'), eb.ref('name')] : [eb.ref('name')], key))
  const { rows, total } = await readPage(found.selectAll().orderBy('id'), paging)
  const mask = kind === 'email' ? maskEmail : maskPhone
  const content = rows.map((row): OutgoingRecipient => ({
    id: row.id,
    address: canSeeContacts || row.memberId === 0 ? row.address : mask(row.address),
    name: row.name,
    state: row.state,
    message: row.message,
    attempts: row.attempts,
    sendTime: row.tryTime === 0 ? '' : formatDateTime(row.tryTime),
  }))
  return pageOf(content, total, paging.size)
}

/** The columns that the lists of e-mails and text messages share. */
export const presentProgress = (row: OutgoingRow) => ({
  id: row.id,
  siteId: row.siteId,
  sendType: row.sendType,
  sendTime: row.dueTime === 0 ? '' : formatDateTime(row.dueTime),
  postTime: formatDateTime(row.createTime),
  author: row.username,
  state: row.state,
  reason: row.reason,
  total: row.total,
  sent: row.sent,
  failed: row.failed,
  doubtful: row.doubtful,
})
