import type { RowOf } from '#server/db/schema.ts'
import { notify } from '#server/areas/people/notice/index.ts'
import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord, missingRecords } from '#server/http/missingRecords.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { requireActiveSites, selectListedSites } from '#server/siteAccess.ts'
import { sanitizeHtml } from '#server/html/sanitize.ts'
import type { InboxMessage } from '#shared/contract/inbox.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { extractPlainText } from '#shared/domain/plainText.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { requireMailAccounts, requireMailGroup } from '../siteMail/recipients.ts'

type InboxRow = RowOf<'site_inbox'>

const present = ({ createTime, ...row }: InboxRow): InboxMessage => ({
  ...row,
  postTime: formatDateTime(createTime),
  createDate: formatDateTime(createTime),
})

const routes: Routes<'inbox'> = {
  'inbox.page': async (ctx, { siteId, key, ...paging }) => {
    let found = ctx.db.selectFrom('site_inbox').where('siteId', 'in', selectListedSites(ctx, siteId))
    if (key) found = found.where((eb) => contains([eb.ref('title')], key))
    const { rows, total } = await readPage(found.selectAll().orderBy('id', 'desc'), paging)
    return pageOf(rows.map(present), total, paging.size)
  },
  'inbox.findById': async (ctx, { id }) => {
    const row = await ctx.db.selectFrom('site_inbox').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw missingRecord('消息不存在，可能已被删除，请刷新后重新选择', id)
    ctx.requireSite(row.siteId)
    return present(row)
  },
  'inbox.save': async (ctx, form) => present(await publish(ctx, form)),
  'inbox.deleteByIdList': async (ctx, list) => {
    const ids = [...new Set(list)]
    const rows = await ctx.db.selectFrom('site_inbox').select(['id', 'siteId']).where('id', 'in', ids).execute()
    for (const { siteId } of rows) ctx.requireSite(siteId)
    const missingIds = ids.filter((id) => !rows.some((row) => row.id === id))
    if (missingIds.length > 0) throw missingRecords({ kind: '消息', ids: missingIds })
    await ctx.db.deleteFrom('site_inbox').where('id', 'in', ids).execute()
    return null
  },
}

/** Saves the message and notifies its recipients. */
async function publish(ctx: CallContext, form: ParsedOf<'inbox.save'>): Promise<InboxRow> {
  const { siteId, title, photo } = form
  await requireActiveSites(ctx, [siteId])
  const names = form.receiver.split(',').flatMap((name) => name.trim() || [])
  const chosen = await requireMailAccounts(
    ctx,
    names.map((userName) => ({ userName, trueName: '' })),
  )
  const group = form.receiveGroup > 0 ? await requireMailGroup(ctx, form.receiveGroup) : null
  const content = sanitizeHtml(form.content, undefined, '内容')
  const text = extractPlainText(content).text
  if (text.trim() === '' && !content.includes('<img')) throw new AppError('invalid', '请输入内容')
  const row = await ctx.db
    .insertInto('site_inbox')
    .values({
      siteId,
      title,
      photo,
      content,
      receiveGroup: group?.title ?? '',
      receiver: chosen.map(({ userName }) => userName).join(','),
      receiverNames: chosen.map(({ trueName, userName }) => trueName || userName).join('、'),
      emailList: form.emailList,
      createBy: ctx.requireSignedIn().username,
      createTime: ctx.clock.now().getTime(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const recipientIds = [...chosen, ...(group?.accounts ?? [])].map(({ id }) => id)
  await notify(ctx, recipientIds, {
    kind: 'inbox',
    title: `站点消息“${title}”`,
    body: text,
    place: 'inbox',
    siteId,
    contentId: row.id,
  })
  return row
}

/** Calls 195–198: messages of a site to its people. */
export const inbox: Resource = { routes }
