import { expect, it } from 'vitest'
import { type Authority, SUPER_GROUP } from '#shared/domain/permissions.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { CallContext } from './http/context.ts'
import { grantedSiteIds, requireActiveSites, selectListedSites } from './siteAccess.ts'

const OTHER_GROUP = SUPER_GROUP + 1
const authority = (groupId: number, ...sites: [siteId: number, menus: number][]): Authority =>
  ({
    groupId,
    siteItemDTOList: sites.map(([siteId, menus]) => ({ siteId, menuItemDTOList: Array.from({ length: menus }) })),
  }) as unknown as Authority

it('a role may see the sites of which it has a menu, never site 0; who may all sees all', () => {
  expect(grantedSiteIds(authority(SUPER_GROUP))).toBeNull()
  expect(grantedSiteIds(authority(OTHER_GROUP, [0, 3], [1, 2], [2, 0], [3, 1]))).toEqual([1, 3])
  expect(grantedSiteIds(authority(OTHER_GROUP))).toEqual([])
})

onBothDatabases('sites that are asked for', (server) => {
  it('exist and are not in the recycle area', async () => {
    const { db } = server().deps
    const sites = await db
      .selectFrom('site')
      .select(['id', 'title'])
      .where('deleteTime', 'is', null)
      .orderBy('id')
      .execute()
    const [first, second] = sites
    if (!first || !second) throw new Error('two sites are seeded')
    const ids = sites.map(({ id }) => id)
    const required = (...wanted: number[]) => requireActiveSites({ db }, wanted)
    await required()
    await required(...ids)
    await db.updateTable('site').set({ deleteTime: 5 }).where('id', '=', second.id).execute()
    await expect(required(first.id, second.id, 99_999)).rejects.toMatchObject({
      code: 'not-found',
      message: `站点“${second.title}”已被删除，站点（编号 99999）不存在，请刷新后重新选择`,
      details: { fact: { kind: 'missing', missing: [second.id, 99_999] } },
    })
    await required(first.id)

    const listed = async (who: Authority, siteId?: number) => {
      const ctx = { db, requireSignedIn: () => ({ authority: who }) } as unknown as CallContext
      return (await selectListedSites(ctx, siteId).orderBy('site.id').execute()).map(({ id }) => id)
    }
    const all = authority(SUPER_GROUP)
    const some = authority(OTHER_GROUP, [first.id, 1], [second.id, 1])
    expect(await listed(all)).toEqual(ids.filter((id) => id !== second.id))
    expect(await listed(some)).toEqual([first.id])
    expect(await listed(authority(OTHER_GROUP))).toEqual([])
    expect(await listed(all, first.id)).toEqual([first.id])
    expect(await listed(all, second.id)).toEqual([])
  })
})
