import { beforeEach, expect, it } from 'vitest'
import { MAX_DEPARTMENTS, type Department } from '#shared/contract/department.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { buildAccount, buildDepartment, groupOf } from '#tests/builders/account.ts'
import { grantExactly } from '#tests/builders/column.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'

const add = (client: TestClient, title: string, parentId = 0) => client.ok('department.save', { title, parentId })
const shape = (tree: readonly Department[]): object[] =>
  tree.map(({ title, child }) => (child.length > 0 ? { [title]: shape(child) } : { [title]: [] }))
const statuses = (answers: readonly { status: number }[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)
/** Each test begins with none, and with nobody in one. */
const beginEmpty = (server: () => TestServer): void =>
  beforeEach(async () => {
    const { db } = server().deps
    await db.updateTable('account').set({ departmentId: null }).execute()
    await db.deleteFrom('department').execute()
  })

onBothDatabases('departments of a first run', (server) => {
  it('are a tree that the accounts stand in; the guest is in none', async () => {
    const tree = await (await server().as('admin')).ok('department.getTree', {})
    expect(tree.map(({ title }) => title)).toEqual(['集团总部', '华东分公司', '华南分公司'])
    const accounts = await server()
      .deps.db.selectFrom('account')
      .leftJoin('department', 'department.id', 'account.departmentId')
      .select(['username', 'department.title'])
      .orderBy('account.id')
      .execute()
    expect(accounts.map(({ username, title }) => [username, title])).toEqual([
      ['admin', '信息技术部'],
      ['editor', '内容编辑组'],
      ['designer', '网站设计组'],
      ['guest', null],
    ])
  })
})

onBothDatabases('departments', (server) => {
  beginEmpty(server)
  it('form a tree with number, parent, name and date [B-308] [C-159] [C-292] [C-294]', async () => {
    const admin = await server().as('admin')
    const top = await add(admin, '集团总部')
    const technology = await add(admin, '信息技术部', top.id)
    await add(admin, '运维组', technology.id)
    await add(admin, '财务部', top.id)
    await add(admin, '华东分公司')
    const tree = await admin.ok('department.getTree', {})
    expect(shape(tree)).toEqual([{ 集团总部: [{ 信息技术部: [{ 运维组: [] }] }, { 财务部: [] }] }, { 华东分公司: [] }])
    expect(tree[0]?.child[0]).toMatchObject({ id: technology.id, parentId: top.id, title: '信息技术部' })
    expect(tree[0]?.createDate).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  })
  it('come in pages and by a word, each by itself [C-291]', async () => {
    const admin = await server().as('admin')
    const top = await add(admin, '集团总部')
    const below = await add(admin, '财务部', top.id)
    await add(admin, '市场部', top.id)
    expect(await admin.ok('department.page', { page: 1, size: 2 })).toMatchObject({
      totalElements: 3,
      totalPages: 2,
      content: [
        { title: '集团总部', child: [] },
        { id: below.id, parentId: top.id, title: '财务部' },
      ],
    })
    expect((await admin.ok('department.page', { key: '财务' })).content.map(({ id }) => id)).toEqual([below.id])
    expect((await admin.ok('department.page', { key: '%' })).content).toEqual([])
  })
  it('are renamed only with the last version, and keep their position unless it is given', async () => {
    const admin = await server().as('admin')
    const top = await add(admin, '集团总部')
    const made = await add(admin, ' 信息部 ', top.id)
    expect(made).toMatchObject({ title: '信息部', parentId: top.id, version: 1, changedBy: 'admin' })
    const renamed = await admin.call('department.save', { id: made.id, title: '信息技术部', version: 1 })
    expect(renamed).toMatchObject({ msg: '保存成功', data: { title: '信息技术部', parentId: top.id, version: 2 } })
    expect(await admin.call('department.save', { id: made.id, title: '技术部', version: 1 })).toMatchObject({
      status: 409,
      data: { facts: { version: 2, changedBy: 'admin' } },
    })
    const moved = await admin.ok('department.save', { id: made.id, title: '信息技术部', parentId: 0 })
    expect(moved).toMatchObject({ parentId: 0, createDate: made.createDate })
    expect(shape(await admin.ok('department.getTree', {}))).toEqual([{ 集团总部: [] }, { 信息技术部: [] }])
  })
  it('need a name that is unique among their siblings [C-243]', async () => {
    const admin = await server().as('admin')
    const [east, south] = [await add(admin, '华东分公司'), await add(admin, '华南分公司')]
    const office = await add(admin, '综合部', east.id)
    const said = async (form: object) => (await admin.call('department.save', { title: '新', ...form })).msg
    expect(await said({ title: ' ' })).toBe('请输入名称')
    expect(await said({ title: undefined })).toBe('请输入名称')
    expect(await said({ title: '长'.repeat(255) })).toBe('名称不能超过 254 个字')
    expect(await said({ title: '综合部', parentId: east.id })).toBe('部门“华东分公司”下已有部门“综合部”，请换一个名称')
    expect(await said({ title: '华东分公司' })).toBe('已有一级部门“华东分公司”，请换一个名称')
    expect(await said({ title: '综合部', parentId: south.id })).toBe('保存成功')
    expect(await said({ id: office.id, title: '综合部', parentId: south.id })).toBe(
      '部门“华南分公司”下已有部门“综合部”，请换一个名称',
    )
    expect(await said({ id: office.id, title: '综合部' })).toBe('保存成功')
    expect(await said({ parentId: 900_001 })).toBe('上级部门不存在，可能已被删除，请刷新后重新选择')
    expect(await said({ id: 900_001 })).toBe('部门（编号 900001）不存在，请刷新后重新选择')
  })
  it('never hang below themselves, nor deeper than ten levels', async () => {
    const admin = await server().as('admin')
    const top = await add(admin, '第 1 级')
    let last = top
    for (let level = 2; level <= 10; level += 1) last = await add(admin, `第 ${level} 级`, last.id)
    const said = async (form: object) => (await admin.call('department.save', { title: '新', ...form })).msg
    expect(await said({ parentId: last.id })).toBe('部门最多 10 级，请选择更高一级的上级部门')
    const ring = '部门“第 1 级”不能移动到自己或自己的下级，请选择其他上级部门'
    expect(await said({ ...top, parentId: last.id })).toBe(ring)
    expect(await said({ ...top, parentId: top.id })).toBe(ring)
    const other = await add(admin, '另一个')
    expect(await said({ ...top, parentId: other.id })).toBe('部门最多 10 级，请选择更高一级的上级部门')
  })
  it('make no ring when two are moved below each other at the same time, nor one name twice', async () => {
    const admin = await server().as('admin')
    const [a, b] = [await add(admin, '甲'), await add(admin, '乙')]
    const moved = await Promise.all([
      admin.call('department.save', { id: a.id, title: '甲', parentId: b.id }),
      admin.call('department.save', { id: b.id, title: '乙', parentId: a.id }),
    ])
    expect(statuses(moved)).toEqual([200, 400])
    const added = await Promise.all(['丙', '丙', '丙'].map((title) => admin.call('department.save', { title })))
    expect(statuses(added)).toEqual([200, 409, 409])
    const { totalElements } = await admin.ok('department.page', {})
    expect(totalElements).toBe(3)
    expect(JSON.stringify(shape(await admin.ok('department.getTree', {})))).toMatch(/甲.*乙|乙.*甲/)
  })
  it('are not more than the statistics can be narrowed to', async () => {
    const { db } = server().deps
    const row = { parentId: 0, createTime: 0, updatedBy: '', updateTime: 0 }
    for (let from = 0; from < MAX_DEPARTMENTS; from += 1000) {
      const rows = Array.from({ length: 1000 }, (_each, at) => ({ ...row, title: `部门 ${from + at}` }))
      await db.insertInto('department').values(rows).execute()
    }
    const admin = await server().as('admin')
    const tree = await admin.ok('department.getTree', {})
    expect(tree).toHaveLength(MAX_DEPARTMENTS)
    expect(await admin.call('department.save', { title: '多的' })).toMatchObject({
      status: 400,
      msg: '部门最多 10000 个，请先删除不再使用的部门',
    })
    await admin.ok('department.save', { id: tree[0]?.id ?? 0, title: '改名', parentId: tree[1]?.id ?? 0 })
    await admin.ok(
      'department.deleteByIdList',
      tree.map(({ id }) => id),
    )
    expect(await admin.ok('department.getTree', {})).toEqual([])
  })
})

onBothDatabases('deleting departments', (server) => {
  beginEmpty(server)
  it('takes a list of ids, all of them or none [C-293]', async () => {
    const admin = await server().as('admin')
    const top = await add(admin, '分公司')
    const below = await add(admin, '综合部', top.id)
    const other = await add(admin, '财务部')
    expect(await admin.call('department.deleteByIdList', [other.id, 900_001])).toMatchObject({
      status: 404,
      msg: '部门（编号 900001）不存在，请刷新后重新选择',
    })
    expect(await admin.call('department.deleteByIdList', [{ id: other.id }])).toMatchObject({ msg: '删除成功' })
    expect(await admin.call('department.deleteByIdList', [])).toMatchObject({ status: 400, msg: '请选择数据！' })
    await admin.ok('department.deleteByIdList', [top.id, below.id])
    expect(await admin.ok('department.getTree', {})).toEqual([])
  })
  it('is refused while departments or accounts are in one, saying how many and what to do', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const top = await add(admin, '分公司')
    const [office, market] = [await add(admin, '综合部', top.id), await add(admin, '市场部', top.id)]
    const remove = async (...ids: number[]) => {
      const { status, msg } = await admin.call('department.deleteByIdList', ids)
      return `${status} ${msg}`
    }
    expect(await remove(top.id)).toBe('409 部门“分公司”下还有 2 个下级部门，请先删除或移走下级部门，再删除部门')
    expect(await remove(top.id, office.id)).toContain('“分公司”下还有 1 个下级部门')
    const roleId = await groupOf(db, 'editor')
    const account = await buildAccount(db, { roleId, departmentId: top.id })
    await buildAccount(db, { roleId, departmentId: office.id })
    await buildAccount(db, { roleId, departmentId: office.id })
    expect(await remove(market.id, office.id)).toBe(
      '409 部门“综合部”下还有 2 个账号，请先为这些账号选择其他部门，再删除部门',
    )
    expect(await remove(top.id)).toBe(
      '409 部门“分公司”下还有 2 个下级部门和 1 个账号，请先删除或移走下级部门，并为这些账号选择其他部门，再删除部门',
    )
    expect(shape(await admin.ok('department.getTree', {}))).toEqual([{ 分公司: [{ 综合部: [] }, { 市场部: [] }] }])
    await db.updateTable('account').set({ departmentId: market.id }).where('id', '=', account).execute()
    await db.updateTable('account').set({ departmentId: market.id }).where('departmentId', '=', office.id).execute()
    expect(await remove(office.id)).toBe('200 删除成功')
  })
  it('leaves nobody in a department that is gone, when one comes in at the same moment', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const roleId = await groupOf(db, 'editor')
    const id = await buildDepartment(db)
    const [removed, joined] = await Promise.allSettled([
      admin.call('department.deleteByIdList', [id]),
      buildAccount(db, { roleId, departmentId: id }),
    ])
    const status = removed.status === 'fulfilled' ? removed.value.status : 0
    expect([status, joined.status]).toEqual(joined.status === 'fulfilled' ? [409, 'fulfilled'] : [200, 'rejected'])
  })
})

onBothDatabases('who may see and change departments', (server) => {
  it('sees them who has a role, as each may write to colleagues; changes them with the accounts', async () => {
    const { db } = server().deps
    const as = async (...menus: number[]) => {
      await grantExactly(
        db,
        'editor',
        menus.map((menuId) => ({ siteId: 0, menuId })),
      )
      return server().as('editor')
    }
    const answers = async (client: TestClient) => [
      (await client.call('department.getTree', {})).status,
      (await client.call('department.page', {})).status,
      (await client.call('department.save', { title: `部门 ${crypto.randomUUID()}` })).status,
    ]
    expect(await answers(await server().as('guest'))).toEqual([403, 403, 403])
    expect(await answers(await as(MENU.dashboard))).toEqual([200, 200, 403])
    const reader = await as(MENU.publishStats)
    expect(await answers(reader)).toEqual([200, 200, 403])
    const [top] = await reader.ok('department.getTree', {})
    expect((await reader.call('department.deleteByIdList', [top?.id])).status).toBe(403)
    expect(await answers(await as(MENU.account))).toEqual([200, 200, 200])
  })
  it('leaves a line in the operation log for each change', async () => {
    const admin = await server().as('admin')
    const { id } = await add(admin, '临时部门')
    await admin.ok('department.deleteByIdList', [id])
    const lines = await server()
      .deps.db.selectFrom('operation_log')
      .select(['title', 'username', 'code', 'input'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(lines).toMatchObject([
      { title: '删除部门', username: 'admin', code: 200 },
      { title: '保存部门', username: 'admin', code: 200 },
    ])
    expect(lines[1]?.input).toContain('临时部门')
  })
})
