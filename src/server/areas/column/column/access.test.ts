import { expect, it } from 'vitest'
import { buildServer } from '#server/app.ts'
import { advanceIdSequence } from '#server/db/dialect.ts'
import type { ApiName } from '#shared/contract/registry.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import type { KyselyPlugin } from 'kysely'
import { columnNamed, columnsOf, grantExactly } from '#tests/builders/column.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { EMPTY_COLUMN } from './empty.ts'

/** Each call that works on a column, with an input that is right for it. */
const CALLS: readonly [ApiName, (id: number, parentId: number) => unknown][] = [
  ['column.findById', (id) => ({ id })],
  ['column.findByPost', (id) => ({ id })],
  ['column.getSettingField', (id) => ({ id })],
  ['column.updateSwitch', (id) => ({ id, menuSwitchEnum: 'showLoop' })],
  ['column.updateSort', (id) => ({ id, sort: 5 })],
  ['column.updateTitle', (id) => ({ id, title: '改名' })],
  ['column.updateSeo', (id) => ({ id, seoTitle: '标题' })],
  ['column.settingField', (id) => ({ id, menuFieldDTOList: [] })],
  ['column.saveWorkFlow', (id) => ({ id, relationWorkFlow: '' })],
  ['column.saveBase', (id) => ({ id, title: '改名' })],
  ['column.saveBase', (_id, parentId) => ({ siteId: 1, parentId, title: '新增' })],
  ['column.copy', (id) => ({ copyIdFrom: id, toMenuParentId: 0, toSiteId: 1 })],
  ['column.deleteByIdList', (id) => [id]],
]
const READS: readonly ApiName[] = ['column.findById', 'column.findByPost']
const MENUS = [MENU.columns, MENU.menuWorkflow].map((menuId) => ({ siteId: 0, menuId }))

onBothDatabases('who may work on a column', (server) => {
  it.each(CALLS)('%s: by session, role, menu, site and column [A-012]', async (name, input) => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const parent = await columnNamed(admin, '新闻中心')
    const other = await columnNamed(admin, '海洋装备', 2)
    const { id } = await admin.ok('column.saveBase', { siteId: 1, parentId: parent.id, title: '对象', menuType: 1 })
    const status = async (grants: Parameters<typeof grantExactly>[2]) => {
      await grantExactly(db, 'editor', grants)
      return (await (await server().as('editor')).call(name, input(id, parent.id))).status
    }
    const own = [id, parent.id].map((menuId) => ({ siteId: 1, menuId }))
    const before = await columnsOf(admin, 1)
    expect((await server().nobody.call(name, input(id, parent.id))).status, 'no session').toBe(401)
    expect(await status([]), 'no role').toBe(403)
    expect(await status([...MENUS, { siteId: 2, menuId: other.id }]), 'wrong site').toBe(403)
    const elsewhere = (await columnNamed(admin, '联系我们')).id
    expect(await status([...MENUS, { siteId: 1, menuId: elsewhere }]), 'right site without the column').toBe(403)
    expect(await status(own), 'right site without the menu').toBe(READS.includes(name) ? 200 : 403)
    expect(await columnsOf(admin, 1), 'nothing changed').toEqual(before)
    expect(await status([...MENUS, ...own]), 'all').toBe(200)
  })
  it('the recycle area is the super administrators’', async () => {
    await grantExactly(server().deps.db, 'editor', MENUS)
    const editor = await server().as('editor')
    for (const name of ['column.recycled', 'column.restore'] as const)
      expect(await editor.call(name, name === 'column.restore' ? [1] : {})).toMatchObject({
        status: 403,
        msg: '只有超级管理员可以查看和还原回收站中的栏目',
      })
  })
  it('a subtree is copied and deleted only by who holds all of it, into sites of theirs', async () => {
    const admin = await server().as('admin')
    const about = await columnNamed(admin, '关于我们')
    const copy = async (toSiteId: number) =>
      (await (await server().as('editor')).call('column.copy', { copyIdFrom: about.id, toSiteId })).msg
    await admin.ok('column.updateSwitch', { id: about.id, menuSwitchEnum: 'allowCascadeDelete', value: true })
    await grantExactly(server().deps.db, 'editor', [...MENUS, { siteId: 1, menuId: about.id }])
    expect(await copy(1)).toBe('栏目“关于我们”下有 3 个没有权限的栏目，无法一并复制，请联系管理员授权')
    expect((await (await server().as('editor')).call('column.deleteByIdList', [about.id])).msg).toBe(
      '栏目“关于我们”下有 3 个没有权限的栏目，无法一并删除，请联系管理员授权',
    )
    expect((await columnNamed(admin, '关于我们')).child).toHaveLength(3)
    expect(await copy(2)).toBe('您没有该站点的权限')
  })
})

onBothDatabases('a tree of 5,000 columns', (_server, start) => {
  it('is read with as many queries as one of ten', async () => {
    const { deps, as } = await start()
    const place = { ...EMPTY_COLUMN, siteId: 1, menuType: 1 }
    for (let from = 0; from < 5000; from += 250) {
      const rows = Array.from({ length: 250 }, (_, index) => {
        const at = from + index
        return { ...place, id: 10_000 + at, parentId: at < 100 ? 0 : 10_000 + (at % 100), title: `栏目 ${at}` }
      })
      await deps.db.insertInto('site_column').values(rows).execute()
    }
    await advanceIdSequence(deps.db, 'site_column')
    let queries = 0
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => {
        queries += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const app = await buildServer({ ...deps, db: deps.db.withPlugin(counter) })
    const { token } = await as('admin')
    const read = async (siteId: number) => {
      queries = 0
      const answer = await app.inject({
        method: 'POST',
        url: '/api/cms/menu/getTree',
        headers: { authorization: token ?? '' },
        payload: { siteId, showHiddenMenu: true },
      })
      return { queries, tree: answer.json<{ data: { child: unknown[] }[] }>().data }
    }
    const [large, small] = [await read(1), await read(2)]
    await app.close()
    expect(large.tree.length).toBeGreaterThan(100)
    expect(large.tree.flatMap((node) => node.child).length).toBeGreaterThan(4800)
    expect(large.queries).toBe(small.queries)
    expect(large.queries).toBeLessThan(10)
  })
})
