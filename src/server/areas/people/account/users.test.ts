import { expect, it } from 'vitest'
import { buildAccount, buildGroup, groupOf } from '#tests/builders/account.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'

/** The editors' group with a group below it and 23 accounts there, and a group that is no business of theirs. */
async function anEditorialOffice({ deps: { db } }: TestServer) {
  const own = await groupOf(db, 'editor')
  const below = await buildGroup(db, { title: '新闻组', parentId: own })
  for (let n = 1; n <= 23; n += 1)
    await buildAccount(db, { roleId: below, username: `news${String(n).padStart(2, '0')}`, trueName: `记者${n}` })
  const foreign = await buildGroup(db, { title: '财务组' })
  const secret = await buildAccount(db, { roleId: foreign, username: 'cashier', email: 'cash@example.com' })
  return { own, below, foreign, secret }
}

onBothDatabases('accounts to choose from', (server, start) => {
  it('come in pages of the asked size, with their totals in both spellings [B-349] [B-413] [C-385]', async () => {
    const other = await start()
    const { below } = await anEditorialOffice(other)
    const editor = await other.as('editor')
    const page = (pageIndex: number, groupId = below) =>
      editor.ok('account.pageUser', { pageSize: 10, pageIndex, groupId })
    const first = await page(1)
    expect(first).toMatchObject({ totalElements: 23, totalPages: 3, count: 23, pages: 3 })
    expect(first.content).toHaveLength(10)
    expect(first.content[0]).toEqual({
      id: expect.any(Number),
      userName: 'news01',
      trueName: '记者1',
      email: 'news01@example.com',
      groupId: below,
      groupName: '新闻组',
    })
    expect((await page(3)).content.map(({ userName }) => userName)).toEqual(['news21', 'news22', 'news23'])
    expect((await page(4)).content).toEqual([])
    expect((await editor.ok('account.pageUser', { pageIndex: 1, pageSize: 1000 })).content).toHaveLength(24)
  })
  it('are found by account, name and address', async () => {
    const other = await start()
    await anEditorialOffice(other)
    const editor = await other.as('editor')
    const find = async (key: string) =>
      (await editor.ok('account.pageUser', { key })).content.map(({ userName }) => userName)
    expect(await find('NEWS07')).toEqual(['news07'])
    expect(await find('记者12')).toEqual(['news12'])
    expect(await find('news2')).toEqual(['news20', 'news21', 'news22', 'news23'])
    expect(await find('editor@example')).toEqual(['editor'])
    expect(await find('%')).toEqual([])
  })
  it('are of one’s own group and those below it; others are listed as colleagues alone', async () => {
    const other = await start()
    const { own, foreign, secret } = await anEditorialOffice(other)
    const editor = await other.as('editor')
    const all = await editor.ok('account.pageUser', { pageSize: 1000, pageIndex: 1, groupId: 0 })
    expect(JSON.stringify(all)).not.toMatch(/cashier|admin|designer/)
    expect((await editor.ok('account.pageUser', { groupId: own })).content.map((each) => each.userName)).toEqual([
      'editor',
    ])
    expect((await editor.ok('account.pageUser', { key: 'cash' })).content).toEqual([])
    expect(await editor.call('account.pageUser', { groupId: foreign })).toMatchObject({ status: 403 })
    const hidden = await editor.call('account.findUser', { id: secret })
    expect(hidden).toMatchObject({ status: 404, msg: '用户不存在，可能已被删除，或不在您的用户组之下' })
    expect(await editor.call('account.findUser', { id: 900_001 })).toEqual(hidden)
    const colleagues = await editor.ok('account.pageUser', { key: 'cash', colleagues: true })
    expect(colleagues.content).toMatchObject([{ userName: 'cashier' }])
    expect(await editor.call('account.pageUser', { groupId: foreign, colleagues: true })).toMatchObject({ status: 403 })
    const admin = await other.as('admin')
    expect((await admin.ok('account.pageUser', { key: 'cash' })).content).toMatchObject([{ id: secret }])
  })
  it('can sign in; one that can’t any more is still answered by its id [C-295]', async () => {
    const { db } = server().deps
    const roleId = await groupOf(db, 'editor')
    const id = await buildAccount(db, { roleId, username: 'gone', trueName: '离职员工', isStatus: 0 })
    const editor = await server().as('editor')
    expect((await editor.ok('account.pageUser', { key: 'gone' })).content).toEqual([])
    expect(await editor.ok('account.findUser', { id })).toEqual({
      id,
      userName: 'gone',
      trueName: '离职员工',
      email: 'gone@example.com',
      groupId: roleId,
      groupName: '站点编辑',
    })
  })
  it('are answered without anything that signs them in', async () => {
    const admin = await server().as('admin')
    const answers = [
      await admin.send('api/cebest-cms/account/page-user', { method: 'POST' }),
      await admin.send('api/cebest-cms/account/findUser/1'),
      await admin.send('api/cebest-cms/account/findById/1'),
      await admin.send('api/cebest-cms/account/page-account', { method: 'POST' }),
    ]
    for (const answer of answers) {
      expect(answer.code).toBe(200)
      const said = JSON.stringify(answer).replaceAll('"mustChangePassword"', '')
      expect(said).not.toMatch(/argon2|password|hash|token/i)
    }
  })
})
