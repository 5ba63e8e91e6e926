import { expect, it } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { groupOf } from '#tests/builders/account.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const MESSAGE = { siteId: 1, title: '改版', content: '<p>周五<script>1</script>上线</p>', receiver: 'editor' }

onBothDatabases('the inbox of a site', (server) => {
  it('keeps what is published, and tells the group and the people by name [C-139] [C-143] [C-179] [C-335] [C-336] [C-337] [C-338]', async () => {
    const { db } = server().deps
    await db.deleteFrom('notice').execute()
    const admin = await server().as('admin')
    const made = await admin.ok('inbox.save', { ...MESSAGE, receiveGroup: await groupOf(db, 'guest') })
    expect(made).toMatchObject({ title: '改版', content: '<p>周五上线</p>', receiver: 'editor', receiverNames: '李婷' })
    for (const name of ['editor', 'guest'] as const)
      expect((await (await server().as(name)).ok('notice.page', {})).content).toMatchObject([
        { kind: 'inbox', title: '站点消息“改版”', body: expect.stringContaining('周五上线') },
      ])
    expect((await admin.ok('inbox.page', { siteId: 1, key: '改' })).content).toEqual([made])
    expect((await admin.ok('inbox.page', { siteId: 2 })).content).toEqual([])
    expect(await admin.ok('inbox.findById', { id: made.id })).toEqual(made)
    expect(await admin.call('inbox.deleteByIdList', [{ id: made.id }])).toMatchObject({ msg: '删除成功' })
    expect((await admin.call('inbox.findById', { id: made.id })).status).toBe(404)
    expect((await admin.call('inbox.deleteByIdList', [{ id: made.id }])).status).toBe(404)
  })
  it('reports missing values', async () => {
    const admin = await server().as('admin')
    const said = async (more: object) => (await admin.call('inbox.save', { ...MESSAGE, ...more })).msg
    expect(await said({ title: '' })).toBe('请输入标题')
    expect(await said({ content: '' })).toBe('请输入内容')
    expect(await said({ content: '<p></p>' })).toBe('请输入内容')
    expect(await said({ receiver: '' })).toBe('请选择用户')
    expect(await said({ receiver: '没有的人' })).toContain('没有的人')
    expect(await said({ receiveGroup: 9001 })).toBe('用户组不存在或不在您的用户组之下，请重新选择收件组')
  })
  it('belongs to its site', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const { id } = await admin.ok('inbox.save', { ...MESSAGE, siteId: 2 })
    const column = await db.selectFrom('site_column').select('id').where('siteId', '=', 1).executeTakeFirstOrThrow()
    await grantExactly(db, 'editor', [
      { siteId: 0, menuId: MENU.inbox },
      { siteId: 1, menuId: column.id },
    ])
    const editor = await server().as('editor')
    for (const call of [
      editor.call('inbox.page', { siteId: 2 }),
      editor.call('inbox.findById', { id }),
      editor.call('inbox.deleteByIdList', [id]),
      editor.call('inbox.save', { ...MESSAGE, siteId: 2 }),
    ])
      expect((await call).status).toBe(403)
  })
})
