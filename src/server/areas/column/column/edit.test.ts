import { expect, it } from 'vitest'
import { COLUMN_SWITCHES, type MenuField } from '#shared/contract/column.ts'
import { columnNamed, columnsOf } from '#tests/builders/column.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('a column’s', (server) => {
  it('switches turn over one by one, or to a value [A-238]', async () => {
    const admin = await server().as('admin')
    const { id } = await columnNamed(admin, '集团新闻')
    expect(COLUMN_SWITCHES).toHaveLength(12)
    for (const name of [...COLUMN_SWITCHES, 'isAddArticle'] as const) {
      const before = await admin.ok('column.findById', { id })
      const answer = await admin.call('column.updateSwitch', { id, menuSwitchEnum: name })
      expect(answer).toMatchObject({ code: 200, msg: '设置成功', data: { value: !before[name] } })
      expect((await admin.ok('column.findById', { id }))[name], name).toBe(!before[name])
      await admin.ok('column.updateSwitch', { id, menuSwitchEnum: name, value: before[name] })
      await admin.ok('column.updateSwitch', { id, menuSwitchEnum: name, value: before[name] })
      const after = await admin.ok('column.findById', { id })
      const { version, changedBy, changeDate } = after
      expect(after, name).toEqual({ ...before, version, changedBy, changeDate })
    }
    for (const menuSwitchEnum of ['title', 'version', '', null])
      expect((await admin.call('column.updateSwitch', { id, menuSwitchEnum })).msg).toBe('请选择要设置的栏目属性')
  })
  it('sort puts the larger one higher, where sorting is allowed [A-241] [A-023]', async () => {
    const admin = await server().as('admin')
    const { id } = await columnNamed(admin, '媒体报道')
    const order = async () => (await columnNamed(admin, '新闻中心')).child.map((node) => node.title)
    expect(await admin.call('column.updateSort', { id, sort: 500 })).toMatchObject({ code: 200, msg: '更新成功' })
    expect(await order()).toEqual(['媒体报道', '集团新闻', '行业动态'])
    for (const sort of [-1, 1.5, 1e10, 'x'])
      expect((await admin.call('column.updateSort', { id, sort })).status).toBe(400)
    await admin.ok('column.updateSwitch', { id, menuSwitchEnum: 'allowSort' })
    expect((await admin.call('column.updateSort', { id, sort: 1 })).msg).toContain('不允许排序')
    expect((await order())[0]).toBe('媒体报道')
  })
  it('sort and the switches that its form holds too are seen by who has the form open', async () => {
    const admin = await server().as('admin')
    const { id, title } = await columnNamed(admin, '公司简介')
    const meanwhile = [
      () => admin.ok('column.updateSort', { id, sort: 77 }),
      () => admin.ok('column.updateSwitch', { id, menuSwitchEnum: 'isAddArticle' }),
      () => admin.ok('column.updateSwitch', { id, menuSwitchEnum: 'targetBlank' }),
    ]
    for (const change of meanwhile) {
      const { version } = await admin.ok('column.findById', { id })
      await change()
      expect((await admin.call('column.saveBase', { id, title, version })).status).toBe(409)
    }
    const { version } = await admin.ok('column.findById', { id })
    await admin.ok('column.updateSwitch', { id, menuSwitchEnum: 'showCrumbs' })
    expect((await admin.call('column.saveBase', { id, title, version })).code).toBe(200)
  })
  it('names and positions are set in the settings dialog [A-242]', async () => {
    const admin = await server().as('admin')
    const { id } = await columnNamed(admin, '首页轮播图')
    const input = { id, className: '轮播', classEnName: 'Slides', showPositionIds: [4, 1, 1] }
    expect(await admin.ok('column.updateTitle', input)).toMatchObject({
      title: '轮播',
      enTitle: 'Slides',
      showPositionIds: [4, 1],
    })
    expect(await admin.ok('column.updateTitle', { id, title: '轮播图' })).toMatchObject({
      enTitle: 'Slides',
      showPositionIds: [4, 1],
    })
    expect((await admin.call('column.updateTitle', { id, title: '' })).msg).toBe('请输入栏目名称')
    const other = await columnNamed(admin, '下载中心')
    expect((await admin.call('column.updateTitle', { id: other.id, title: 'x', showPositionIds: [1] })).status).toBe(
      400,
    )
  })
  it('SEO texts are set, up to 100000 characters of description', async () => {
    const admin = await server().as('admin')
    const { id } = await columnNamed(admin, '下载中心')
    const seo = { seoTitle: '下载', seoKeywords: '资料,下载', seoDescription: '说'.repeat(100_000) }
    expect(await admin.ok('column.updateSeo', { id, ...seo })).toMatchObject(seo)
    expect((await admin.call('column.updateSeo', { id, seoDescription: '说'.repeat(100_001) })).status).toBe(400)
    expect(await admin.ok('column.updateSeo', { id, seoTitle: '' })).toMatchObject({ ...seo, seoTitle: '' })
  })
  it('workflow is linked and unlinked [A-140]', async () => {
    const admin = await server().as('admin')
    const { id } = await columnNamed(admin, '人才招聘')
    const link = {
      workFlowId: await buildWorkflow(admin, { title: '审批' }),
      workFlowName: '审批',
      bindDateTime: '2026-01-01 08:00:00',
      status: 1,
      revocability: true,
    }
    const set = (relationWorkFlow: unknown) => admin.call('column.saveWorkFlow', { id, relationWorkFlow })
    expect(await set(JSON.stringify(link))).toMatchObject({ code: 200, msg: '保存成功' })
    expect(JSON.parse((await admin.ok('column.findByPost', { id })).relationWorkFlow)).toEqual(link)
    expect(await set(JSON.stringify({ ...link, status: false }))).toMatchObject({ code: 200, msg: '已取消' })
    expect(await set('')).toMatchObject({ code: 200, msg: '已取消', data: { relationWorkFlow: '' } })
    for (const wrong of ['x', '{}', '[]', '{"workFlowId":0}'])
      expect(await set(wrong)).toMatchObject({ msg: '请选择审批流程' })
  })
  it('is read by POST as by GET [B-331]', async () => {
    const admin = await server().as('admin')
    const { id } = await columnNamed(admin, '集团新闻')
    expect(await admin.ok('column.findByPost', { id })).toEqual(await admin.ok('column.findById', { id }))
  })
})

const field = (fieldName: string, more: Partial<MenuField> = {}) => ({
  fieldName,
  fieldAlias: fieldName,
  fieldType: 'SingleLine' as const,
  ...more,
})

onBothDatabases('the fields of a column', (server) => {
  it('are kept in their order, which is the sort value [A-244] [A-245] [A-059] [A-060] [A-063]', async () => {
    const admin = await server().as('admin')
    const { id } = await columnNamed(admin, '集团新闻')
    const fields = [
      field('title', { isRequired: true, isList: true, isSearch: true, note: '必填', defaultValue: '无题' }),
      field('photos', { fieldType: 'BatchPhoto', batchItemOpenTitle: true, batchItemOpenNofollow: true }),
      field('kind', { relationMark: '{"id":7,"type":5}' }),
    ]
    const sent = fields.map((item, index) => ({ ...item, sort: 90 - index }))
    expect(await admin.call('column.settingField', { id, menuFieldDTOList: sent })).toMatchObject({
      code: 200,
      msg: '设置成功',
    })
    const read = await admin.ok('column.getSettingField', { id })
    expect(read.menuFieldDTOList).toMatchObject(fields.map((item, index) => ({ ...item, sort: index + 1 })))
    expect(read.menuFieldDTOList[1]).toMatchObject({
      isAdd: true,
      isUpdate: true,
      isRequired: false,
      batchItemOpenLink: false,
    })
    const detail = await admin.ok('column.findById', { id })
    expect([detail.menuField.length, detail.listField.length, detail.searchField.length]).toEqual([3, 1, 1])
    const turned = read.menuFieldDTOList.toReversed()
    await admin.ok('column.settingField', { id, menuFieldDTOList: turned, version: read.version })
    const again = await admin.ok('column.getSettingField', { id })
    expect(again.menuFieldDTOList.map((item) => [item.fieldName, item.sort])).toEqual([
      ['kind', 1],
      ['photos', 2],
      ['title', 3],
    ])
  })
  it('name the error of a field [A-185] [A-186]', async () => {
    const admin = await server().as('admin')
    const { id } = await columnNamed(admin, '行业动态')
    const said = async (...menuFieldDTOList: object[]) =>
      (await admin.call('column.settingField', { id, menuFieldDTOList })).msg
    expect(await said(field('kind', { relationMark: '{"type":1}' }))).toBe('请选择字典ID')
    expect(await said(field('kind', { relationMark: '{"id":7}' }))).toBe('请选择字典类型')
    expect(await said(field('kind', { relationMark: '{"id":7,"type":6}' }))).toBe('请选择字典类型')
    expect(await said(field('title'), field('title'))).toBe('字段“title”重复了，请删除一个')
    expect(await said(field('1 bad'))).toContain('字段名')
    expect(await said({ ...field('title'), fieldType: 'Nothing' })).toBe('字段类型不正确')
    expect((await admin.ok('column.getSettingField', { id })).menuFieldDTOList).toHaveLength(8)
  })
})

onBothDatabases('copying a column', (server) => {
  it('takes what is below it and its fields, to another place or site [A-239]', async () => {
    const admin = await server().as('admin')
    const [news, about] = [await columnNamed(admin, '新闻中心'), await columnNamed(admin, '关于我们')]
    const order = { copyIdFrom: news.id, toMenuParentId: about.id, toSiteId: 1 }
    expect(await admin.call('column.copy', order)).toMatchObject({ code: 200, msg: '复制成功' })
    const copy = (await columnNamed(admin, '关于我们')).child.find((node) => node.title === '新闻中心')
    expect(copy?.child.map((node) => node.title)).toEqual(news.child.map((node) => node.title))
    for (const [index, node] of (copy?.child ?? []).entries()) {
      expect(node.manageUrl).toBe(`/admin/model_manage/${node.id}`)
      const [from, to] = [
        await admin.ok('column.findById', { id: news.child[index]?.id ?? 0 }),
        await admin.ok('column.findById', { id: node.id }),
      ]
      expect([to.menuField, to.setting, to.sort]).toEqual([from.menuField, from.setting, from.sort])
    }
    const away = await admin.ok('column.copy', { copyIdFrom: news.id, toMenuParentId: 0, toSiteId: 2 })
    expect(away).toMatchObject({ siteId: 2, parentId: 0, title: '新闻中心', version: 1 })
    expect((await columnNamed(admin, '新闻中心', 2)).child).toHaveLength(3)
  })
  it('leaves the workflow behind in its own site', async () => {
    const admin = await server().as('admin')
    const { id } = await columnNamed(admin, '下载中心')
    await linkWorkflow(admin, id, await buildWorkflow(admin))
    const { relationWorkFlow } = await admin.ok('column.findByPost', { id })
    const copy = (toSiteId: number) => admin.ok('column.copy', { copyIdFrom: id, toMenuParentId: 0, toSiteId })
    expect([(await copy(1)).relationWorkFlow, (await copy(2)).relationWorkFlow]).toEqual([relationWorkFlow, ''])
  })
  it('keeps marks unique', async () => {
    const admin = await server().as('admin')
    const { id } = await admin.ok('column.saveBase', { siteId: 1, title: '标识栏目', identifies: 'only' })
    const copy = (toSiteId: number) => admin.ok('column.copy', { copyIdFrom: id, toMenuParentId: 0, toSiteId })
    expect([(await copy(1)).identifies, (await copy(2)).identifies, (await copy(2)).identifies]).toEqual([
      '',
      'only',
      '',
    ])
  })
  it('is refused below itself, of the system, and to places that are not there; nothing is made', async () => {
    const admin = await server().as('admin')
    const products = await columnNamed(admin, '产品中心')
    const before = (await columnsOf(admin, 1)).length
    const copy = async (copyIdFrom: number, toMenuParentId: number, toSiteId = 1) =>
      (await admin.call('column.copy', { copyIdFrom, toMenuParentId, toSiteId })).status
    expect(await copy(products.id, products.id)).toBe(400)
    expect(await copy(products.id, products.child[0]?.id ?? 0)).toBe(400)
    expect(await copy(products.id, products.id, 2)).toBe(404)
    expect(await copy(products.id, 0, 77)).toBe(404)
    expect(await copy(products.id, 0, 0)).toBe(403)
    expect(await copy(30, 0)).toBe(403)
    expect(await copy(99_999, 0)).toBe(404)
    expect(await columnsOf(admin, 1)).toHaveLength(before)
  })
})
