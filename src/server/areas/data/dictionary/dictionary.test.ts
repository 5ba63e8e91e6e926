import { expect, it } from 'vitest'
import { columnNamed } from '#tests/builders/column.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const field = (relationMark: string) => ({
  fieldName: 'degree',
  fieldAlias: '学历要求',
  fieldType: 'SingleLine' as const,
  relationMark,
})

onBothDatabases('flat dictionaries', (server) => {
  it('come in pages with their values, the newest on top [B-163] [B-360]', async () => {
    const admin = await server().as('admin')
    const all = await admin.ok('dictionary.page', { size: 1000, page: 1 })
    expect(all.content.map((each) => each.title)).toEqual(['性别', '学历', '工作年限', '工作性质', '行业'])
    expect(all.content[0]).toMatchObject({ siteId: 0, value: ['男', '女'], version: 1 })
    expect(all.totalElements).toBe(5)
    const second = await admin.ok('dictionary.page', { size: 2, page: 2 })
    expect(second.content.map((each) => each.title)).toEqual(['工作年限', '工作性质'])
    expect((await admin.ok('dictionary.page', { key: '学历' })).content).toHaveLength(1)
    expect((await admin.ok('dictionary.page', { key: '%' })).content).toHaveLength(0)
  })
  it('are made, changed by whoever saw the last version, and deleted [B-361] [B-362] [B-363]', async () => {
    const admin = await server().as('admin')
    const made = await admin.ok('dictionary.save', { title: ' 颜色 ', siteId: 1, value: ['红', '蓝'] })
    expect(made).toMatchObject({ title: '颜色', siteId: 1, value: ['红', '蓝'], version: 1, changedBy: 'admin' })
    const changed = await admin.ok('dictionary.save', { ...made, value: ['红', '绿'] })
    expect(changed).toMatchObject({ id: made.id, value: ['红', '绿'], version: 2 })
    expect(await admin.call('dictionary.save', { ...made, value: ['黄'] })).toMatchObject({
      status: 409,
      data: { facts: { version: 2, changedBy: 'admin' } },
    })
    expect(await admin.ok('dictionary.findById', { id: made.id })).toEqual(changed)
    expect(await admin.call('dictionary.deleteByIdList', [{ id: made.id }])).toMatchObject({ msg: '删除成功' })
    expect((await admin.call('dictionary.findById', { id: made.id })).status).toBe(404)
  })
  it('name the invalid values', async () => {
    const admin = await server().as('admin')
    const said = async (form: object) =>
      (await admin.call('dictionary.save', { title: '颜色', value: ['红'], ...form })).msg
    expect(await said({ title: ' ' })).toBe('请输入字典名称')
    expect(await said({ value: [] })).toBe('请填写字典值')
    expect(await said({ value: ['红', ' '] })).toBe('字典值不能为空')
    expect(await said({ value: ['红', '红'] })).toBe('字典值“红”重复了，请删除一个')
    expect(await said({ value: ['红,蓝'] })).toContain('英文逗号')
    expect(await said({ id: 9001 })).toBe('字典不存在，可能已被删除，请刷新')
    const gone = await admin.call('dictionary.save', { id: 9001, title: '颜色', value: ['红'] })
    expect(gone.data, 'by which the form offers to keep what was typed').toEqual({
      facts: { kind: 'missing', missing: [9001] },
    })
    expect(await said({ siteId: 77 })).toContain('站点')
  })
  it('belong to their site: others neither see nor change them, and shared ones are the super administrators’', async () => {
    const [admin, editor] = [await server().as('admin'), await server().as('editor')]
    const away = await admin.ok('dictionary.save', { title: '二站专用', siteId: 2, value: ['甲'] })
    const sites = (await editor.ok('site.page', { page: 1, size: 200 })).content.map((site) => site.id)
    expect(sites).not.toContain(2)
    const seen = (await editor.ok('dictionary.page', { size: 1000 })).content.map((each) => each.title)
    expect(seen).toContain('学历')
    expect(seen).not.toContain('二站专用')
    expect((await editor.call('dictionary.page', { siteId: 2 })).status).toBe(403)
    expect((await editor.call('dictionary.findById', { id: away.id })).status).toBe(403)
    expect((await admin.ok('dictionary.page', { siteId: 1, size: 1000 })).content.map((each) => each.title)).toEqual(
      seen,
    )
  })
  it('stay with the fields of other sites that use one', async () => {
    const admin = await server().as('admin')
    const { id } = await columnNamed(admin, '人才招聘')
    const shared = await admin.ok('dictionary.save', { title: '共用的', value: ['一'] })
    await admin.ok('column.settingField', {
      id,
      menuFieldDTOList: [field(JSON.stringify({ id: shared.id, type: 1 }))],
    })
    expect(await admin.call('dictionary.save', { ...shared, siteId: 2 })).toMatchObject({
      status: 409,
      msg: '字典“共用的”正被栏目“人才招聘”的字段“学历要求”使用，请先在字段设置中取消字典，再更换站点',
    })
    const own = await admin.ok('dictionary.save', { ...shared, siteId: 1 })
    expect(await admin.ok('dictionary.save', { ...own, siteId: 0 })).toMatchObject({ siteId: 0 })
    await admin.ok('column.settingField', { id, menuFieldDTOList: [field('')] })
    expect(await admin.ok('dictionary.save', { ...own, version: 3, siteId: 2 })).toMatchObject({ siteId: 2 })
  })
  it('stay while a field uses one; all of a list go or none', async () => {
    const admin = await server().as('admin')
    const { id } = await columnNamed(admin, '人才招聘')
    const degree = (await admin.ok('dictionary.page', { key: '学历' })).content[0]
    const spare = await admin.ok('dictionary.save', { title: '备用', value: ['一'] })
    const mark = JSON.stringify({ id: degree?.id, type: 1 })
    await admin.ok('column.settingField', { id, menuFieldDTOList: [field(mark)] })
    expect(await admin.call('dictionary.deleteByIdList', [spare.id, degree?.id])).toMatchObject({
      status: 409,
      msg: '字典“学历”正被栏目“人才招聘”的字段“学历要求”使用，请先在字段设置中取消字典，再删除',
    })
    expect(await admin.call('dictionary.deleteByIdList', [spare.id, 9001])).toMatchObject({
      status: 404,
      msg: '编号为 9001 的字典不存在，请刷新后重新选择',
    })
    expect((await admin.ok('dictionary.findById', { id: spare.id })).title).toBe('备用')
    // Type 5 names a multi-level dictionary, whatever flat one has the same id.
    await admin.ok('column.settingField', {
      id,
      menuFieldDTOList: [field(JSON.stringify({ id: degree?.id, type: 5 }))],
    })
    await admin.ok('dictionary.deleteByIdList', [spare.id, { id: degree?.id ?? 0 }])
  })
})
