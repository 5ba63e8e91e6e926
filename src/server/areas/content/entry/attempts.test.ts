import { expect, it } from 'vitest'
import { emptyColumn, pairs } from '#tests/builders/content.ts'
import { columnNamed, grantExactly } from '#tests/builders/column.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const ATTEMPT = '6f1c2a5e-0000-4000-8000-000000000001'
const draft = (classId: number, title: string, attempt = ATTEMPT) => ({
  classId,
  isStatus: false,
  fieldList: pairs({ title }),
  attempt,
})

onBothDatabases('a new entry that is sent again', (server) => {
  it('creates one entry, with the latest values', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const first = await admin.ok('content.save', draft(classId, '第一次'))
    const second = await admin.ok('content.save', draft(classId, '又写了些'))
    expect([second.id, second.version]).toEqual([first.id, 2])
    const { content } = await admin.ok('content.page', { classId })
    expect(content.map(({ title }) => title)).toEqual(['又写了些'])
    // Another form, and one that has no name, make another entry.
    await admin.ok('content.save', draft(classId, '另一篇', 'another'))
    await admin.ok('content.save', draft(classId, '第三篇', ''))
    await admin.ok('content.save', draft(classId, '第四篇', ''))
    expect((await admin.ok('content.page', { classId })).totalElements).toBe(4)
    expect((await admin.call('content.save', draft(classId, '名称不对', '../x'))).status).toBe(400)
  })

  it('is one entry also while the first sending is under way', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const saved = await Promise.all(['甲', '乙', '丙'].map((title) => admin.ok('content.save', draft(classId, title))))
    expect(new Set(saved.map(({ id }) => id)).size).toBe(1)
    expect((await admin.ok('content.page', { classId })).totalElements).toBe(1)
  })

  it('belongs to its account and column, and overwrites nothing that others wrote since', async () => {
    const admin = await server().as('admin')
    const { id: classId, siteId } = await columnNamed(admin, '行业动态')
    const { id: elsewhere } = await emptyColumn(admin)
    await grantExactly(server().deps.db, 'editor', [{ siteId, menuId: classId, settings: [1101, 1102] }])
    const editor = await server().as('editor')
    const own = await editor.ok('content.save', draft(classId, '编辑的'))
    const others = await admin.ok('content.save', draft(classId, '管理员的'))
    expect(others.id).not.toBe(own.id)
    expect((await admin.ok('content.save', draft(elsewhere, '别的栏目'))).id).not.toBe(others.id)
    await admin.ok('content.save', { ...draft(classId, '管理员改过', ''), id: own.id })
    expect(await editor.call('content.save', draft(classId, '编辑又写'))).toMatchObject({
      status: 409,
      msg: '内容“管理员改过”已保存，之后被 admin 修改，请关闭表单并在列表中重新打开',
    })
    expect(await admin.ok('content.findById', { classId, id: own.id })).toMatchObject({ title: '管理员改过' })
    // Who may add and not edit can send again, too.
    await grantExactly(server().deps.db, 'editor', [{ siteId, menuId: classId, settings: [1101] }])
    const adder = await server().as('editor')
    const added = await adder.ok('content.save', draft(classId, '只能新增', 'adding'))
    expect((await adder.ok('content.save', draft(classId, '只能新增', 'adding'))).id).toBe(added.id)
  })

  it('is the only one of a single article, which others may have written before or changed since', async () => {
    const admin = await server().as('admin')
    const { id: copyIdFrom, siteId } = await columnNamed(admin, '公司简介')
    const { id: classId } = await admin.ok('column.copy', { copyIdFrom, toMenuParentId: 0, toSiteId: siteId })
    await grantExactly(server().deps.db, 'editor', [{ siteId, menuId: classId, settings: [1102] }])
    const editor = await server().as('editor')
    const own = await editor.ok('content.save', draft(classId, '第一次'))
    const again = await editor.ok('content.save', draft(classId, '又写了些'))
    expect([again.id, again.version]).toEqual([own.id, 2])
    // Whoever goes on is told which entry it is, and is at none of its versions.
    const told = { status: 409, data: { facts: { made: own.id } } }
    expect(await admin.call('content.save', draft(classId, '管理员的'))).toMatchObject(told)
    const unseen = { ...draft(classId, '管理员的', ''), id: own.id, version: 0 }
    expect(await admin.call('content.save', unseen)).toMatchObject({ status: 409, data: { facts: { version: 2 } } })
    await admin.ok('content.save', { ...unseen, version: 2 })
    expect(await editor.call('content.save', draft(classId, '再写'))).toMatchObject(told)
    expect((await admin.ok('content.page', { classId })).totalElements).toBe(1)
  })

  it('is named when others have put it into the recycle bin, and not made again', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id } = await admin.ok('content.save', draft(classId, '第一次'))
    await admin.ok('content.deleteByIdList', { classId, idList: [{ id }] })
    expect(await admin.call('content.save', draft(classId, '又写了些'))).toMatchObject({
      status: 409,
      data: { facts: { kind: 'recycled', recycled: id } },
    })
    expect((await admin.ok('content.page', { classId })).totalElements).toBe(0)
  })

  it('is a new one when the first was deleted for good', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const first = await admin.ok('content.save', draft(classId, '删掉'))
    await admin.ok('content.deleteByIdList', { classId, idList: [{ id: first.id }], final: true })
    expect((await admin.ok('content.save', draft(classId, '重写'))).id).not.toBe(first.id)
  })
})
