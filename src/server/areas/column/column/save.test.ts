import { expect, it } from 'vitest'
import { columnDetail } from '#shared/contract/column.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { columnNamed, columnsOf, grantExactly } from '#tests/builders/column.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('adding a column', (server) => {
  it('gives it a number from 200 up, its type’s permissions and address [A-237] [A-158] [A-160] [A-161] [A-157] [A-207]', async () => {
    const admin = await server().as('admin')
    const add = (menuType: number) => admin.ok('column.saveBase', { siteId: 1, title: `类型${menuType}`, menuType })
    const [article, list, plain] = [await add(0), await add(1), await add(2)]
    for (const made of [article, list, plain]) {
      expect(columnDetail.parse(made)).toEqual(made)
      expect(made.id).toBeGreaterThanOrEqual(200)
    }
    expect([article.setting, article.manageUrl]).toEqual([[1102, 1103, 1104, 1105], `/admin/menu_manage/${article.id}`])
    expect([list.setting, list.manageUrl, list.isAddArticle]).toEqual([
      [1101, 1102, 1103, 1104, 1105, 1106, 1107, 1122],
      `/admin/model_manage/${list.id}`,
      true,
    ])
    expect([plain.setting, plain.manageUrl]).toEqual([[1105], ''])
  })
  it('takes either spelling of the names and answers both', async () => {
    const admin = await server().as('admin')
    const names = { className: '专题', classEnName: 'Topics' }
    const made = await admin.ok('column.saveBase', { siteId: 1, ...names, moduleId: 8, showPositionIds: [1, 4] })
    expect(made).toMatchObject({ title: '专题', enTitle: 'Topics', ...names, moduleId: 8, showPositionIds: [1, 4] })
    const again = await admin.ok('column.saveBase', { id: made.id, title: '专题二', enTitle: 'Topics 2' })
    expect(again).toMatchObject({ className: '专题二', classEnName: 'Topics 2', moduleId: 8 })
  })
  it('asks to log in again, so that the column framework refreshes', async () => {
    const admin = await server().as('admin')
    const answer = await admin.call('column.saveBase', { siteId: 1, title: '新栏目' })
    expect(answer).toMatchObject({ code: 200, msg: '栏目添加成功，请退出后重新登录，以刷新栏目' })
    const edited = await admin.call('column.saveBase', { id: answer.data.id, title: '新栏目二' })
    expect(edited).toMatchObject({ code: 200, msg: '保存成功' })
  })
  it('reports missing values [A-170] [A-171] [A-172]', async () => {
    const admin = await server().as('admin')
    const message = async (input: object) => (await admin.call('column.saveBase', { siteId: 1, ...input })).msg
    expect(await message({})).toBe('请输入站点名称')
    expect(await message({ title: '  ' })).toBe('请输入站点名称')
    expect(await message({ id: (await columnNamed(admin, '集团新闻')).id, title: '' })).toBe('请输入站点名称')
    expect(await message({ className: '', moduleId: 1 })).toBe('请输入栏目名称')
    expect(await message({ className: '专题' })).toBe('请选择栏目模块')
    expect(await message({ className: '专题', moduleId: 0 })).toBe('请选择栏目模块')
  })
  it('refuses what no column can have, and adds nothing', async () => {
    const admin = await server().as('admin')
    const before = (await columnsOf(admin, 1)).length
    const refused = async (input: object) => {
      const { status, msg } = await admin.call('column.saveBase', { siteId: 1, title: '坏', ...input })
      expect(status, msg).toBeGreaterThanOrEqual(400)
      expect(status, msg).toBeLessThan(500)
      return msg
    }
    expect(await refused({ title: '长'.repeat(255) })).toBe('栏目名称不能超过 254 个字')
    expect(await refused({ title: '两\n行' })).toContain('栏目名称含有换行')
    expect(await refused({ code: '../up' })).toContain('栏目代码只能用')
    expect(await refused({ frontListUrl: ['/a/../../etc/index.html'] })).toContain('“..”')
    expect(await refused({ frontDetailTemplate: ['..\\secret.html'] })).toContain('“..”')
    expect(await refused({ sort: -1 })).toBe('排序不能小于 0')
    expect(await refused({ sort: 1e12 })).toContain('排序不能大于')
    expect(await refused({ menuType: 0, setting: [1101] })).toContain('1101')
    expect(await refused({ setting: [1123] })).toContain('1123')
    expect(await refused({ showPositionIds: [1] })).toContain('展示位置')
    expect(await refused({ moduleId: 9, showPositionIds: [2] })).toContain('展示位置')
    expect(await refused({ identifies: 'x', showPositionIds: [5] })).toContain('1 到 4')
    expect(await refused({ parentId: 99_999 })).toContain('上级栏目不存在')
    expect(await refused({ parentId: (await columnNamed(admin, '海洋装备', 2)).id })).toContain('上级栏目不存在')
    expect(await refused({ siteId: 99 })).toContain('99')
    expect(await refused({ siteId: 0 })).toContain('系统栏目')
    expect(await refused({ identifies: 'banner' })).toContain('首页轮播图')
    expect(await columnsOf(admin, 1)).toHaveLength(before)
  })
  it('keeps HTML as the text that it is', async () => {
    const title = '<img src=x onerror=alert(1)>&amp;'
    const admin = await server().as('admin')
    expect(await admin.ok('column.saveBase', { siteId: 1, title })).toMatchObject({ title })
  })
  it('below one that takes no children is refused', async () => {
    const admin = await server().as('admin')
    const parent = await columnNamed(admin, '产品中心')
    await admin.ok('column.updateSwitch', { id: parent.id, menuSwitchEnum: 'allowAddChild', value: false })
    expect(await admin.call('column.saveBase', { siteId: 1, parentId: parent.id, title: '下级' })).toMatchObject({
      status: 403,
      msg: '栏目“产品中心”不允许添加下级栏目，需要时请先在“编辑属性”中开启',
    })
  })
  it('lets its maker work with it at once', async () => {
    const { db } = server().deps
    const news = await columnNamed(await server().as('admin'), '新闻中心')
    await grantExactly(db, 'editor', [
      { siteId: 0, menuId: MENU.columns },
      { siteId: 1, menuId: news.id },
    ])
    const editor = await server().as('editor')
    const made = await editor.ok('column.saveBase', { siteId: 1, parentId: news.id, title: '我的栏目', menuType: 1 })
    expect((await editor.ok('column.findById', { id: made.id })).parentId).toBe(news.id)
    const { siteItemDTOList } = await editor.ok('account.current', {})
    const held = siteItemDTOList.flatMap((site) => site.menuItemDTOList).find((menu) => menu.menuId === made.id)
    expect(held?.settingList).toEqual(made.setting)
  })
})

onBothDatabases('editing a column', (server) => {
  it('changes what is given and keeps the rest', async () => {
    const admin = await server().as('admin')
    const { id } = await columnNamed(admin, '集团新闻')
    const before = await admin.ok('column.findById', { id })
    const after = await admin.ok('column.saveBase', { id, title: '要闻', seoTitle: '要闻标题', targetBlank: true })
    const { version, changedBy, changeDate, ...rest } = after
    const expected = { ...before, title: '要闻', className: '要闻', seoTitle: '要闻标题', targetBlank: true }
    expect({ ...rest, version: 0, changedBy: '', changeDate: '' }).toEqual({
      ...expected,
      version: 0,
      changedBy: '',
      changeDate: '',
    })
    expect([version, changedBy]).toEqual([2, 'admin'])
    expect(changeDate).toMatch(/^\d{4}-/)
    expect(await admin.ok('column.findById', { id })).toEqual(after)
  })
  it('to another type resets its permissions and address; the list of ids that was ticked is kept [A-156] [A-199]', async () => {
    const admin = await server().as('admin')
    const { id, title } = await columnNamed(admin, '行业动态')
    const to = (menuType: number) => admin.ok('column.saveBase', { id, title, menuType })
    const facts = async (menuType: number) => {
      const { setting, manageUrl } = await to(menuType)
      return [setting, manageUrl]
    }
    await admin.ok('column.saveBase', { id, title, setting: [1101, 1120] })
    expect(await facts(1)).toEqual([[1101, 1120], `/admin/model_manage/${id}`])
    expect(await facts(0)).toEqual([[1102, 1103, 1104, 1105], `/admin/menu_manage/${id}`])
    expect(await facts(2)).toEqual([[1105], ''])
  })
  it('moves it, but never below itself or into another site', async () => {
    const admin = await server().as('admin')
    const [news, media] = [await columnNamed(admin, '新闻中心'), await columnNamed(admin, '媒体报道')]
    const move = (id: number, title: string, parentId: number) => admin.call('column.saveBase', { id, title, parentId })
    for (const parentId of [news.id, media.id])
      expect(await move(news.id, '新闻中心', parentId)).toMatchObject({
        status: 400,
        msg: '栏目“新闻中心”不能移到自身或其下级栏目之下，请选择其他上级栏目',
      })
    expect(await admin.call('column.saveBase', { id: news.id, title: '新闻中心', siteId: 2 })).toMatchObject({
      status: 400,
      msg: '栏目不能移到其他站点，请使用“复制栏目”',
    })
    expect((await move(media.id, '媒体报道', 0)).data).toMatchObject({ parentId: 0 })
    expect((await move(news.id, '新闻中心', media.id)).code).toBe(200)
    expect((await columnNamed(admin, '媒体报道')).child.map((node) => node.title)).toEqual(['新闻中心'])
  })
  it('is refused for an outdated version, and says who changed it and when', async () => {
    const admin = await server().as('admin')
    const { id } = await columnNamed(admin, '发展历程')
    const seen = await admin.ok('column.findById', { id })
    await admin.ok('column.saveBase', { id, title: '历程', version: seen.version })
    for (const call of [
      () => admin.call('column.saveBase', { id, title: '旧', version: seen.version }),
      () => admin.call('column.updateTitle', { id, title: '旧', version: seen.version }),
      () => admin.call('column.updateSeo', { id, seoTitle: '旧', version: seen.version }),
      () => admin.call('column.settingField', { id, menuFieldDTOList: [], version: seen.version }),
    ]) {
      const answer = await call()
      expect(answer).toMatchObject({ status: 409, data: { facts: { version: 2, changedBy: 'admin' } } })
      expect(answer.msg).toMatch(/^栏目“历程”已被 admin 于 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d 修改/)
    }
    const current = await admin.ok('column.findById', { id })
    expect([current.title, current.seoTitle, current.menuField.length]).toEqual(['历程', seen.seoTitle, 2])
    expect((await admin.call('column.saveBase', { id, title: '覆盖', version: current.version })).code).toBe(200)
  })
  it('of a system column keeps place and type, and is the super administrators’ alone', async () => {
    const admin = await server().as('admin')
    const input = { id: MENU.templates, title: '模板' }
    expect(await admin.ok('column.saveBase', input)).toMatchObject({ title: '模板', manageUrl: '/site/template/list' })
    expect((await admin.call('column.saveBase', { ...input, parentId: 0 })).status).toBe(403)
    expect((await admin.call('column.saveBase', { ...input, menuType: 1 })).status).toBe(403)
    await grantExactly(server().deps.db, 'designer', [{ siteId: 0, menuId: MENU.columns }])
    const designer = await server().as('designer')
    expect(await designer.call('column.saveBase', { id: MENU.columns, title: '我的' })).toMatchObject({
      status: 403,
      msg: '系统栏目只能由超级管理员修改',
    })
  })
  it('of one that may not be changed is refused until the attribute is on', async () => {
    const admin = await server().as('admin')
    const { id } = await columnNamed(admin, '企业文化')
    await admin.ok('column.updateSwitch', { id, menuSwitchEnum: 'allowUpdate' })
    expect(await admin.call('column.saveBase', { id, title: 'x' })).toMatchObject({ status: 403 })
    expect(await admin.call('column.updateSwitch', { id, menuSwitchEnum: 'showFront' })).toMatchObject({ status: 403 })
    await admin.ok('column.updateSwitch', { id, menuSwitchEnum: 'allowUpdate' })
    expect((await admin.call('column.saveBase', { id, title: 'x' })).code).toBe(200)
  })
})
