import { expect, it } from 'vitest'
import { site } from '#shared/contract/site.ts'
import { buildSite } from '#tests/builders/site.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('sites', (server, start) => {
  it('are listed with the fields of the document, larger sort first [A-144] [A-222]', async () => {
    const admin = await server().as('admin')
    const page = await admin.ok('site.page', { page: 1, size: 10 })
    expect(page).toMatchObject({ totalElements: 2, totalPages: 1 })
    expect(page.content.map((row) => row.title)).toEqual(['集团官网', '海洋科技'])
    for (const row of page.content) {
      expect(site.parse(row)).toEqual(row)
      expect(row.createDate).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
      expect([row.isStatus, row.grayscale, row.manageType]).toEqual([true, false, 1201])
    }
  })
  it('come in pages, in either spelling, and by a part of title or symbol', async () => {
    const other = await start()
    for (let i = 0; i < 23; i++) await buildSite(other.deps.db, { title: `分站 ${i}`, symbol: `branch${i}` })
    const admin = await other.as('admin')
    const last = await admin.ok('site.page', { page: 3, size: 10 })
    expect([last.content.length, last.totalElements, last.totalPages]).toEqual([5, 25, 3])
    expect(await admin.ok('site.page', { pageIndex: 3, pageSize: 10 })).toEqual({ ...last, count: 25, pages: 3 })
    expect((await admin.ok('site.page', { page: 1, size: 200 })).content).toHaveLength(25)
    expect((await admin.ok('site.page', { page: 9, size: 10 })).content).toEqual([])
    expect((await admin.ok('site.page', { key: 'BRANCH1' })).totalElements).toBe(11)
    expect((await admin.ok('site.page', { key: '海洋' })).content.map((row) => row.symbol)).toEqual(['ocean'])
    expect((await admin.ok('site.page', { key: '%' })).totalElements).toBe(0)
  })
  it('are shown to each role as far as it is granted', async () => {
    const titles = async (username: 'editor' | 'designer' | 'guest') =>
      (await (await server().as(username)).ok('site.page', {})).content.map((row) => row.title)
    expect(await titles('editor')).toEqual(['集团官网'])
    expect(await titles('designer')).toEqual(['集团官网', '海洋科技'])
    expect(await titles('guest')).toEqual([])
  })
  it('are read one by one [A-224]', async () => {
    const admin = await server().as('admin')
    expect(await admin.ok('site.findById', { id: 2 })).toMatchObject({ id: 2, symbol: 'ocean' })
    expect(await admin.call('site.findById', { id: 99 })).toMatchObject({
      status: 404,
      msg: '站点不存在，可能已被删除',
    })
  })
  it('of others are refused', async () => {
    const hidden = await buildSite(server().deps.db)
    const designer = await server().as('designer')
    expect((await designer.call('site.findById', { id: 1 })).code).toBe(200)
    expect(await designer.call('site.findById', { id: hidden })).toMatchObject({
      status: 403,
      msg: '您没有该站点的权限',
    })
  })
})
