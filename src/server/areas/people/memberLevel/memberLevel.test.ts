import { beforeEach, expect, it } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { buildMember } from '#tests/builders/member.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const level = (client: TestClient, name: string, startValue: number, endValue: number, siteId = 1) =>
  client.ok('memberLevel.save', { name, startValue, endValue, siteId })

onBothDatabases('member levels', (server) => {
  beforeEach(async () => {
    const { db } = server().deps
    await db.deleteFrom('member').execute()
    await db.deleteFrom('member_level').execute()
  })

  it('come in pages of one site or of all, the lowest on top, with how many members have them [C-306]', async () => {
    const admin = await server().as('admin')
    await level(admin, '金卡', 100, 199)
    await level(admin, '银卡', 0, 99)
    await level(admin, '别处', 0, 99, 2)
    for (const points of [0, 99, 100]) await buildMember(server().deps.db, { points })
    const names = async (input: object) =>
      (await admin.ok('memberLevel.page', input)).content.map((each) => [each.name, each.members])
    expect(await names({ siteId: 1, page: 1, size: 1000, key: '' })).toEqual([
      ['银卡', 2],
      ['金卡', 1],
    ])
    expect(await names({ siteId: 1, size: 1, page: 2 })).toEqual([['金卡', 1]])
    expect(await names({ key: '别' })).toEqual([['别处', 0]])
    expect(await names({ key: '%' })).toEqual([])
    expect(await admin.ok('memberLevel.page', {})).toMatchObject({ totalElements: 3 })
  })
  it('are made, changed by whoever saw the last version, and deleted [C-166] [C-305] [C-307] [C-308]', async () => {
    const admin = await server().as('admin')
    const made = await admin.ok('memberLevel.save', {
      siteId: 1,
      name: ' 银卡 ',
      note: '备注',
      startValue: '10',
      endValue: 20,
    })
    expect(made).toMatchObject({ siteId: 1, name: '银卡', note: '备注', startValue: 10, endValue: 20, version: 1 })
    const changed = await admin.ok('memberLevel.save', { ...made, endValue: 30 })
    expect(changed).toMatchObject({ id: made.id, endValue: 30, version: 2, changedBy: 'admin' })
    expect(await admin.call('memberLevel.save', { ...made, name: '旧' })).toMatchObject({
      status: 409,
      data: { facts: { version: 2, changedBy: 'admin' } },
    })
    expect(await admin.ok('memberLevel.findById', { id: made.id })).toEqual(changed)
    expect(await admin.call('memberLevel.deleteByIdList', [{ id: made.id }])).toMatchObject({ msg: '删除成功' })
    expect((await admin.call('memberLevel.findById', { id: made.id })).status).toBe(404)
    expect((await admin.call('memberLevel.deleteByIdList', [made.id])).msg).toBe(
      `会员等级（编号 ${made.id}）不存在，请刷新后重新选择`,
    )
  })
  it('name the invalid values [C-227] [C-228] [C-229]', async () => {
    const admin = await server().as('admin')
    const { id } = await level(admin, '银卡', 0, 9)
    const good = { siteId: 1, name: '新', startValue: 10, endValue: 19 }
    const said = async (form: object) => (await admin.call('memberLevel.save', { ...good, ...form })).msg
    expect(await said({ name: ' ' })).toBe('请输入级别名称')
    expect(await said({ startValue: null })).toBe('请输入等级起始值')
    expect(await said({ startValue: undefined })).toBe('请输入等级起始值')
    expect(await said({ endValue: '' })).toBe('请输入等级结束值')
    expect(await said({ startValue: 1.5 })).toBe('等级起始值必须是整数')
    expect(await said({ startValue: -1 })).toBe('等级起始值不能小于 0')
    expect(await said({ endValue: 3_000_000_000 })).toBe('等级结束值不能大于 2000000000')
    expect(await said({ endValue: 9 })).toBe('等级结束值不能小于等级起始值')
    expect(await said({ name: '银卡' })).toBe('该站点已有会员等级“银卡”，请换一个名称')
    expect(await said({ siteId: 77 })).toContain('站点')
    expect(await said({ id, siteId: 2 })).toBe('会员等级“银卡”不能更换站点，请在目标站点中新增等级')
    expect(await said({ id: 9001 })).toBe('会员等级不存在，可能已被删除，请刷新后重新选择')
  })
  it.each([
    [0, 10],
    [10, 10],
    [15, 16],
    [20, 30],
    [0, 100],
  ])('have no points in common: %i to %i meets 10 to 20, which is named', async (startValue, endValue) => {
    const admin = await server().as('admin')
    const own = await level(admin, '银卡', 10, 20)
    const form = { siteId: 1, name: '新', startValue, endValue }
    expect(await admin.call('memberLevel.save', form)).toMatchObject({
      status: 409,
      msg: `等级的起止值 ${startValue}–${endValue} 与等级“银卡”的 10–20 重叠，请修改起始值或结束值`,
    })
    // Neither with itself nor with those of another site.
    await admin.ok('memberLevel.save', { ...own, startValue, endValue })
    await admin.ok('memberLevel.save', { ...form, siteId: 2 })
    await server().deps.db.deleteFrom('member_level').execute()
  })
  it('have no points in common when two people make them at once', async () => {
    const admin = await server().as('admin')
    const both = await Promise.all(
      ['甲', '乙'].map((name) => admin.call('memberLevel.save', { siteId: 1, name, startValue: 0, endValue: 9 })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
  it('that members have are deleted when that is said; the points count from then on', async () => {
    const admin = await server().as('admin')
    const [low, high] = [await level(admin, '银卡', 0, 99), await level(admin, '金卡', 100, 199)]
    const byHand = await buildMember(server().deps.db, { levelId: high.id, points: 5 })
    const byPoints = await buildMember(server().deps.db, { points: 150 })
    const grade = async (id: number) => (await admin.ok('member.findById', { id })).grade
    expect([await grade(byHand), await grade(byPoints)]).toEqual(['金卡', '金卡'])
    expect(await admin.call('memberLevel.deleteByIdList', [high.id])).toMatchObject({
      status: 409,
      msg: '还有 2 个会员的等级是“金卡”，请先调整这些会员的等级，再删除',
      data: { facts: { used: 2 } },
    })
    expect(await admin.call('memberLevel.removeUsed', [high.id])).toMatchObject({ msg: '删除成功' })
    expect([await grade(byHand), await grade(byPoints)]).toEqual(['银卡', ''])
    expect((await admin.ok('member.findById', { id: byHand })).levelId).toBe(0)
    expect((await admin.ok('memberLevel.page', { siteId: 1 })).content.map(({ id }) => id)).toEqual([low.id])
  })
  it('belong to their site: who has not the site neither sees nor changes them', async () => {
    const admin = await server().as('admin')
    const away = await level(admin, '别处', 0, 9, 2)
    const { db } = server().deps
    const column = await db.selectFrom('site_column').select('id').where('siteId', '=', 1).executeTakeFirstOrThrow()
    await grantExactly(db, 'editor', [
      { siteId: 0, menuId: MENU.memberGrade },
      { siteId: 1, menuId: column.id },
    ])
    const editor = await server().as('editor')
    expect((await editor.ok('memberLevel.page', {})).content).toEqual([])
    for (const call of [
      editor.call('memberLevel.page', { siteId: 2 }),
      editor.call('memberLevel.findById', { id: away.id }),
      editor.call('memberLevel.save', { ...away, name: '改名' }),
      editor.call('memberLevel.save', { ...away, siteId: 1 }),
      editor.call('memberLevel.deleteByIdList', [away.id]),
      editor.call('memberLevel.removeUsed', [away.id]),
    ])
      expect((await call).status).toBe(403)
    expect(await admin.ok('memberLevel.findById', { id: away.id })).toEqual(away)
  })
})
