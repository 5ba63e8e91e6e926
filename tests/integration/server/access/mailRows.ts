import type { ApiName } from '#shared/contract/registry.ts'
import { pngOf, upload } from '#tests/builders/upload.ts'
import { none, row, type Row } from './row.ts'
import type { Stage } from './world.ts'

const byMade: Row['input'] = ({ made }) => ({ id: made })
const MAIL = { title: '周会', content: '<p>九点</p>', recipientDTOList: [{ userName: 'editor' }] }

/** The account that asks. */
const asker = ({ server }: Stage) =>
  server.deps.db
    .selectFrom('account')
    .select(['id', 'username', 'trueName'])
    .where('username', '=', 'editor')
    .executeTakeFirstOrThrow()

/** A mail that the asking account got from itself, or keeps as a draft. */
const mailOf =
  (isDraft: 0 | 1): NonNullable<Row['before']> =>
  async (stage) => {
    const { db } = stage.server.deps
    const { id: accountId, username: userName, trueName } = await asker(stage)
    const row = { type: 'mail', title: '周会', content: '', file: '', draftRecipients: '[]', createTime: 1 } as const
    const { id } = await db
      .insertInto('site_mail')
      .values({ ...row, senderId: accountId, sender: trueName, isDraft })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (isDraft === 0)
      await db
        .insertInto('site_mail_recipient')
        .values({ mailId: id, accountId, type: 'mail', userName, trueName })
        .execute()
    return id
  }
/** An upload whose address the row knows. */
const fileOf: NonNullable<Row['before']> = async ({ admin, server, world }) => {
  const { id } = (await upload(admin, { kind: 'image', name: 'a.png', content: pngOf(1, 1) })).data
  const accessPath = `/files/${world.code}.png`
  await server.deps.db.updateTable('attachment').set({ accessPath }).where('id', '=', id).execute()
  return id
}

const messageOf = async ({ admin, world: { mark, siteId } }: Stage): Promise<number> =>
  (await admin.ok('inbox.save', { siteId, title: `消息 ${mark}`, content: '九点', receiver: 'editor' })).id

/** Mail and documents between accounts are everybody's own; messages of a site are the site's. */
export const mailRows: Partial<Record<ApiName, Row>> = {
  'siteMail.inbox': row('nothing', none),
  'siteMail.sent': row('nothing', none),
  'siteMail.drafts': row('nothing', none),
  'siteMail.counts': row('nothing', none),
  'siteMail.members': row('nothing', none),
  'siteMail.send': row('nothing', ({ made }) => ({ ...MAIL, draftId: made }), mailOf(1)),
  'siteMail.sendDocument': row('nothing', ({ code }) => ({ ...MAIL, file: `/files/${code}.png` }), fileOf),
  'siteMail.read': row('nothing', byMade, mailOf(0)),
  'siteMail.markRead': row('nothing', byMade, mailOf(0)),
  'siteMail.detail': row('nothing', byMade, mailOf(0)),
  'siteMail.receipts': row('nothing', byMade, mailOf(0)),
  'siteMail.recall': row('nothing', byMade, mailOf(0)),
  'siteMail.saveDraft': row('nothing', byMade, mailOf(1)),
  'siteMail.removeDraft': row('nothing', byMade, mailOf(1)),
  'inbox.page': row('own sites', () => ({ page: 1, size: 1000 }), messageOf),
  'inbox.findById': row('site', byMade, messageOf),
  'inbox.save': row('declared', ({ siteId }) => ({ siteId, title: '周会', content: '九点', receiver: 'editor' })),
  'inbox.deleteByIdList': row('site', ({ made }) => [{ id: made }], messageOf),
}
