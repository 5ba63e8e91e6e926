import { beforeEach, expect, it } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, pairs } from '#tests/builders/content.ts'
import { aField } from '#tests/builders/field.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'

const category = (client: TestClient, title: string, siteId = 1) => client.ok('labelCategory.save', { title, siteId })
const label = (client: TestClient, title: string, classId: number, siteId = 1) =>
  client.ok('label.save', { title, classId, siteId })
const titles = (page: { content: { title: string }[] }) => page.content.map((each) => each.title)
/** Each test begins with none. */
const beginEmpty = (server: () => TestServer): void =>
  beforeEach(async () => {
    const { db } = server().deps
    await db.deleteFrom('label').execute()
    await db.deleteFrom('label_category').execute()
  })

onBothDatabases('label categories', (server) => {
  beginEmpty(server)
  it('come in pages of one site or of all, the newest on top [B-165]', async () => {
    const admin = await server().as('admin')
    for (const title of ['行业', '产品', '地区']) await category(admin, title)
    await category(admin, '别处', 2)
    expect(titles(await admin.ok('labelCategory.page', { siteId: 1, size: 1000, page: 1 }))).toEqual([
      '地区',
      '产品',
      '行业',
    ])
    expect(titles(await admin.ok('labelCategory.page', { siteId: 1, size: 10_000 }))).toHaveLength(3)
    expect(titles(await admin.ok('labelCategory.page', { siteId: 1, size: 2, page: 2 }))).toEqual(['行业'])
    expect(titles(await admin.ok('labelCategory.page', { key: '品' }))).toEqual(['产品'])
    expect(titles(await admin.ok('labelCategory.page', { key: '%' }))).toEqual([])
    expect(await admin.ok('labelCategory.page', {})).toMatchObject({ totalElements: 4, totalPages: 1 })
  })
  it('are made, renamed by whoever saw the last version, and deleted [B-369] [B-370] [B-371]', async () => {
    const admin = await server().as('admin')
    const made = await category(admin, ' 行业 ')
    expect(made).toMatchObject({ title: '行业', siteId: 1, version: 1, changedBy: 'admin' })
    const renamed = await admin.ok('labelCategory.save', { ...made, title: '领域' })
    expect(renamed).toMatchObject({ id: made.id, title: '领域', version: 2 })
    expect(await admin.call('labelCategory.save', { ...made, title: '方向' })).toMatchObject({
      status: 409,
      data: { facts: { version: 2, changedBy: 'admin' } },
    })
    expect(await admin.ok('labelCategory.findById', { id: made.id })).toEqual(renamed)
    expect(await admin.call('labelCategory.deleteByIdList', [{ id: made.id }])).toMatchObject({ msg: '删除成功' })
    expect((await admin.call('labelCategory.findById', { id: made.id })).status).toBe(404)
  })
  it('stay while they have labels; all of a list go or none', async () => {
    const admin = await server().as('admin')
    const [full, spare] = [await category(admin, '满'), await category(admin, '空')]
    const one = await label(admin, '一', full.id)
    expect(await admin.call('labelCategory.deleteByIdList', [spare.id, full.id])).toMatchObject({
      status: 409,
      msg: '标签分类“满”下还有 1 个标签，请先删除或移出标签，再删除分类',
    })
    expect(await admin.call('labelCategory.deleteByIdList', [spare.id, 9001])).toMatchObject({
      status: 404,
      msg: '标签分类（编号 9001）不存在，请刷新后重新选择',
    })
    expect((await admin.ok('labelCategory.findById', { id: spare.id })).title).toBe('空')
    await admin.ok('label.save', { ...one, classId: spare.id })
    await admin.ok('labelCategory.deleteByIdList', [full.id])
  })
  it('name the invalid values', async () => {
    const admin = await server().as('admin')
    const { id } = await category(admin, '行业')
    const said = async (form: object) =>
      (await admin.call('labelCategory.save', { title: '新', siteId: 1, ...form })).msg
    expect(await said({ title: ' ' })).toBe('请输入分类名称')
    expect(await said({ siteId: 0 })).toBe('请选择站点')
    expect(await said({ siteId: 77 })).toContain('站点')
    expect(await said({ title: '行业' })).toBe('当前站点已有标签分类“行业”，请换一个名称')
    expect(await said({ title: '行业', siteId: 2 })).toBe('保存成功')
    expect(await said({ id, siteId: 2 })).toBe('标签分类“行业”不能移到其他站点，请在目标站点新增分类')
    expect(await said({ id: 9001 })).toBe('标签分类不存在，可能已被删除，请刷新后重新选择')
    const gone = await admin.call('labelCategory.save', { id: 9001, title: '新', siteId: 1 })
    expect(gone.data, 'by which the form offers to keep what was typed').toEqual({
      facts: { kind: 'missing', missing: [9001] },
    })
  })
})

onBothDatabases('labels', (server) => {
  beginEmpty(server)
  it('come with the names of their categories, by site, category and keyword [B-164] [B-372]', async () => {
    const admin = await server().as('admin')
    const [trade, place] = [await category(admin, '行业'), await category(admin, '地区')]
    await label(admin, '金融', trade.id)
    await label(admin, '教育', trade.id)
    await label(admin, '华东', place.id)
    await label(admin, '远方', (await category(admin, '别处', 2)).id, 2)
    const all = await admin.ok('label.page', { siteId: 1, size: 1000 })
    expect(titles(all)).toEqual(['华东', '教育', '金融'])
    expect(all.content[0]).toMatchObject({ className: '地区', classId: place.id, siteId: 1 })
    expect(titles(await admin.ok('label.page', { siteId: 1, classId: trade.id }))).toEqual(['教育', '金融'])
    expect(titles(await admin.ok('label.page', { siteId: 1, key: '融' }))).toEqual(['金融'])
    expect(await admin.ok('label.page', { size: 3, page: 2 })).toMatchObject({ totalElements: 4, totalPages: 2 })
  })
  it('are made, changed by whoever saw the last version, and deleted [B-373] [B-374] [B-375]', async () => {
    const admin = await server().as('admin')
    const [trade, place] = [await category(admin, '行业'), await category(admin, '地区')]
    const made = await label(admin, '金融', trade.id)
    expect(made).toMatchObject({ title: '金融', className: '行业', version: 1 })
    const moved = await admin.ok('label.save', { ...made, title: '华东', classId: place.id })
    expect(moved).toMatchObject({ id: made.id, title: '华东', className: '地区', version: 2 })
    expect((await admin.call('label.save', { ...made, title: '华北' })).status).toBe(409)
    expect(await admin.ok('label.findById', { id: made.id })).toEqual(moved)
    expect(await admin.call('label.deleteByIdList', [{ id: made.id }])).toMatchObject({ msg: '删除成功' })
    expect((await admin.call('label.findById', { id: made.id })).status).toBe(404)
    expect((await admin.call('label.deleteByIdList', [made.id])).msg).toContain('请刷新后重新选择')
  })
  it('name the invalid values', async () => {
    const admin = await server().as('admin')
    const [trade, away] = [await category(admin, '行业'), await category(admin, '别处', 2)]
    await label(admin, '金融', trade.id)
    const said = async (form: object) =>
      (await admin.call('label.save', { title: '新', classId: trade.id, siteId: 1, ...form })).msg
    expect(await said({ title: '' })).toBe('请输入标签名称')
    expect(await said({ classId: 0 })).toBe('请选择标签分类')
    expect(await said({ classId: away.id })).toBe('标签分类“别处”不属于当前站点，请重新选择分类')
    expect(await said({ classId: 9001 })).toContain('标签分类不存在')
    const missingOf = async (form: object) =>
      (await admin.call('label.save', { title: '新', classId: trade.id, siteId: 1, ...form })).data
    expect(await missingOf({ id: 9001 })).toEqual({ facts: { kind: 'missing', missing: [9001] } })
    expect(await missingOf({ id: 9001, classId: 9001 }), 'the category is not the label').toBeNull()
    expect(await said({ title: '金融' })).toBe('分类“行业”已有标签“金融”，请换一个名称')
  })
  it('belong to their site: who has not the site neither sees nor changes them', async () => {
    const [admin, editor] = [await server().as('admin'), await server().as('editor')]
    const away = await category(admin, '二站分类', 2)
    const one = await label(admin, '二站标签', away.id, 2)
    expect(titles(await editor.ok('labelCategory.page', { size: 1000 }))).not.toContain('二站分类')
    expect(titles(await editor.ok('label.page', { size: 1000 }))).not.toContain('二站标签')
    expect((await editor.call('label.page', { siteId: 2 })).status).toBe(403)
    expect((await editor.call('label.findById', { id: one.id })).status).toBe(403)
    expect((await editor.call('labelCategory.findById', { id: away.id })).status).toBe(403)
  })
  it('are out of sight while their site is in the recycle area', async () => {
    const admin = await server().as('admin')
    await label(admin, '二站标签', (await category(admin, '二站分类', 2)).id, 2)
    await admin.ok('site.deleteByIdList', [2])
    expect(titles(await admin.ok('label.page', { size: 1000 }))).not.toContain('二站标签')
    await admin.ok('site.restore', [2])
    expect(titles(await admin.ok('label.page', { size: 1000 }))).toContain('二站标签')
  })
  it('cannot be deleted while content has them', async () => {
    const admin = await server().as('admin')
    const { id: classId, title, siteId } = await emptyColumn(admin)
    const menuFieldDTOList = [aField('title'), aField('tags', { fieldType: 'RelationLabel', isSearch: true })]
    await admin.ok('column.settingField', { id: classId, menuFieldDTOList })
    const trade = await category(admin, '行业', siteId)
    const [one, two] = [await label(admin, '金融', trade.id, siteId), await label(admin, '能源', trade.id, siteId)]
    const save = async (tags: string, isStatus: boolean) =>
      (await admin.ok('content.save', { classId, isStatus, fieldList: pairs({ title: '年报', tags }) })).id
    const ids = [await save(`${one.id},${two.id}`, true), await save(String(one.id), false)]
    const third = await label(admin, '水利', trade.id, siteId)
    const draft = await save(String(third.id), false)
    const binned = await save(String(one.id), false)
    await admin.ok('content.deleteByIdList', { classId, idList: [binned] })
    await save(`${one.id}0`, false)
    expect(await admin.call('label.deleteByIdList', [one.id])).toMatchObject({
      status: 409,
      msg: `标签“金融”正被 3 篇内容使用（例如栏目“${title}”的内容“年报”），请先从相关内容中移除标签，再删除`,
      data: { facts: { used: 3 } },
    })
    // Who has not the codes of the content takes nothing off it.
    const menus = { siteId: 0, menuId: MENU.label }
    const as = async (...settings: number[]) => {
      await grantExactly(server().deps.db, 'editor', [menus, { siteId, menuId: classId, settings }])
      return server().as('editor')
    }
    expect(await (await as(1101)).call('label.takeOff', [one.id])).toMatchObject({ status: 403 })
    expect(await (await as(1102)).call('label.takeOff', [one.id])).toMatchObject({ status: 403 })
    expect(await (await as(1104)).call('label.takeOff', [third.id])).toMatchObject({ status: 403 })
    // Whose entries the caller may not read is not said.
    await grantExactly(server().deps.db, 'editor', [menus, { siteId, menuId: (await emptyColumn(admin)).id }])
    expect(await (await server().as('editor')).call('label.deleteByIdList', [third.id])).toMatchObject({
      msg: '标签“水利”正被 1 篇内容使用，请先从相关内容中移除标签，再删除',
    })
    await admin.ok('site.deleteByIdList', [siteId])
    expect((await admin.call('label.takeOff', [third.id])).status).toBe(404)
    await admin.ok('site.restore', [siteId])
    // A draft needs the right to edit alone.
    expect(await (await as(1102)).ok('label.takeOff', [third.id])).toEqual({ entries: 1 })
    expect(await admin.ok('content.findById', { classId, id: draft })).toMatchObject({ labelIds: [], isStatus: false })
    expect(await admin.ok('content.findById', { classId, id: ids[0] ?? 0 })).toMatchObject({
      labelIds: [one.id, two.id],
    })
    expect(await (await as(1102, 1104)).ok('label.takeOff', [one.id])).toEqual({ entries: 3 })
    const entry = await admin.ok('content.findById', { classId, id: ids[0] ?? 0 })
    expect(entry).toMatchObject({ labelIds: [two.id], tags: String(two.id), isStatus: true, changedBy: 'editor' })
    expect(await admin.ok('content.findById', { classId, id: binned })).toMatchObject({ labelIds: [] })
    const by = { classId, fieldKeyValuePairDTOList: [{ fieldName: 'tags', fieldValue: String(one.id) }] }
    expect((await admin.ok('content.page', by)).totalElements).toBe(0)
    expect(await admin.call('label.deleteByIdList', [one.id])).toMatchObject({ msg: '删除成功' })
    expect((await admin.call('label.deleteByIdList', [two.id])).status).toBe(409)
  })
})
