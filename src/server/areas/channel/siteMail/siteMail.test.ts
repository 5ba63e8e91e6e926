import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { buildAccount, buildDepartment, groupOf } from '#tests/builders/account.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { setRules } from '#tests/builders/secondFactor.ts'
import { upload } from '#tests/builders/upload.ts'
import { zipOf } from '#tests/builders/zip.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const TO = [{ userName: 'editor' }, { userName: 'guest' }]
const MAIL = { title: '周会', content: '<p>周一<strong>九点</strong></p>', recipientDTOList: TO }
const send = async (client: TestClient, more: object = {}): Promise<number> =>
  (await client.ok('siteMail.send', { ...MAIL, ...more })).id

onBothDatabases('site mail', (server) => {
  let [admin, editor, guest] = [{} as TestClient, {} as TestClient, {} as TestClient]
  beforeEach(async () => {
    const { db } = server().deps
    for (const table of ['site_mail', 'site_mail_recipient', 'notice'] as const) await db.deleteFrom(table).execute()
    await grantExactly(db, 'guest', [{ siteId: 0, menuId: MENU.mine }])
    admin = await server().as('admin')
    editor = await server().as('editor')
    guest = await server().as('guest')
  })
  const titles = async (client: TestClient, input: object = {}) =>
    (await client.ok('siteMail.inbox', input)).content.map(({ title, isRead }) => [title, isRead])

  it('reaches its recipients at once, is read by opening it, and reports it to its sender [C-177] [C-195] [C-339] [C-340] [C-341] [C-342] [C-343]', async () => {
    const known = await editor.ok('notice.wait', { after: -1 })
    const waiting = editor.ok('notice.wait', { after: known.last, unread: known.unread, timeoutMs: 20_000 })
    const id = await send(admin)
    expect((await waiting).news).toMatchObject([
      { kind: 'mail', title: '系统管理员发来站内信“周会”', path: `/my/site-mail?message=${id}` },
    ])
    expect(await titles(editor)).toEqual([['周会', 0]])
    expect(await editor.ok('siteMail.counts', {})).toEqual({ mail: 1, circulationDocuments: 0, count: 1 })
    expect(await editor.ok('siteMail.detail', { id })).toMatchObject({ content: MAIL.content, readDate: '' })
    await editor.ok('siteMail.read', { id })
    expect(await titles(editor)).toEqual([['周会', 1]])
    expect(await editor.ok('siteMail.counts', {})).toMatchObject({ mail: 0, count: 0 })
    expect((await editor.ok('notice.count', {})).unread).toBe(known.unread)
    expect((await admin.ok('siteMail.sent', {})).content).toMatchObject([
      { id, title: '周会', recipients: 2, read: 1, recalled: 0, recipientNames: '李婷、访客' },
    ])
    expect((await admin.ok('siteMail.receipts', { id })).content).toMatchObject([
      { userName: 'editor', state: 'read', date: expect.stringMatching(/^\d{4}-/) },
      { userName: 'guest', state: 'unread', date: '' },
    ])
    expect((await admin.ok('siteMail.receipts', { id, state: 'unread' })).totalElements).toBe(1)
  })
  it('is marked as read one by one, and searched [C-196] [C-345]', async () => {
    const ids = [await send(admin), await send(admin, { title: '月报' })]
    expect(await editor.call('siteMail.markRead', { id: ids[0] })).toMatchObject({ msg: '设置成功' })
    expect(await titles(editor)).toEqual([
      ['月报', 0],
      ['周会', 1],
    ])
    expect(await titles(editor, { key: '月' })).toEqual([['月报', 0]])
    expect(await titles(editor, { key: '管理员', isRead: 1 })).toEqual([['周会', 1]])
    expect((await editor.ok('siteMail.inbox', { page: 2, size: 1 })).content).toMatchObject([{ title: '周会' }])
  })
  it('is nobody else’s', async () => {
    const id = await send(admin, { recipientDTOList: [{ userName: 'editor' }] })
    expect(await titles(guest)).toEqual([])
    for (const call of ['siteMail.detail', 'siteMail.read', 'siteMail.markRead', 'siteMail.recall'] as const)
      expect((await guest.call(call, { id })).status, call).toBe(404)
    expect((await editor.call('siteMail.receipts', { id })).status).toBe(404)
  })
  it('is recalled from recipients who have not read it, together with its notice', async () => {
    const id = await send(admin)
    await editor.ok('siteMail.read', { id })
    expect(await admin.ok('siteMail.recall', { id })).toEqual({ recalled: 1 })
    expect(await titles(guest)).toEqual([])
    expect((await guest.ok('notice.page', {})).content).toEqual([])
    expect((await guest.call('siteMail.read', { id })).msg).toContain('可能已被撤回')
    expect(await titles(editor)).toEqual([['周会', 1]])
    expect(await admin.call('siteMail.recall', { id })).toMatchObject({
      status: 409,
      msg: '没有未读的收件人，不能撤回',
    })
    expect((await admin.ok('siteMail.receipts', { id, state: 'recalled' })).content).toMatchObject([
      { userName: 'guest' },
    ])
  })
  it('goes to any colleague, who is found in the picker', async () => {
    const found = await editor.ok('account.pageUser', { key: 'admin', colleagues: true })
    expect(found.content.map(({ userName }) => userName)).toContain('admin')
    await send(editor, { recipientDTOList: [{ userName: 'admin' }] })
    expect(await titles(admin)).toEqual([['周会', 0]])
  })
  it('is kept to one’s own groups where the rules say so, and to who has written; others are named', async () => {
    await setRules(server(), { ownGroupsOnly: true })
    onTestFinished(() => setRules(server(), {}))
    expect((await guest.ok('account.pageUser', { key: 'admin', colleagues: true })).content).toEqual([])
    const said = await guest.call('siteMail.send', { ...MAIL, recipientDTOList: [{ userName: 'admin' }] })
    expect(said).toMatchObject({ status: 400, msg: expect.stringContaining('不能发给admin：') })
    await send(admin)
    await send(guest, { title: '收到', recipientDTOList: [{ userName: 'admin' }] })
    expect(await titles(admin)).toEqual([['收到', 0]])
    const nobody = await admin.call('siteMail.send', { ...MAIL, recipientDTOList: [...TO, { userName: '没有的人' }] })
    expect(nobody.msg).toContain('没有的人')
  })
  it('goes to whole groups and departments', async () => {
    const { db } = server().deps
    const top = await buildDepartment(db, { title: '集团' })
    const below = await buildDepartment(db, { title: '编辑部', parentId: top })
    const roleId = await groupOf(db, 'guest')
    await buildAccount(db, { username: 'indep', roleId, departmentId: below })
    const names = async (input: object) => (await admin.ok('siteMail.members', input)).map(({ userName }) => userName)
    expect(await names({ departmentIds: [top] })).toEqual(['indep'])
    expect(await names({ groupIds: [roleId] })).toEqual(['guest', 'indep'])
    expect((await editor.ok('siteMail.members', { groupIds: [await groupOf(db, 'admin')] })).length).toBe(0)
  })
  it('is cleaned, and reports missing values [C-144] [C-180] [C-244] [C-245] [C-246] [C-247] [C-344]', async () => {
    const id = await send(admin, { content: '<p onclick="x()">好<script>1</script></p>' })
    expect((await editor.ok('siteMail.detail', { id })).content).toBe('<p>好</p>')
    const said = async (more: object) => (await admin.call('siteMail.send', { ...MAIL, ...more })).msg
    expect(await said({ title: ' ' })).toBe('请输入标题')
    expect(await said({ content: '<p> </p>' })).toBe('请输入内容')
    expect(await said({ recipientDTOList: [] })).toBe('请选择用户')
    const document = async (more: object) => (await admin.call('siteMail.sendDocument', { ...MAIL, ...more })).msg
    expect(await document({})).toBe('请上传文件')
    expect(await document({ file: '/files/没有.zip' })).toBe('文件已不存在，请重新上传文件')
  })
  it('has a file as a document, which is in use then [C-178]', async () => {
    const query = { siteId: '1', register: '1', identifier: 'document' }
    const file = await upload(admin, { name: '通知.zip', content: zipOf([{ name: 'a.txt', content: 'a' }]), query })
    await admin.ok('siteMail.sendDocument', { ...MAIL, file: file.data.accessPath })
    expect((await editor.ok('siteMail.inbox', { type: 'document' })).content).toMatchObject([
      { title: '周会', file: file.data.accessPath, sender: '系统管理员', senderName: 'admin', isRead: 0 },
    ])
    expect(await titles(editor)).toEqual([])
    expect(await editor.ok('siteMail.counts', {})).toEqual({ mail: 0, circulationDocuments: 1, count: 1 })
    expect(await admin.ok('attachment.usage', { ids: [file.data.id] })).toMatchObject([{ where: 'mail' }])
  })
  it('is kept as a draft until it is sent', async () => {
    const draft = {
      type: 'mail' as const,
      title: '没写完',
      recipientDTOList: [{ userName: 'editor', trueName: '李婷' }],
    }
    const { id } = await admin.ok('siteMail.saveDraft', { id: 0, ...draft })
    await admin.ok('siteMail.saveDraft', { id, ...draft, content: '<p>写完了</p>' })
    expect((await admin.ok('siteMail.drafts', {})).content).toMatchObject([
      { id, recipientNames: '李婷', recipients: 1 },
    ])
    expect(await admin.ok('siteMail.detail', { id })).toMatchObject({ content: '<p>写完了</p>', ...draft })
    expect((await editor.call('siteMail.detail', { id })).status).toBe(404)
    expect((await editor.call('siteMail.saveDraft', { id, ...draft })).status).toBe(404)
    // What is missing for sending is said when it is sent.
    await admin.ok('siteMail.saveDraft', { id, ...draft, content: '<p>写完了</p>', file: '/files/没有.zip' })
    const sentId = await send(admin, { draftId: id })
    for (const call of ['siteMail.saveDraft', 'siteMail.removeDraft'] as const)
      expect((await admin.call(call, { ...draft, id: sentId })).status).toBe(404)
    expect((await admin.ok('siteMail.drafts', {})).totalElements).toBe(0)
    expect(await admin.call('siteMail.removeDraft', { id })).toMatchObject({ status: 404 })
    const other = await admin.ok('siteMail.saveDraft', { id: 0, ...draft })
    expect((await editor.call('siteMail.removeDraft', other)).status).toBe(404)
    await admin.ok('siteMail.removeDraft', other)
    expect((await admin.ok('siteMail.drafts', {})).totalElements).toBe(0)
  })
})
