import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('the home page', (_server, start) => {
  it('leads to what was changed last, found in its list', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await admin.ok('dictionary.save', { title: '城市 & 省份', siteId: 1, value: ['北京'] })
    await admin.ok('labelCategory.save', { title: '热点', siteId: 1 })
    const links = (await admin.ok('home.overview', {})).recent.map(({ title, path }) => [title, path])
    expect(links).toContainEqual(['城市 & 省份', `/data/dictionary?${new URLSearchParams({ key: '城市 & 省份' })}`])
    expect(links).toContainEqual(['热点', '/data/label-category'])
  })

  it('counts static pages that are out of date where there are static pages', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const waiting = async (): Promise<number[]> =>
      (await admin.ok('home.overview', {})).stale.map(({ siteId }) => siteId)
    await server.deps.db.deleteFrom('stale_page').execute()
    const page = { classId: 201, contentId: 1, time: 1 }
    await server.deps.db
      .insertInto('stale_page')
      .values([1, 2].map((siteId) => ({ siteId, ...page })))
      .execute()
    expect(await waiting()).toEqual([])
    await server.deps.db.insertInto('static_site').values({ siteId: 2, buildTime: 5 }).execute()
    expect(await waiting()).toEqual([2])
    expect(await admin.ok('statics.state', { id: 2 })).toMatchObject({ waiting: 1 })
  })
})
