import { expect, it } from 'vitest'
import type { Classify } from '#shared/contract/classify.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { columnNamed, grantExactly } from '#tests/builders/column.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const titles = (tree: readonly Classify[]) => tree.map((entry) => entry.title)
const add = (client: TestClient, title: string, parentId = 0) => client.ok('classify.save', { title, parentId })

onBothDatabases('multi-level dictionaries', (server) => {
  it('come as trees, all of them or what is below one [A-249] [B-162]', async () => {
    const admin = await server().as('admin')
    const all = await admin.ok('classify.getTree', { id: 0 })
    expect(titles(all)).toEqual(['地区'])
    const regions = await admin.ok('classify.getTree', { id: all[0]?.id ?? 0 })
    expect(regions).toEqual(all[0]?.child)
    expect(regions).toHaveLength(34)
    const guangdong = regions.find((entry) => entry.title === '广东省')
    expect(guangdong).toMatchObject({ hasChildren: true, parentId: all[0]?.id, subTitle: '' })
    expect(guangdong?.child).toHaveLength(21)
    expect(guangdong?.child[0]).toMatchObject({ title: '广州市', hasChildren: false, child: [] })
    expect((await admin.call('classify.getTree', { id: 9001 })).status).toBe(404)
  })
  it('are added to, renamed by whoever saw the last version, and sorted, larger first [A-250] [A-252]', async () => {
    const admin = await server().as('admin')
    const top = await add(admin, '产品类别')
    const [first, second] = [await add(admin, '甲', top.id), await add(admin, '乙', top.id)]
    expect(titles(await admin.ok('classify.getTree', { id: top.id }))).toEqual(['甲', '乙'])
    expect(await admin.call('classify.updateSort', { id: second.id, sort: 5 })).toMatchObject({ msg: '更新成功' })
    expect(titles(await admin.ok('classify.getTree', { id: top.id }))).toEqual(['乙', '甲'])
    const renamed = await admin.ok('classify.save', { ...first, title: '丙', subTitle: '第三', version: first.version })
    expect(renamed).toMatchObject({ id: first.id, title: '丙', subTitle: '第三', version: 2, hasChildren: false })
    expect(await admin.call('classify.save', { ...first, title: '丁' })).toMatchObject({
      status: 409,
      data: { facts: { version: 2, changedBy: 'admin' } },
    })
    expect((await admin.call('classify.save', { title: '' })).msg).toBe('请输入名称')
    expect((await admin.call('classify.updateSort', { id: 9001, sort: 1 })).status).toBe(404)
  })
  it('never hang below themselves, nor deeper than ten levels', async () => {
    const admin = await server().as('admin')
    const top = await add(admin, '层')
    let last = top
    for (let level = 2; level <= 10; level += 1) last = await add(admin, `第 ${level} 层`, last.id)
    expect((await admin.call('classify.save', { title: '第 11 层', parentId: last.id })).msg).toBe(
      '多级字典最多 10 级，请选择更高的上级条目',
    )
    expect((await admin.call('classify.save', { ...top, parentId: last.id })).msg).toBe(
      '条目不能移到自身或其下级，请选择其他上级条目',
    )
    expect((await admin.call('classify.save', { ...top, parentId: 9001 })).status).toBe(404)
    const other = await add(admin, '另一个')
    expect((await admin.call('classify.save', { ...top, parentId: other.id })).msg).toBe(
      '多级字典最多 10 级，请选择更高的上级条目',
    )
  })
  it('go with all below them, unless a field uses one [A-251]', async () => {
    const admin = await server().as('admin')
    const top = await add(admin, '可删除')
    const child = await add(admin, '下级', top.id)
    const { id } = await columnNamed(admin, '人才招聘')
    const set = (relationMark: string) =>
      admin.ok('column.settingField', {
        id,
        menuFieldDTOList: [{ fieldName: 'place', fieldAlias: '地点', fieldType: 'SingleLine', relationMark }],
      })
    await set(JSON.stringify({ id: child.id, type: 5 }))
    expect(await admin.call('classify.deleteByIdList', [top.id])).toMatchObject({
      status: 409,
      msg: '字典“下级”正被栏目“人才招聘”的字段“地点”使用，请先在字段设置中取消字典，再删除',
    })
    // Whoever does not hold the column is not told its name.
    await grantExactly(server().deps.db, 'editor', [{ siteId: 0, menuId: MENU.dictionaryTree, settings: [] }])
    expect(await (await server().as('editor')).call('classify.deleteByIdList', [top.id])).toMatchObject({
      status: 409,
      msg: '字典“下级”正被 1 个没有查看权限的栏目使用，请联系管理员在字段设置中取消字典，再删除',
    })
    expect(await admin.call('classify.deleteByIdList', [top.id, 9001])).toMatchObject({ status: 404 })
    await set('')
    expect(await admin.call('classify.deleteByIdList', [{ id: top.id }])).toMatchObject({ code: 200, msg: '删除成功' })
    expect((await admin.call('classify.getTree', { id: child.id })).status).toBe(404)
  })
})
