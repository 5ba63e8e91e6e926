import { expect, it } from 'vitest'
import type { ApiName } from '#shared/contract/registry.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { buildSite } from '#tests/builders/site.ts'
import { buildTemplate } from '#tests/builders/template.ts'
import type { Refusal } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'

/** Gives the designer all menus of the sites area; its sites stay 1 and 2. */
async function grantSiteMenus(server: TestServer): Promise<void> {
  const { roleId } = await server.deps.db
    .selectFrom('account')
    .select('roleId')
    .where('usernameKey', '=', 'designer')
    .executeTakeFirstOrThrow()
  const menus = [MENU.siteInfo, MENU.domains, MENU.seo, MENU.siteSettings, MENU.thirdPartyCode, MENU.staticPages]
  const rows = menus.map((menuId) => ({ roleId, siteId: 0, menuId, settings: '[]' }))
  await server.deps.db
    .insertInto('role_grant')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

let made = 0
const unique = (): string => `s${Date.now().toString(36)}${++made}`

onBothDatabases('a site', (server) => {
  it('is created closed and unified, then edited and read again [A-005] [A-145] [A-225] [A-300]', async () => {
    const admin = await server().as('admin')
    const symbol = unique()
    const template = await buildTemplate(admin)
    const created = await admin.call('site.save', { title: ' 新站 ', symbol, note: '说明', templateId: template.id })
    expect(created).toMatchObject({ code: 200, msg: '站点创建成功' })
    expect(created.data).toMatchObject({ title: '新站', symbol, isStatus: false, manageType: 1201, version: 1 })
    const { id } = created.data
    expect((await admin.ok('template.findById', { id: template.id })).relationSiteIds).toEqual([id])
    const saved = await admin.call('site.save', { ...created.data, title: '<b>改名</b>', manageType: 1202, version: 1 })
    expect(saved).toMatchObject({ code: 200, msg: '保存成功', data: { title: '<b>改名</b>', version: 2 } })
    expect(await admin.ok('site.findById', { id })).toMatchObject({ title: '<b>改名</b>', manageType: 1202, symbol })
  })

  it.each([
    [{ title: '', symbol: 'a1' }, '请输入站点名称', '[A-173]'],
    [{ title: '站', symbol: ' ' }, '请输入站点标识符', '[A-174]'],
    [{ title: '站', symbol: 's'.repeat(300) }, '站点标识符不能超过 64 个字', ''],
    [{ title: '站', symbol: 'CON' }, '站点标识符不能用 Windows 的保留名称', ''],
    [{ title: '站\n点', symbol: 'a1' }, '站点名称含有换行', ''],
    [{ title: '站'.repeat(300), symbol: 'a1' }, '站点名称不能超过 254 个字', ''],
    [{ title: '站', symbol: '../a' }, '站点标识符只能用字母', ''],
    [{ title: '站', symbol: 'a1', manageType: 7 }, '站点权限只能是', ''],
    [{ title: '站', symbol: 'a1', templateId: 99_999 }, '模板不存在', ''],
    [{ id: 99_999, title: '站', symbol: 'a1' }, '99999', ''],
  ])('is not saved with %j: %s %s', async (form, message, _row) => {
    const admin = await server().as('admin')
    const { totalElements } = await admin.ok('site.page', {})
    const answer = await admin.call('site.save', form)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.msg).toContain(message)
    expect((await admin.ok('site.page', {})).totalElements).toBe(totalElements)
  })

  it('has a symbol of its own, whatever the case, also when two are created at once', async () => {
    const admin = await server().as('admin')
    expect(await admin.call('site.save', { title: '站', symbol: 'GROUP' })).toMatchObject({
      status: 409,
      msg: '站点标识符“GROUP”已被站点“集团官网”使用，请换一个',
      data: { issues: [{ field: 'symbol' }] },
    })
    const symbol = unique()
    const both = [symbol, symbol.toUpperCase()].map((name) => admin.call('site.save', { title: '双', symbol: name }))
    const codes = (await Promise.all(both)).map((answer) => answer.code)
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('is saved further while its template lies in the recycle area, and can drop it', async () => {
    const admin = await server().as('admin')
    const template = await buildTemplate(admin)
    const site = await admin.ok('site.save', { title: '站', symbol: unique(), templateId: template.id })
    await admin.ok('template.deleteByIdList', [template.id])
    const saved = await admin.ok('site.save', { ...site, title: '改名' })
    expect(saved).toMatchObject({ title: '改名', templateId: template.id })
    await admin.ok('template.restore', [template.id])
    expect((await admin.ok('template.findById', { id: template.id })).relationSiteIds).toEqual([site.id])
    expect(await admin.ok('site.save', { ...saved, templateId: 0 })).toMatchObject({ templateId: 0 })
  })

  it('that was saved meanwhile is not overwritten; the answer says who and when', async () => {
    const admin = await server().as('admin')
    await grantSiteMenus(server())
    const designer = await server().as('designer')
    const { version } = await admin.ok('site.findById', { id: 2 })
    await designer.ok('site.updateSeo', { id: 2, seoTitle: '设计师', version })
    const stale = await admin.call('site.updateBaseInfo', { id: 2, title: '海洋', version })
    expect(stale).toMatchObject({ status: 409, code: 409 })
    expect(stale.msg).toMatch(/^站点“海洋科技”已被 designer 于 \d{4}-.* 修改，请查看最新内容后再保存$/)
    const { facts } = stale.data as Refusal
    expect(facts).toMatchObject({ version: (version ?? 0) + 1, changedBy: 'designer' })
    expect(facts?.changedAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    await admin.ok('site.updateBaseInfo', { id: 2, title: '海洋科技', version: (version ?? 0) + 1 })
    await admin.ok('site.updateBaseInfo', { id: 2, title: '海洋科技' })
  })

  it('is sorted, larger first, by whole numbers from 0 [A-227]', async () => {
    const admin = await server().as('admin')
    const id = await buildSite(server().deps.db)
    expect(await admin.call('site.updateSort', { id, sort: '900000000' })).toMatchObject({ msg: '更新成功' })
    expect((await admin.ok('site.page', {})).content[0]?.id).toBe(id)
    for (const sort of [-1, 1e12, 1.5, 'x'])
      expect((await admin.call('site.updateSort', { id, sort })).msg).toMatch(/^排序/)
    await admin.ok('site.updateSort', { id, sort: 0 })
  })

  it('is opened and closed, all of the list or none [A-152] [A-228] [A-229]', async () => {
    const admin = await server().as('admin')
    const ids = [await buildSite(server().deps.db), await buildSite(server().deps.db)]
    const status = () => Promise.all(ids.map(async (id) => (await admin.ok('site.findById', { id })).isStatus))
    const body = ids.map((id) => ({ id }))
    expect(await admin.call('site.draft', body)).toMatchObject({ code: 200, msg: '关闭成功' })
    expect(await status()).toEqual([false, false])
    expect(await admin.call('site.publish', [...ids, 99_998, 99_999])).toMatchObject({
      status: 404,
      msg: '站点（编号 99998、99999）不存在，请刷新后重新选择',
      data: { facts: { kind: 'missing', missing: [99998, 99999] } },
    })
    expect(await status()).toEqual([false, false])
    expect(await admin.call('site.publish', ids)).toMatchObject({ code: 200, msg: '操作成功' })
    expect(await status()).toEqual([true, true])
    expect(await admin.call('site.publish', [])).toMatchObject({ status: 400, msg: '请选择数据！' })
  })

  it('keeps what a dialog does not send: SEO, information, code [A-180] [A-231] [A-232] [A-233]', async () => {
    const admin = await server().as('admin')
    const id = await buildSite(server().deps.db)
    const seo = { seoTitle: '标题', seoKeywords: '词', seoDescription: '述'.repeat(100_000) }
    expect(await admin.call('site.updateSeo', { id, ...seo })).toMatchObject({ code: 200, msg: '设置成功' })
    await admin.ok('site.updateSeo', { id, title: '设置页', seoKeywords: '新词', seoDescription: '' })
    await admin.ok('site.updateBaseInfo', { id, title: '信息页', icp: '京ICP备1号', grayscale: true })
    const javascript = '<script>\n  hello()\n</script>\n'
    expect(await admin.call('site.updateThirdJavascript', { id, javascript })).toMatchObject({ msg: '保存成功' })
    const changed = { title: '信息页', seoTitle: '标题', seoKeywords: '新词', seoDescription: '', icp: '京ICP备1号' }
    expect(await admin.ok('site.findById', { id })).toMatchObject({ ...changed, grayscale: true, javascript })
    const refused: [ApiName, object, string][] = [
      ['site.updateSeo', { id, title: '' }, '请输入站点名称'],
      ['site.updateSeo', { id, seoDescription: 'x'.repeat(100_001) }, 'SEO描述不能超过 100000 个字'],
      ['site.updateBaseInfo', { id, title: '' }, '请输入站点名称'],
      ['site.updateThirdJavascript', { id, javascript: '' }, '请输入代码'],
      ['site.updateThirdJavascript', { id, javascript: ' \n' }, '请输入代码'],
    ]
    for (const [name, form, msg] of refused) expect(await admin.call(name, form)).toMatchObject({ status: 400, msg })
    expect(await admin.ok('site.findById', { id })).toMatchObject({ ...changed, javascript })
  })

  it('is bound to normalised host names that no other site has [A-181] [A-234]', async () => {
    const admin = await server().as('admin')
    const id = await buildSite(server().deps.db, { title: '绑定' })
    const other = await buildSite(server().deps.db)
    const domainList = ['https://WWW.Example.COM/', '中文.example', 'www.example.com.']
    const { domain } = await admin.ok('site.updateDomain', { id, domainList })
    expect(domain).toBe('www.example.com,xn--fiq228c.example')
    expect(await admin.call('site.updateDomain', { id: other, domainList: ['XN--FIQ228C.example'] })).toMatchObject({
      status: 409,
      msg: '域名“xn--fiq228c.example”已绑定到站点“绑定”，请先在该站点解除绑定',
    })
    const refused = await admin.call('site.updateDomain', { id: other, domainList: ['free.cn', 'www.example.com'] })
    expect(refused.data).toMatchObject({
      issues: [{ field: 'domainList.1', message: expect.stringContaining('已绑定到站点“绑定”') }],
    })
    const invalid = await admin.call('site.updateDomain', { id, domainList: ['a b.cn', 'ok.cn', 'a.cn/b'] })
    expect(invalid.data).toMatchObject({ issues: [{ field: 'domainList.0' }, { field: 'domainList.2' }] })
    for (const bad of ['', ' ', 'a.cn:8080', 'a.cn/b', 'a b.cn', '-a.cn', 'a..cn', '*.a.cn', `${'a'.repeat(64)}.cn`]) {
      const answer = await admin.call('site.updateDomain', { id, domainList: ['ok.cn', bad] })
      expect(answer, bad).toMatchObject({ status: 400 })
      expect(answer.msg).toContain(bad.trim() === '' ? '域名不能为空' : `域名“${bad}”`)
    }
    expect((await admin.ok('site.findById', { id })).domain).toBe(domain)
    await admin.ok('site.updateDomain', { id, domainList: [] })
    await admin.ok('site.updateDomain', { id: other, domainList: ['www.example.com'] })
  })

  it('of others is refused to a role that has the menus [A-213]', async () => {
    await grantSiteMenus(server())
    const designer = await server().as('designer')
    const id = await buildSite(server().deps.db)
    const calls: [ApiName, unknown][] = [
      ['site.save', { id, title: '站', symbol: unique() }],
      ['site.deleteByIdList', [1, id]],
      ['site.restore', [id]],
      ['site.updateSort', { id, sort: 1 }],
      ['site.publish', [id]],
      ['site.draft', [1, id]],
      ['site.copy', { id, title: '站', symbol: unique(), folder: unique(), domain: 'copy.example' }],
      ['site.updateSeo', { id }],
      ['site.updateBaseInfo', { id, title: '站' }],
      ['site.updateThirdJavascript', { id, javascript: 'x' }],
      ['site.updateDomain', { id, domainList: [] }],
      ['statics.cleanAllHTML', { id }],
      ['statics.buildHTML', { siteId: id, menuIds: [1] }],
    ]
    for (const [name, input] of calls)
      expect(await designer.call(name, input), name).toMatchObject({ status: 403, msg: '您没有该站点的权限' })
    expect((await (await server().as('admin')).ok('site.findById', { id: 1 })).isStatus).toBe(true)
  })
})
