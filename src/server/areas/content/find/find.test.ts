import { expect, it } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'

/** The title of an entry that the seed made, and its column. */
const anEntry = ({ deps }: TestServer) =>
  deps.db
    .selectFrom('content')
    .select(['title', 'classId', 'siteId'])
    .where('isRecycled', '=', 0)
    .where('title', 'like', '____%')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

onBothDatabases('the search over everything', (_server, start) => {
  it('finds entries by two characters of their title, templates and people', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const { title, classId } = await anEntry(server)
    const byTwo = await admin.ok('search.find', { key: title.slice(1, 3) })
    expect(byTwo.map((each) => each.kind)).toContain('entry')
    const whole = (await admin.ok('search.find', { key: title })).filter(({ kind }) => kind === 'entry')
    expect(whole[0]).toMatchObject({ title, note: expect.stringMatching(/.+ \/ .+/) })
    expect(whole[0]?.path).toContain(String(classId))
    const { name } = await server.deps.db.selectFrom('template').select('name').executeTakeFirstOrThrow()
    expect(await admin.ok('search.find', { key: name })).toContainEqual(
      expect.objectContaining({ kind: 'template', title: name }),
    )
    expect(await admin.ok('search.find', { key: 'EDIT' })).toContainEqual(
      expect.objectContaining({ kind: 'person', note: 'editor', path: '/system/account?key=editor' }),
    )
  })

  it('takes %, quotes and emoji as they are', async () => {
    const server = await start()
    const admin = await server.as('admin')
    for (const key of ['%', '_%_', '"', "'", '😀', '\\', '(a OR b)'])
      expect(await admin.ok('search.find', { key })).toEqual([])
    expect((await admin.call('search.find', { key: ' ' })).msg).toBe('请输入搜索内容')
  })

  it('shows nothing that the caller may not read', async () => {
    const server = await start()
    const { title } = await anEntry(server)
    await grantExactly(server.deps.db, 'editor', [{ siteId: 0, menuId: MENU.log }])
    const editor = await server.as('editor')
    for (const key of [title, '企业', 'admin']) expect(await editor.ok('search.find', { key })).toEqual([])
  })
})
