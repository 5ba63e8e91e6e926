import { beforeEach, expect, it } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { buildMember } from '#tests/builders/member.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const group = (client: TestClient, name: string, siteId = 1) => client.ok('memberGroup.save', { name, siteId })

onBothDatabases('member groups', (server) => {
  beforeEach(async () => {
    const { db } = server().deps
    await db.deleteFrom('member').execute()
    await db.deleteFrom('member_group').execute()
  })
  const putIn = async (...groups: number[]): Promise<number> => {
    const { db } = server().deps
    const memberId = await buildMember(db)
    await db
      .insertInto('member_in_group')
      .values(groups.map((groupId) => ({ memberId, groupId })))
      .execute()
    return memberId
  }

  it('come in pages of one site or of all, with how many members are in them [C-302] [C-386]', async () => {
    const admin = await server().as('admin')
    const [one] = [await group(admin, '订阅'), await group(admin, '伙伴'), await group(admin, '别处', 2)]
    await putIn(one.id)
    const names = async (input: object) =>
      (await admin.ok('memberGroup.page', input)).content.map((each) => [each.name, each.members])
    expect(await names({ size: 1000, page: 1, siteId: 1 })).toEqual([
      ['伙伴', 0],
      ['订阅', 1],
    ])
    expect(await names({ siteId: 1, size: 1, page: 2 })).toEqual([['订阅', 1]])
    expect(await names({ key: '别' })).toEqual([['别处', 0]])
    expect(await admin.ok('memberGroup.page', {})).toMatchObject({ totalElements: 3 })
  })
  it('are made, changed by whoever saw the last version, and deleted [C-165] [C-301] [C-303] [C-304]', async () => {
    const admin = await server().as('admin')
    const made = await admin.ok('memberGroup.save', { siteId: 1, name: ' 订阅 ', note: '刊物' })
    expect(made).toMatchObject({ siteId: 1, name: '订阅', note: '刊物', version: 1 })
    const changed = await admin.ok('memberGroup.save', { ...made, note: '' })
    expect(changed).toMatchObject({ id: made.id, note: '', version: 2, changedBy: 'admin' })
    expect((await admin.call('memberGroup.save', { ...made, name: '旧' })).status).toBe(409)
    expect(await admin.ok('memberGroup.findById', { id: made.id })).toEqual(changed)
    expect(await admin.call('memberGroup.deleteByIdList', [{ id: made.id }])).toMatchObject({ msg: '删除成功' })
    expect((await admin.call('memberGroup.findById', { id: made.id })).status).toBe(404)
  })
  it('name the invalid values', async () => {
    const admin = await server().as('admin')
    const { id } = await group(admin, '订阅')
    const said = async (form: object) => (await admin.call('memberGroup.save', { siteId: 1, name: '新', ...form })).msg
    expect(await said({ name: '' })).toBe('请输入会员组名称')
    expect(await said({ name: '长'.repeat(101) })).toBe('会员组名称不能超过 100 个字')
    expect(await said({ note: '长'.repeat(501) })).toBe('备注不能超过 500 个字')
    expect(await said({ siteId: 0 })).toBe('请选择站点')
    expect(await said({ name: '订阅' })).toBe('该站点已有会员组“订阅”，请换一个名称')
    expect(await said({ name: '订阅', siteId: 2 })).toBe('保存成功')
    expect(await said({ id, siteId: 2 })).toBe('会员组“订阅”不能更换站点，请在目标站点中新增会员组')
    expect(await said({ id: 9001 })).toBe('会员组不存在，可能已被删除，请刷新后重新选择')
  })
  it('that members are in are deleted when that is said, and their members leave them', async () => {
    const admin = await server().as('admin')
    const [one, two] = [await group(admin, '订阅'), await group(admin, '伙伴')]
    const member = await putIn(one.id, two.id)
    expect(await admin.call('memberGroup.deleteByIdList', [two.id, one.id])).toMatchObject({
      status: 409,
      msg: '会员组“订阅”中还有 1 个会员，请先移出会员，再删除会员组',
      data: { facts: { used: 2 } },
    })
    expect((await admin.ok('member.findById', { id: member })).groupNames).toEqual(['订阅', '伙伴'])
    expect(await admin.call('memberGroup.removeUsed', [one.id, 9001])).toMatchObject({ status: 404 })
    await admin.ok('memberGroup.removeUsed', [one.id])
    expect(await admin.ok('member.findById', { id: member })).toMatchObject({ groupNames: ['伙伴'] })
  })
  it('belong to their site: who has not the site neither sees nor changes them', async () => {
    const admin = await server().as('admin')
    const away = await group(admin, '别处', 2)
    const { db } = server().deps
    const column = await db.selectFrom('site_column').select('id').where('siteId', '=', 1).executeTakeFirstOrThrow()
    await grantExactly(db, 'editor', [
      { siteId: 0, menuId: MENU.memberGroup },
      { siteId: 1, menuId: column.id },
    ])
    const editor = await server().as('editor')
    expect((await editor.ok('memberGroup.page', {})).content).toEqual([])
    for (const call of [
      editor.call('memberGroup.page', { siteId: 2 }),
      editor.call('memberGroup.findById', { id: away.id }),
      editor.call('memberGroup.save', { ...away, name: '改名' }),
      editor.call('memberGroup.deleteByIdList', [away.id]),
      editor.call('memberGroup.removeUsed', [away.id]),
    ])
      expect((await call).status).toBe(403)
    expect(await admin.ok('memberGroup.findById', { id: away.id })).toEqual(away)
  })
})
