import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('the home page', (_server, start) => {
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
