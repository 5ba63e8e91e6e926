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

const wechatConfigOf = async ({ admin, world: { mark, siteId } }: Stage): Promise<number> =>
  (await admin.ok('wechatConfig.save', { siteId, title: `公众号 ${mark}`, appId: 'wx1', appSecret: '密钥' })).id
const MAPPING = JSON.stringify({ title: 'title', content: 'content' })
/** Gives the world's column the fields that the mapping names. */
const articleFields: NonNullable<Row['before']> = async ({ server, world }) => {
  const { db } = server.deps
  const columns = db.selectFrom('site_column').select('fields').where('title', '=', '集团新闻')
  const { fields } = await columns.executeTakeFirstOrThrow()
  await db.updateTable('site_column').set({ fields }).where('id', '=', world.columnId).execute()
}
/** A rule of the world's column, whose fields it may use, and a log of it. */
const wechatRuleOf = async ({ server, world: { mark, siteId, columnId } }: Stage): Promise<number> => {
  const { db } = server.deps
  const row = {
    ruleType: 1,
    isRun: 0,
    configId: 0,
    accountId: 1,
    createTime: 1,
    updatedBy: 'admin',
    updateTime: 1,
  } as const
  const { id } = await db
    .insertInto('wechat_rule')
    .values({ ...row, title: `规则 ${mark}`, siteId, classId: columnId, rules: MAPPING })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const wechatLogOf = async (stage: Stage): Promise<number> => {
  const { db } = stage.server.deps
  const row = {
    itemKey: 'c1',
    title: '文章',
    state: 'doubtful',
    reason: '',
    contentId: 1,
    mediaId: '',
    createTime: 1,
  } as const
  const adding = db.insertInto('wechat_log').values({ ...row, ruleId: await wechatRuleOf(stage) })
  return (await adding.returning('id').executeTakeFirstOrThrow()).id
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
  'wechatConfig.page': row('own sites', () => ({ page: 1, size: 1000 }), wechatConfigOf),
  'wechatConfig.findById': row('site', byMade, wechatConfigOf),
  'wechatConfig.save': row('declared', ({ siteId, code }) => ({
    siteId,
    title: '公众号',
    appId: code,
    appSecret: '密钥',
  })),
  'wechatConfig.deleteByIdList': row('site', ({ made }) => [{ id: made }], wechatConfigOf),
  'wechatRule.page': row('own sites', () => ({ page: 1, size: 1000 }), wechatRuleOf),
  'wechatRule.findById': row('site', byMade, wechatRuleOf),
  'wechatRule.save': row(
    'declared',
    ({ siteId, columnId }) => ({ title: '规则', ruleType: 1, siteId, classId: columnId, rules: MAPPING }),
    articleFields,
  ),
  'wechatRule.deleteByIdList': row('site', ({ made }) => [{ id: made }], wechatRuleOf),
  'wechatRule.updateRun': row('column', ({ made }) => ({ id: made, isRun: true }), wechatRuleOf),
  'wechatRule.run': row('column', byMade, wechatRuleOf),
  'wechatLog.page': row('site', ({ made }) => ({ ruleId: made }), wechatRuleOf),
  'wechatLog.retry': row('site', byMade, wechatLogOf),
  'inbox.page': row('own sites', () => ({ page: 1, size: 1000 }), messageOf),
  'inbox.findById': row('site', byMade, messageOf),
  'inbox.save': row('declared', ({ siteId }) => ({ siteId, title: '周会', content: '九点', receiver: 'editor' })),
  'inbox.deleteByIdList': row('site', ({ made }) => [{ id: made }], messageOf),
}
