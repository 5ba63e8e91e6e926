import { expect, it } from 'vitest'
import { columnNamed, columnsOf, flat } from '#tests/builders/column.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const DAY = 24 * 3600 * 1000

onBothDatabases('deleting columns', (server, start) => {
  it('takes a list of ids in either form, and leaves the rest [A-240]', async () => {
    const admin = await server().as('admin')
    const before = await columnsOf(admin, 2)
    const [one, two] = [await columnNamed(admin, '关于我们', 2), await columnNamed(admin, '联系我们', 2)]
    expect(await admin.call('column.deleteByIdList', [{ id: one.id }])).toMatchObject({ code: 200, msg: '删除成功' })
    await admin.ok('column.deleteByIdList', [two.id])
    expect((await columnsOf(admin, 2)).map((node) => node.id)).toEqual(
      before.map((node) => node.id).filter((id) => id !== one.id && id !== two.id),
    )
  })
  it('of 200 columns, three of them missing, names the three and deletes none', async () => {
    const admin = await server().as('admin')
    const ids: number[] = []
    for (let i = 0; i < 197; i++) ids.push((await admin.ok('column.saveBase', { siteId: 1, title: `批量${i}` })).id)
    const before = (await columnsOf(admin, 1)).length
    const answer = await admin.call(
      'column.deleteByIdList',
      [90_001, ...ids, 90_002, 90_003].map((id) => ({ id })),
    )
    expect(answer).toMatchObject({ status: 404, data: { facts: { kind: 'missing', missing: [90001, 90002, 90003] } } })
    expect(answer.msg).toBe('编号为 90001、90002、90003 的栏目不存在，未删除任何栏目，请刷新后重新选择')
    expect(await columnsOf(admin, 1)).toHaveLength(before)
    await admin.ok('column.deleteByIdList', ids)
    expect(await columnsOf(admin, 1)).toHaveLength(before - 197)
  })
  it('with children needs the cascade, or the children in the list', async () => {
    const admin = await server().as('admin')
    const news = await columnNamed(admin, '新闻动态', 2)
    expect(await admin.call('column.deleteByIdList', [news.id])).toMatchObject({
      status: 403,
      msg: '栏目“新闻动态”下还有 2 个下级栏目，请先删除下级栏目，或在“编辑属性”中允许级联删除',
    })
    expect((await columnNamed(admin, '新闻动态', 2)).child).toHaveLength(2)
    await admin.ok('column.deleteByIdList', [news.id, ...news.child.map((node) => node.id)])
    const trip = await columnNamed(admin, '科学考察', 2)
    await admin.ok('column.updateSwitch', { id: trip.id, menuSwitchEnum: 'allowCascadeDelete' })
    await admin.ok('column.updateSwitch', { id: trip.id, menuSwitchEnum: 'allowDelete', value: false })
    expect((await admin.call('column.deleteByIdList', [trip.id])).msg).toContain('不允许删除')
    await admin.ok('column.updateSwitch', { id: trip.id, menuSwitchEnum: 'allowDelete', value: true })
    const kept = trip.child[0]?.id ?? 0
    await admin.ok('column.updateSwitch', { id: kept, menuSwitchEnum: 'allowDelete' })
    expect((await admin.call('column.deleteByIdList', [trip.id])).msg).toContain('不允许删除')
    await admin.ok('column.updateSwitch', { id: kept, menuSwitchEnum: 'allowDelete' })
    await admin.ok('column.deleteByIdList', [trip.id])
    const left = (await columnsOf(admin, 2)).map((node) => node.title)
    expect(left).not.toContain('科学考察')
    expect(left).not.toContain('航次计划')
  })
  it('is planned: what else is deleted, and every reason against the deletion', async () => {
    const admin = await server().as('admin')
    const news = await columnNamed(admin, '新闻中心')
    expect(await admin.ok('column.removalPlan', [news.id])).toEqual({
      below: 0,
      content: 0,
      holders: [],
      refusals: ['栏目“新闻中心”下还有 3 个下级栏目，请先删除下级栏目，或在“编辑属性”中允许级联删除'],
    })
    await admin.ok('column.updateSwitch', { id: news.id, menuSwitchEnum: 'allowCascadeDelete' })
    const plan = await admin.ok('column.removalPlan', [news.id])
    const [first] = news.child
    const { totalElements } = await admin.ok('content.page', { classId: first?.id ?? 0, page: 1, size: 1 })
    expect(totalElements).toBeGreaterThan(0)
    expect(plan).toMatchObject({ below: 3, refusals: [] })
    expect(plan.holders).toContainEqual({ title: first?.title, content: totalElements })
    expect(plan.content).toBe(plan.holders.reduce((sum, each) => sum + each.content, 0))
    await admin.ok('column.updateSwitch', { id: first?.id ?? 0, menuSwitchEnum: 'allowDelete' })
    expect((await admin.ok('column.removalPlan', [news.id])).refusals).toEqual([
      expect.stringContaining(`栏目“${first?.title}”不允许删除`),
    ])
    await admin.ok('column.updateSwitch', { id: first?.id ?? 0, menuSwitchEnum: 'allowDelete' })
    await admin.ok('column.updateSwitch', { id: news.id, menuSwitchEnum: 'allowCascadeDelete' })
    // Nothing was taken.
    expect((await columnNamed(admin, '新闻中心')).child).toHaveLength(3)
    expect((await admin.call('column.removalPlan', [99_999])).status).toBe(404)
  })
  it('that a workflow uses is refused with its name, also below', async () => {
    const admin = await server().as('admin')
    const about = await columnNamed(admin, '关于我们')
    await admin.ok('column.updateSwitch', { id: about.id, menuSwitchEnum: 'allowCascadeDelete' })
    await linkWorkflow(admin, about.child[0]?.id ?? 0, await buildWorkflow(admin, { title: '三级审批' }))
    expect(await admin.call('column.deleteByIdList', [about.id])).toMatchObject({
      status: 409,
      msg: '栏目“公司简介”正在使用审批流程“三级审批”，请先取消关联，再删除',
    })
    expect((await columnNamed(admin, '关于我们')).child).toHaveLength(3)
  })
  it('at the same time by two people is an error for the second, and recycles the column once', async () => {
    const admin = await server().as('admin')
    const { id } = await admin.ok('column.saveBase', { siteId: 1, title: '同时删除' })
    const answers = await Promise.all([1, 2, 3].map(() => admin.call('column.deleteByIdList', [id])))
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 404, 404])
    expect((await admin.ok('column.recycled', { key: '同时删除' })).totalElements).toBe(1)
    expect((await admin.ok('column.recycled', {})).content.map((each) => each.title)).not.toContain('')
  })
  it('of the system is refused', async () => {
    expect((await (await server().as('admin')).call('column.deleteByIdList', [30])).status).toBe(403)
  })
  it('with nothing selected says so', async () => {
    expect((await (await server().as('admin')).call('column.deleteByIdList', [])).msg).toBe('请选择数据！')
  })

  it('can be undone for 30 days, with ids, fields and grants', async () => {
    const other = await start()
    const admin = await other.as('admin')
    const news = await columnNamed(admin, '新闻中心')
    await admin.ok('column.updateSwitch', { id: news.id, menuSwitchEnum: 'allowCascadeDelete' })
    const before = await columnsOf(admin, 1)
    const held = await (await other.as('editor')).ok('account.current', {})
    await admin.ok('column.deleteByIdList', [news.id])
    const { content } = await admin.ok('column.recycled', { siteId: 1 })
    expect(content).toMatchObject([{ title: '新闻中心', total: 4, siteId: 1, username: 'admin' }])
    expect((await admin.ok('column.recycled', { siteId: 2 })).totalElements).toBe(0)
    const restored = await admin.ok('column.restore', [content[0]?.id ?? 0])
    expect(flat(restored)).toHaveLength(4)
    expect(await columnsOf(admin, 1)).toEqual(before)
    expect(await (await other.as('editor')).ok('account.current', {})).toEqual(held)
    expect((await admin.ok('column.recycled', {})).content).toEqual([])
    expect((await admin.call('column.restore', [content[0]?.id ?? 0])).status).toBe(404)
  })
  it('is restored all or none, at the top without its parent, and expires after 30 days', async () => {
    const other = await start()
    const admin = await other.as('admin')
    const news = await columnNamed(admin, '新闻中心')
    await admin.ok('column.deleteByIdList', [news.child[0]?.id ?? 0])
    await admin.ok('column.deleteByIdList', [news.id, ...news.child.slice(1).map((node) => node.id)])
    const [last, first] = (await admin.ok('column.recycled', {})).content
    expect((await admin.call('column.restore', [first?.id ?? 0, 999])).status).toBe(404)
    expect((await admin.ok('column.recycled', {})).totalElements).toBe(2)
    expect(await admin.ok('column.restore', [first?.id ?? 0])).toMatchObject([{ parentId: 0, title: '集团新闻' }])
    other.clock.advance(30 * DAY)
    const later = await other.as('admin')
    expect((await later.ok('column.recycled', {})).content).toEqual([])
    expect((await later.call('column.restore', [last?.id ?? 0])).msg).toContain('30 天')
  })
  it.each([
    [0, 1],
    [1, 0],
  ])('comes back below a parent that is taken back with it (order %i, %i)', async (...order) => {
    const other = await start()
    const admin = await other.as('admin')
    const news = await columnNamed(admin, '新闻中心')
    const before = await columnsOf(admin, 1)
    await admin.ok('column.updateSwitch', { id: news.id, menuSwitchEnum: 'allowCascadeDelete', value: true })
    await admin.ok('column.deleteByIdList', [news.child[0]?.id ?? 0])
    await admin.ok('column.deleteByIdList', [news.id])
    const { content } = await admin.ok('column.recycled', {})
    const bins = order.map((at) => content[at]?.id ?? 0)
    await admin.ok('column.restore', bins)
    expect(flat(await columnsOf(admin, 1)).map(({ id, parentId }) => [id, parentId])).toEqual(
      flat(before).map(({ id, parentId }) => [id, parentId]),
    )
  })
  it('is not restored when its mark is in use', async () => {
    const other = await start()
    const admin = await other.as('admin')
    await admin.ok('column.deleteByIdList', [(await columnNamed(admin, '首页轮播图')).id])
    await admin.ok('column.saveBase', { siteId: 1, title: '新轮播', identifies: 'banner' })
    const { content } = await admin.ok('column.recycled', {})
    expect(await admin.call('column.restore', [content[0]?.id ?? 0])).toMatchObject({
      status: 409,
      msg: '唯一标识“banner”已被栏目“新轮播”使用，请换一个',
    })
    expect((await admin.ok('column.recycled', {})).totalElements).toBe(1)
  })
})
