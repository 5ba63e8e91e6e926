import { expect, it } from 'vitest'
import { toContentColumn, writeDrafts } from '#server/areas/content/entry/index.ts'
import type { MenuField } from '#shared/contract/column.ts'
import { emptyColumn, pairs } from '#tests/builders/content.ts'
import { aField } from '#tests/builders/field.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { meeting } from '#tests/integration/server/harness/pgLocks.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'

const set = (admin: TestClient, id: number, ...menuFieldDTOList: MenuField[]) =>
  admin.call('column.settingField', { id, menuFieldDTOList })
const found = async (admin: TestClient, classId: number, input: object): Promise<string[]> =>
  (await admin.ok('content.page', { classId, ...input })).content.map(({ title }) => String(title))
const where = (fieldName: string, fieldValue: string) => ({ fieldKeyValuePairDTOList: [{ fieldName, fieldValue }] })

onBothDatabases('entries whose fields change', (server, startServer) => {
  const start = async (...fields: MenuField[]) => {
    const admin = await server().as('admin')
    const { id } = await emptyColumn(admin)
    await set(admin, id, aField('title', { isList: true }), ...fields)
    const save = async (values: Record<string, string>): Promise<number> =>
      (await admin.ok('content.save', { classId: id, fieldList: pairs(values) })).id
    return { admin, id, save }
  }
  const note = (changes: Partial<MenuField> = {}) => aField('note', { isSearch: true, isList: true, ...changes })

  it('are found and listed by them at once, in the recycle bin too', async () => {
    const { admin, id, save } = await start(note({ fieldType: 'MultiLine' }))
    const kept = await save({ title: '甲', note: '2026-03-01' })
    const binned = await save({ title: '乙', note: '2026-03-01' })
    await admin.ok('content.deleteByIdList', { classId: id, idList: [binned] })
    await set(admin, id, aField('title'), note({ fieldType: 'Date' }))
    expect(await found(admin, id, where('note', '2026-03-01'))).toEqual(['甲'])
    expect(await admin.ok('content.recyclePage', { classId: id, ...where('note', '2026-03-01') })).toMatchObject({
      content: [{ id: binned }],
    })
    await set(admin, id, aField('title'), note({ fieldType: 'RelationContent' }))
    expect(await found(admin, id, where('note', '2026-03-01'))).toEqual(['甲'])
    // What is no text is not found as one; its version and history are as before.
    expect(await found(admin, id, { key: '2026' })).toEqual([])
    await set(admin, id, aField('title'), note())
    expect(await found(admin, id, { key: '2026' })).toEqual(['甲'])
    expect(await found(admin, id, where('note', '03'))).toEqual(['甲'])
    expect(await admin.ok('content.findById', { classId: id, id: kept })).toMatchObject({ version: 1 })
    expect((await admin.ok('content.revisions', { classId: id, id: kept })).content).toHaveLength(1)
  })
  it('show in the list what was rich text, and lose and find again what has no field', async () => {
    const { admin, id, save } = await start(note({ fieldType: 'Editor' }))
    await save({ title: '甲', note: '<p>正文一段</p>' })
    const row = async (key: string) => (await admin.ok('content.page', { classId: id, key })).content
    expect(await row('正文')).toMatchObject([{ note: '正文一段' }])
    await set(admin, id, aField('title'), note({ fieldType: 'MultiLine' }))
    expect(await row('正文')).toMatchObject([{ note: '<p>正文一段</p>' }])
    await set(admin, id, aField('title'))
    expect(await row('正文')).toEqual([])
    await set(admin, id, aField('title'), note({ fieldType: 'Editor' }))
    expect(await row('正文')).toHaveLength(1)
  })

  it('are kept by the new ones also when they are being saved at this moment', async () => {
    const { admin, id } = await start(note({ fieldType: 'MultiLine' }))
    const { db } = server().deps
    await admin.ok('content.save', { classId: id, fieldList: pairs({ title: '旧', note: '海洋' }) })
    const totals = db.selectFrom('content_count').selectAll().where('classId', '=', id)
    await meeting<unknown>(
      db,
      // A save stops here: its texts are written, by the fields that it has read.
      (tx) => tx.executeQuery(totals.forUpdate()),
      [
        () => admin.ok('content.save', { classId: id, fieldList: pairs({ title: '新', note: '海洋' }) }),
        () => admin.ok('column.settingField', { id, menuFieldDTOList: [aField('title'), note()] }),
      ],
    )
    expect(await found(admin, id, where('note', '海洋'))).toEqual(['新', '旧'])
  })

  it('keep what they have when rich text becomes plain while they are being published', async () => {
    const { admin, id, save } = await start(note({ fieldType: 'Editor' }))
    const { db } = server().deps
    const entry = await save({ title: '甲', note: '<p>正文一段</p>' })
    await meeting<unknown>(
      db,
      (tx) => tx.executeQuery(db.selectFrom('content').select('id').where('id', '=', entry).forUpdate()),
      [
        () =>
          admin.ok('column.settingField', {
            id,
            menuFieldDTOList: [aField('title'), note({ fieldType: 'MultiLine' })],
          }),
        () => admin.ok('content.publish', { classId: id, idList: [entry] }),
      ],
    )
    expect(await admin.ok('content.findById', { classId: id, id: entry })).toMatchObject({
      note: '<p>正文一段</p>',
      isStatus: true,
    })
    expect(await found(admin, id, { key: '正文' })).toEqual(['甲'])
  })

  async function fill({ deps, as }: TestServer, rows: number) {
    const admin = await as('admin')
    const { id } = await emptyColumn(admin)
    const fields = (fieldType: MenuField['fieldType']) => [
      aField('title', { isList: true }),
      aField('note', { fieldType, isSearch: true }),
    ]
    await set(admin, id, ...fields('SingleLine'))
    const row = await deps.db.selectFrom('site_column').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const drafts = Array.from({ length: rows }, (_each, at) => ({
      values: { title: `第${at}条`, note: at % 100 === 0 ? '2026-03-01 10:00:00' : '' },
      sort: 0,
    }))
    await deps.db.transaction().execute(async (db) => {
      const requireSignedIn = () =>
        ({ username: 'admin', accountId: 1 }) as ReturnType<Parameters<typeof writeDrafts>[0]['requireSignedIn']>
      await writeDrafts({ db, clock: deps.clock, requireSignedIn }, toContentColumn(row), drafts, 'import')
    })
    return { admin, id, fields }
  }
  it('follow in a job when they are many, and the answer says so', async () => {
    const server = await startServer()
    const { admin, id, fields } = await fill(server, 1000)
    const answer = await set(admin, id, ...fields('Date'))
    expect(answer).toMatchObject({ code: 200, msg: expect.stringContaining('1000 条内容正在后台') })
    await expect
      .poll(() => found(admin, id, { ...where('note', '2026-03-01'), size: 20 }), { timeout: 20_000 })
      .toHaveLength(10)
    const { id: jobId } = await server.deps.db
      .selectFrom('job')
      .select('id')
      .where('kind', '=', 'content.reindex')
      .executeTakeFirstOrThrow()
    await expect.poll(() => admin.ok('job.findById', { id: jobId })).toMatchObject({ state: 'done', resultId: id })
  })
})
