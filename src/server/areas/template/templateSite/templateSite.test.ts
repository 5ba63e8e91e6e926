import { expect, it } from 'vitest'
import { buildSite } from '#tests/builders/site.ts'
import { buildTemplate } from '#tests/builders/template.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('templates and sites', (server) => {
  it('are listed with the titles of the linked sites [A-270]', async () => {
    const admin = await server().as('admin')
    const page = await admin.ok('templateSite.page', { key: 'portfolio' })
    expect(page.content[0]).toMatchObject({
      name: '风尚作品集',
      folder: 'portfolio',
      relationSiteCount: 1,
      relationSiteIds: [1],
      relationSiteTitles: ['集团官网'],
      createDate: expect.stringMatching(/^\d{4}-/),
    })
  })
  it('are bound as chosen, the list replacing the one before [A-149] [A-271] [A-272]', async () => {
    const admin = await server().as('admin')
    const { id } = await buildTemplate(admin)
    expect(await admin.call('templateSite.bind', { templateId: id, siteIds: [1, 2, 2] })).toMatchObject({
      msg: '设置成功',
    })
    expect((await admin.ok('templateSite.ofSite', { id: 2 })).map((row) => row.id)).toContain(id)
    await admin.ok('templateSite.bind', { templateId: id, siteIds: [1] })
    expect((await admin.ok('templateSite.ofSite', { id: 2 })).map((row) => row.id)).not.toContain(id)
    expect(await admin.ok('template.findById', { id })).toMatchObject({ relationSiteIds: [1], relationSiteCount: 1 })
  })
  it('stay bound while a site has the template in its settings; the answer names the site', async () => {
    const admin = await server().as('admin')
    const { id } = await buildTemplate(admin)
    const site = await admin.ok('site.save', { title: '用模板的站', symbol: `uses${id}`, templateId: id })
    await admin.ok('templateSite.bind', { templateId: id, siteIds: [site.id, 2] })
    expect(await admin.call('templateSite.bind', { templateId: id, siteIds: [2] })).toMatchObject({
      status: 409,
      msg: expect.stringContaining('站点“用模板的站”正在使用该模板'),
      data: { issues: [{ field: 'siteIds' }] },
    })
    expect((await admin.ok('template.findById', { id })).relationSiteIds).toEqual([2, site.id])
    await admin.ok('site.save', { ...site, templateId: 0 })
    await admin.ok('templateSite.bind', { templateId: id, siteIds: [2] })
    expect((await admin.ok('template.findById', { id })).relationSiteIds).toEqual([2])
  })
  it('are bound by ids in objects and in forms too', async () => {
    const admin = await server().as('admin')
    const { id } = await buildTemplate(admin)
    const bound = async () => (await admin.ok('template.findById', { id })).relationSiteIds
    expect(await admin.call('templateSite.bind', { templateId: id, siteIds: [{ id: 2 }] })).toMatchObject({ code: 200 })
    expect(await bound()).toEqual([2])
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const [body, sites] of [
      ['siteIds=1', [1]],
      ['siteIds=1&siteIds=2', [1, 2]],
    ] as const) {
      const call = { method: 'POST', headers, body: `templateId=${id}&${body}` }
      expect(await admin.send('api/cebest-cms/template-site-relation/bindSite', call)).toMatchObject({ code: 200 })
      expect(await bound()).toEqual(sites)
    }
  })
  it('need a site, and one that exists [A-184]', async () => {
    const admin = await server().as('admin')
    const { id } = await buildTemplate(admin)
    expect(await admin.call('templateSite.bind', { templateId: id, siteIds: [] })).toMatchObject({
      status: 400,
      msg: '请选择站点',
    })
    expect(await admin.call('templateSite.bind', { templateId: id })).toMatchObject({ msg: '请选择站点' })
    expect(await admin.call('templateSite.bind', { templateId: id, siteIds: [4711] })).toMatchObject({
      status: 404,
      msg: expect.stringContaining('4711'),
    })
    expect(await admin.call('templateSite.ofSite', { id: 4711 })).toMatchObject({ status: 404 })
    expect(await admin.call('template.save', { name: 'x', folder: 'siteless', siteId: 4711 })).toMatchObject({
      status: 404,
      msg: expect.stringContaining('4711'),
    })
    expect(await admin.call('templateSite.bind', { templateId: 4711, siteIds: [1] })).toMatchObject({ status: 404 })
  })
  it('of other roles stay bound to what the caller does not see', async () => {
    const admin = await server().as('admin')
    const hidden = await buildSite(server().deps.db)
    const { id } = await buildTemplate(admin)
    await admin.ok('templateSite.bind', { templateId: id, siteIds: [1, hidden] })
    const designer = await server().as('designer')
    await designer.ok('templateSite.bind', { templateId: id, siteIds: [2] })
    expect((await admin.ok('template.findById', { id })).relationSiteIds).toEqual([2, hidden])
    const other = await buildTemplate(admin)
    expect(await designer.call('templateSite.bind', { templateId: other.id, siteIds: [hidden] })).toMatchObject({
      status: 403,
    })
    expect(await designer.call('templateSite.ofSite', { id: hidden })).toMatchObject({ status: 403 })
  })
})
