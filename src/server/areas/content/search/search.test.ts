import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { engineOf } from '#server/db/dialect.ts'
import { saveSetting } from '#server/db/settings.ts'
import { emptyColumn, pairs } from '#tests/builders/content.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { needsBackfill, writeInitials } from '../searchIndex/initials.ts'
import { addToIndex } from '../searchIndex/searchIndex.ts'
import { toFieldWord, toIndexWords, toColumnWord } from '../searchIndex/words.ts'

/** The title of an entry that the seed made, and its column. */
const anEntry = ({ deps }: TestServer) =>
  deps.db
    .selectFrom('content')
    .select(['id', 'title', 'classId', 'siteId'])
    .where('isRecycled', '=', 0)
    .where('title', 'like', '____%')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

onBothDatabases('the search over everything', (_server, start) => {
  it('finds entries by two characters of their title, templates and people', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const { title, classId } = await anEntry(server)
    const { found: byTwo } = await admin.ok('search.find', { key: title.slice(1, 3) })
    expect(byTwo.map((each) => each.kind)).toContain('entry')
    const whole = (await admin.ok('search.find', { key: title })).found.filter(({ kind }) => kind === 'entry')
    expect(whole[0]).toMatchObject({ title, note: expect.stringMatching(/.+ \/ .+/) })
    expect(whole[0]?.path).toContain(String(classId))
    const { name } = await server.deps.db.selectFrom('template').select('name').executeTakeFirstOrThrow()
    expect((await admin.ok('search.find', { key: name })).found).toContainEqual(
      expect.objectContaining({ kind: 'template', title: name }),
    )
    expect((await admin.ok('search.find', { key: 'EDIT' })).found).toContainEqual(
      expect.objectContaining({ kind: 'person', note: 'editor', path: '/system/account?key=editor' }),
    )
  })

  it('finds entries and people by the pinyin initials of their names, as they are after a change', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const { id: classId } = await emptyColumn(admin)
    const values = (title: string) => ({ isStatus: false, fieldList: pairs({ title }) })
    const { id } = await admin.ok('content.save', { classId, ...values('长沙银行年报 2024') })
    const titles = async (key: string) => (await admin.ok('search.find', { key })).found.map(({ title }) => title)
    for (const key of ['csyh', 'YHNB', 'nb2024']) expect(await titles(key), key).toContain('长沙银行年报 2024')
    expect(await titles('csnb'), 'letters of one name that do not stand in a row').not.toContain('长沙银行年报 2024')
    const { version } = await admin.ok('content.findById', { classId, id })
    await admin.ok('content.save', { classId, id, version, ...values('海洋周报') })
    expect(await titles('hyzb')).toContain('海洋周报')
    expect(await titles('csyh')).not.toContain('海洋周报')

    const account = await admin.ok('account.findById', { id: 2 })
    await server.deps.db.updateTable('account').set({ trueName: '旧名' }).where('id', '=', 2).execute()
    await admin.ok('account.save', { ...account, password: '', trueName: '欧阳重庆' })
    expect(await titles('oycq')).toContain('欧阳重庆')
  })

  it('makes the initials of entries that were there before, and goes on where it stopped', async () => {
    const server = await start()
    const { db } = server.deps
    const admin = await server.as('admin')
    const { id: classId } = await emptyColumn(admin)
    const fieldList = pairs({ title: '潮汐能观察' })
    const { id } = await admin.ok('content.save', { classId, isStatus: false, fieldList })
    const found = async () => (await admin.ok('search.find', { key: 'cxngc' })).found.map(({ title }) => title)
    expect(await found()).toEqual(['潮汐能观察'])
    const key = sql.ref(engineOf(db) === 'sqlite' ? 'rowid' : 'contentId')
    await sql`delete from content_initials where ${key} = ${id}`.execute(db)
    expect(await found()).toEqual([])
    await saveSetting(db, 'content.initialsAfter', String(id - 1))
    await expect.poll(found, { timeout: 20_000 }).toEqual(['潮汐能观察'])
    await expect.poll(() => needsBackfill(db), { timeout: 20_000 }).toBe(false)
  })

  it('lists the newest of very many, and says that there are more', async () => {
    const server = await start()
    const { db } = server.deps
    const admin = await server.as('admin')
    const { id: classId } = await emptyColumn(admin)
    const fieldList = pairs({ title: '灯塔值守日志' })
    const { id } = await admin.ok('content.save', { classId, isStatus: false, fieldList })
    // Beyond what PostgreSQL sorts of one word. The newest alone have what the last key asks for.
    const entry = await db.selectFrom('content').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const rows = Array.from({ length: 5100 }, (_none, at) => {
      return { ...entry, id: id + 1 + at, title: at < 5090 ? '灯塔值守日志' : '灯塔维修日志' }
    })
    const words = (title: string) =>
      [...toIndexWords(title)].flatMap((word) => [
        toColumnWord(classId, word),
        toColumnWord(classId, toFieldWord('title', word)),
      ])
    await db.transaction().execute(async (tx) => {
      for (const part of splitIntoBatches(rows, 500)) {
        await tx.insertInto('content').values(part).execute()
        const indexed = part.map(({ id, title }) => ({ id, words: words(title) }))
        await addToIndex(tx, indexed)
        await writeInitials(tx, part)
      }
    })
    const of = async (key: string) => {
      const { found, more } = await admin.ok('search.find', { key })
      return { titles: new Set(found.map(({ title }) => title)), count: found.length, more }
    }
    for (const key of ['灯塔', '日志', 'dt', 'rz'])
      expect(await of(key), key).toEqual({ titles: new Set(['灯塔维修日志']), count: 8, more: true })
    expect(await of('灯塔值守日志')).toEqual({ titles: new Set(['灯塔值守日志']), count: 8, more: true })
    await db
      .deleteFrom('content')
      .where('id', '>', id + 5093)
      .where('classId', '=', classId)
      .execute()
    for (const key of ['塔维修', 'twx'])
      expect(await of(key), key).toEqual({ titles: new Set(['灯塔维修日志']), count: 3, more: false })
  })

  it('takes %, quotes and emoji as they are', async () => {
    const server = await start()
    const admin = await server.as('admin')
    for (const key of ['%', '_%_', '"', "'", '😀', '\\', '(a OR b)'])
      expect(await admin.ok('search.find', { key })).toEqual({ found: [], more: false })
    expect((await admin.call('search.find', { key: ' ' })).msg).toBe('请输入搜索内容')
  })

  it('shows nothing that the caller may not read', async () => {
    const server = await start()
    const { title } = await anEntry(server)
    await grantExactly(server.deps.db, 'editor', [{ siteId: 0, menuId: MENU.log }])
    const editor = await server.as('editor')
    for (const key of [title, '企业', 'admin'])
      expect(await editor.ok('search.find', { key })).toEqual({ found: [], more: false })
  })
})
