import { expect, it } from 'vitest'
import { column, type Column, columnDetail } from '#shared/contract/column.ts'
import { MENU, SYSTEM_MENUS } from '#shared/domain/systemMenus.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const flat = (tree: readonly Column[]): Column[] => tree.flatMap((node) => [node, ...flat(node.child)])
const titles = (tree: readonly Column[]) => tree.map((node) => node.title)
const treeOf = (client: TestClient, siteId: number, showHiddenMenu = false) =>
  client.ok('column.getTree', { siteId, showHiddenMenu })

onBothDatabases('the column tree', (server) => {
  it('nests the columns of a site in their order, with all fields [A-137] [A-235]', async () => {
    const tree = await treeOf(await server().as('admin'), 1)
    expect(titles(tree)).toEqual(['新闻中心', '产品中心', '关于我们', '人才招聘', '下载中心', '联系我们'])
    expect(titles(tree[0]?.child ?? [])).toEqual(['集团新闻', '行业动态', '媒体报道'])
    expect(column.array().parse(tree)).toEqual(tree)
    for (const node of flat(tree)) {
      expect(node.id).toBeGreaterThanOrEqual(200)
      expect([node.className, node.classEnName]).toEqual([node.title, node.enTitle])
    }
  })
  it('accepts the site as siteId or id', async () => {
    const admin = await server().as('admin')
    expect(await admin.ok('column.getTree', { id: 2 })).toEqual(await treeOf(admin, 2))
  })
  it('has the admin address and permissions of each column type [A-138] [A-157] [A-160]', async () => {
    const nodes = flat(await treeOf(await server().as('admin'), 1))
    const kinds = new Set(nodes.map((node) => node.menuType))
    expect(kinds).toEqual(new Set([0, 1, 2]))
    for (const { id, menuType, manageUrl, setting } of nodes) {
      if (menuType === 0) expect(manageUrl).toBe(`/admin/menu_manage/${id}`)
      if (menuType === 1) expect(manageUrl).toBe(`/admin/model_manage/${id}`)
      if (menuType === 2) expect([manageUrl, setting]).toEqual(['', [1105]])
    }
  })
  it('shows hidden columns only when asked for them', async () => {
    const admin = await server().as('admin')
    expect(titles(await treeOf(admin, 1))).not.toContain('首页轮播图')
    expect(titles(await treeOf(admin, 1, true))).toContain('首页轮播图')
  })
  it('of site 0 is the back office’s own menu, with the path of each screen', async () => {
    const tree = await treeOf(await server().as('admin'), 0)
    expect(flat(tree).map((node) => [node.id, node.parentId, node.title, node.manageUrl])).toEqual(
      SYSTEM_MENUS.map((menu) => [menu.id, menu.parentId, menu.title, menu.path ?? '']),
    )
  })
  it('contains the granted menus, and 我的 for every account with a role', async () => {
    const editor = await treeOf(await server().as('editor'), 0)
    const ids = flat(editor).map((node) => node.id)
    expect(ids).toContain(MENU.mine)
    expect(ids).toContain(MENU.approvalTasks)
    expect(ids).not.toContain(MENU.templates)
    expect(await treeOf(await server().as('guest'), 0)).toEqual([])
  })
  it('includes the ancestors of a granted column', async () => {
    const { db } = server().deps
    const { roleId } = await db
      .selectFrom('account')
      .select('roleId')
      .where('username', '=', 'designer')
      .executeTakeFirstOrThrow()
    const leaf = flat(await treeOf(await server().as('admin'), 1)).find((node) => node.title === '媒体报道')
    const others = db.deleteFrom('role_grant').where('roleId', '=', roleId).where('siteId', '=', 1)
    await others.where('menuId', '<>', leaf?.id ?? 0).execute()
    const tree = await treeOf(await server().as('designer'), 1)
    expect(flat(tree).map((node) => node.title)).toEqual(['新闻中心', '媒体报道'])
  })
  it('of a site without a grant is refused', async () => {
    const editor = await server().as('editor')
    expect(await editor.call('column.getTree', { siteId: 2 })).toMatchObject({
      status: 403,
      msg: '您没有该站点的权限',
    })
    expect((await (await server().as('guest')).call('column.getTree', { siteId: 1 })).status).toBe(403)
  })
})

onBothDatabases('a column', (server) => {
  const find = async (client: TestClient, title: string) => {
    const node = flat(await treeOf(client, 1)).find((item) => item.title === title)
    return client.ok('column.findById', { id: node?.id ?? 0 })
  }
  it('contains its fields, and the fields of list and search [A-236] [A-141]', async () => {
    const detail = await find(await server().as('admin'), '集团新闻')
    expect(columnDetail.parse(detail)).toEqual(detail)
    const names = (fields: { fieldName: string }[]) => fields.map((field) => field.fieldName)
    expect(names(detail.menuField).slice(0, 3)).toEqual(['title', 'subTitle', 'photo'])
    expect(names(detail.listField)).toEqual(['title', 'source', 'publishTime'])
    expect(names(detail.searchField)).toEqual(['title', 'source'])
  })
  it('has addresses below those of its ancestors', async () => {
    const admin = await server().as('admin')
    expect(await find(admin, '集团新闻')).toMatchObject({
      listPageUrl: '/news/group/index.html',
      frontDetailUrl: ['/news/group/{id}.html'],
    })
    expect(await find(admin, '公司简介')).toMatchObject({ menuType: 0, frontDetailUrl: [] })
  })
  it('is refused without a grant, or when it does not exist', async () => {
    const admin = await server().as('admin')
    const [other] = await treeOf(admin, 2)
    const editor = await server().as('editor')
    expect(await editor.call('column.findById', { id: other?.id })).toMatchObject({ status: 403 })
    expect(await editor.call('column.findById', { id: MENU.templates })).toMatchObject({ status: 403 })
    expect((await editor.call('column.findById', { id: MENU.profile })).code).toBe(200)
    expect(await admin.call('column.findById', { id: 99999 })).toMatchObject({
      status: 404,
      msg: '栏目不存在，可能已被删除，请刷新',
    })
  })
})

onBothDatabases('the permission names', (server) => {
  it('are named in Chinese for 1101–1122, each once [A-202] [A-246]', async () => {
    const names = await (await server().as('guest')).ok('dict.index', {})
    expect(names.map((name) => name.id)).toEqual(Array.from({ length: 22 }, (_, index) => 1101 + index))
    expect(new Set(names.map((name) => name.title)).size).toBe(22)
    for (const { title } of names) expect(title).toMatch(/^\p{Script=Han}+$/u)
  })
})
