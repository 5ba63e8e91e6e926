import { beforeAll, expect, it } from 'vitest'
import { emptyColumn } from '#tests/builders/content.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { rowsIn } from '#tests/builders/sheet.ts'
import { createSearch } from './filters.ts'
import { MAX_COUNTED, findPageIds } from './ids.ts'
import { findAllIds } from './scanEntries.ts'
import { type ContentColumn, toContentColumn } from '../store/rules.ts'
import { writeDrafts } from '../entry/writeMany.ts'

const ROWS = MAX_COUNTED + 60
/** Entries of a column with titles of their own, a word that all have, and one that all but a few have. */
async function fill({ deps, as }: TestServer): Promise<ContentColumn> {
  const admin = await as('admin')
  const { id } = await emptyColumn(admin)
  const row = await deps.db.selectFrom('site_column').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const column = toContentColumn(row)
  const drafts = Array.from({ length: ROWS }, (_each, at) => ({
    values: {
      title: `${at % 2000 === 7 ? '海风电' : '海风与风电'}第${at}期简报${at % 400 === 0 ? '特刊' : '常规'}`,
      source: at % 2 === 0 ? '本报' : '外报',
    },
    sort: at % 7,
  }))
  await deps.db.transaction().execute(async (db) => {
    const requireSignedIn = () =>
      ({ username: 'admin', accountId: 1 }) as ReturnType<Parameters<typeof writeDrafts>[0]['requireSignedIn']>
    await writeDrafts({ db, clock: deps.clock, requireSignedIn }, column, drafts, 'import')
  })
  return column
}

onBothDatabases('pages of what very many entries have', (server) => {
  let column: ContentColumn
  beforeAll(async () => {
    column = await fill(server())
  }, 120_000)

  it('are the same ids by either query plan', { timeout: 120_000 }, async () => {
    const { db } = server().deps
    const all = await db
      .selectFrom('content')
      .select(['id', 'title', 'fields'])
      .where('classId', '=', column.id)
      .orderBy('sort', 'desc')
      .orderBy('id', 'desc')
      .execute()
    const ids = (test: (row: (typeof all)[number]) => boolean) => all.filter(test).map(({ id }) => id)
    const pairs = (fieldName: string, fieldValue: string) => [{ fieldName, fieldValue }]
    const asked = [
      [{ key: '', pairs: [] }, ids(() => true)],
      [{ key: '简报', pairs: [] }, ids(() => true)],
      [{ key: '期简报', pairs: [] }, ids(() => true)],
      [{ key: '', pairs: pairs('title', '简报') }, ids(() => true)],
      [{ key: '简报常规', pairs: [] }, ids(({ title }) => title.endsWith('常规'))],
      [{ key: '简报', pairs: pairs('source', '外') }, ids(({ fields }) => fields.includes('外报'))],
      [{ key: '特刊', pairs: [] }, ids(({ title }) => title.endsWith('特刊'))],
      // Both of its pairs stand in all of them, itself in few.
      [{ key: '海风电', pairs: [] }, ids(({ title }) => title.startsWith('海风电'))],
      [{ key: '', pairs: pairs('title', '海风电第') }, ids(({ title }) => title.startsWith('海风电'))],
    ] as const
    for (const [search, expected] of asked) {
      const counted =
        search.key === '' && search.pairs.length === 0 ? expected.length : Math.min(expected.length, MAX_COUNTED)
      for (const [offset, size] of [
        [0, 10],
        [990, 100],
        [4000, 1000],
        [counted - 15, 10],
        [counted - 5, 10],
        [counted, 10],
        [counted * 3, 10],
      ] as const) {
        const page = await findPageIds(db, column, { ...search, isRecycled: 0 }, { size, offset: Math.max(0, offset) })
        const said = `${JSON.stringify(search)} ${offset}`
        expect([said, page.total, page.atLeast]).toEqual([said, counted, expected.length > counted ? true : undefined])
        expect([said, page.ids]).toEqual([
          said,
          expected.slice(Math.max(0, offset), Math.min(Math.max(0, offset) + size, counted)),
        ])
      }
    }
  })

  it('are of the newest ones when finding a phrase would take too long, and say so', { timeout: 120_000 }, async () => {
    const { db } = server().deps
    const all = await db
      .selectFrom('content')
      .select(['id', 'title', 'sort'])
      .where('classId', '=', column.id)
      .orderBy('id', 'desc')
      .execute()
    const phrase = { key: '海风电', pairs: [], isRecycled: 0 } as const
    const newest = all
      .slice(0, 5000)
      .filter(({ title }) => title.startsWith('海风电'))
      .sort((a, b) => b.sort - a.sort || b.id - a.id)
      .map(({ id }) => id)
    expect(newest.length).toBeGreaterThan(1)
    const of = (slice: { size: number; offset: number }, most: number) => findPageIds(db, column, phrase, slice, most)
    expect(await of({ size: 10, offset: 0 }, 5000)).toEqual({ ids: newest, total: newest.length, looked: 5000 })
    expect(await of({ size: 1, offset: 1 }, 5000)).toMatchObject({ ids: newest.slice(1, 2), looked: 5000 })
    expect(await of({ size: 10, offset: 0 }, 7001)).toMatchObject({ looked: 7001 })
    expect(await of({ size: 10, offset: 0 }, ROWS)).not.toHaveProperty('looked')
    expect(await of({ size: 10, offset: 0 }, ROWS - 1)).toMatchObject({ looked: ROWS - 1 })
  })

  it('go whole into exports and options, however rare the phrase', { timeout: 120_000 }, async () => {
    const admin = await server().as('admin')
    const { db } = server().deps
    const rare = await db
      .selectFrom('content')
      .select(['id', 'title'])
      .where('classId', '=', column.id)
      .where('title', 'like', '海风电%')
      .orderBy('id')
      .execute()
    expect(rare.length).toBeGreaterThan(4)
    const phrase = { classId: column.id, key: '海风电' }
    const sheet = await fetch(await admin.ok('content.exportSheet', phrase))
    const [titles = [], ...rows] = await rowsIn(new Uint8Array(await sheet.arrayBuffer()))
    expect(rows.map((row) => row[titles.indexOf('标题')])).toEqual(rare.map(({ title }) => title))
    const options = await admin.ok('content.selectOptions', { key: '海风电', classIdList: [column.id] })
    expect(options).toEqual(Object.fromEntries(rare.map(({ id, title }) => [id, title])))
  })

  it('are looked for in steps that let others in, until the caller hangs up', { timeout: 120_000 }, async () => {
    const { db } = server().deps
    const wanted = { key: '海风电', pairs: [], isRecycled: 0 } as const
    const search = createSearch(db, column, wanted)
    const caller = new AbortController()
    const done: string[] = []
    await Promise.all([
      findAllIds(db, column, wanted, search, caller.signal).then(() => done.push('all')),
      db
        .selectFrom('site')
        .select('id')
        .execute()
        .then(() => done.push('another')),
    ])
    expect(done).toEqual(['another', 'all'])
    caller.abort()
    await expect(findAllIds(db, column, wanted, search, caller.signal)).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('are none where no entry has the state', { timeout: 120_000 }, async () => {
    const { db } = server().deps
    const of = (wanted: object) =>
      findPageIds(db, column, { key: '简报', pairs: [], isRecycled: 0, ...wanted }, { size: 10, offset: 0 })
    expect(await of({ isStatus: 1 })).toEqual({ ids: [], total: 0 })
    expect(await of({ isRecycled: 1 })).toEqual({ ids: [], total: 0 })
    expect(await of({ to: 1 })).toEqual({ ids: [], total: 0 })
    expect(await of({ from: 1 })).toMatchObject({ total: MAX_COUNTED, atLeast: true })
  })
})
