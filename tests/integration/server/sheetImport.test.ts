import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { CallContext } from '#server/http/context.ts'
import { required, textColumn } from '#server/sheets/columns.ts'
import { importSheet, type SheetImport } from '#server/sheets/importSheet.ts'
import { pruneSheets } from '#server/sheets/sheetFiles.ts'
import { SUPER_GROUP } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { sheetOf } from '#tests/builders/sheet.ts'
import { upload } from '#tests/builders/upload.ts'
import { onBothDatabases } from './harness/onBothDatabases.ts'

const COLUMNS = { title: required(textColumn('名称', 5)) }
type Import = SheetImport<typeof COLUMNS>

onBothDatabases('an import', (server) => {
  const titles = async (): Promise<string[]> =>
    (await server().deps.db.selectFrom('dictionary').select('title').where('updatedBy', '=', 'sheet').execute()).map(
      ({ title }) => title,
    )

  async function run(
    names: string[],
    { mode, importRows }: Pick<Import, 'mode'> & Partial<Pick<Import, 'importRows'>>,
  ) {
    const { deps, clock } = server()
    const admin = await server().as('admin')
    const { accountId } = await deps.db.selectFrom('session').select('accountId').executeTakeFirstOrThrow()
    const content = await sheetOf([['名称'], ...names.map((name) => [name])])
    const { data } = await upload(admin, { name: '名称.xlsx', content })
    const authority = { groupId: SUPER_GROUP, siteItemDTOList: [] }
    const who = {
      accountId,
      username: 'admin',
      role: '',
      authority,
      grants: '',
      sessionHash: '',
      mustChangePassword: false,
      mustSetUpFactor: false,
      byToken: true,
    }
    const ctx: CallContext = {
      db: deps.db,
      who,
      requireSignedIn: () => who,
      requireSite: () => undefined,
      afterCommit: () => undefined,
      onRollback: () => undefined,
      clock,
      deps,
      ip: '',
      baseUrl: server().url,
      userAgent: '',
      deviceId: '',
      progressId: '',
      signal: new AbortController().signal,
    }
    const insert: Import['importRows'] = async (db, rows) => {
      const now = clock.now().getTime()
      const saved = { siteId: 0, value: '[]', createTime: now, updateTime: now, updatedBy: 'sheet' }
      await db
        .insertInto('dictionary')
        .values(rows.map(({ values }) => ({ ...saved, title: values.title })))
        .execute()
      return (await importRows?.(db, rows)) ?? []
    }
    return importSheet(ctx, {
      xlsxPath: data.accessPath,
      columns: COLUMNS,
      limitMb: 50,
      mode,
      unknownColumns: 'ignore',
      importRows: insert,
    })
  }

  it('imports no row in mode `all` when a cell is invalid', async () => {
    expect(await run(['甲', '名称超过五个字', '乙'], { mode: 'all' })).toMatchObject({ imported: 0, refused: 1 })
    expect(await titles()).toEqual([])
  })
  it('imports no row in mode `all` when `importRows` refuses one', async () => {
    const refuse = async () => [{ row: 3, reason: '已存在' }]
    const result = await run(['甲', '乙'], { mode: 'all', importRows: refuse })
    expect(result).toMatchObject({ imported: 0, refused: 1, first: [{ row: 3, reason: '已存在' }] })
    expect(await titles()).toEqual([])
  })
  it('imports all rows when all are valid', async () => {
    expect(await run(['甲', '乙'], { mode: 'all' })).toMatchObject({ imported: 2, refused: 0, report: '' })
    expect(await titles()).toEqual(['甲', '乙'])
  })
  it('is one transaction: an error in a later batch rolls back the first one and keeps the upload', async () => {
    const names = Array.from({ length: 1200 }, (_, i) => `行${i}`)
    const before = await titles()
    const failInSecondBatch: Import['importRows'] = async (_db, rows) => {
      if (rows.some(({ row }) => row > 1000)) throw new AppError('conflict', '被打断')
      return []
    }
    await expect(run(names, { mode: 'good', importRows: failInSecondBatch })).rejects.toThrow('被打断')
    expect(await titles()).toEqual(before)
    expect(await run(names, { mode: 'good' })).toMatchObject({ imported: 1200, refused: 0 })
  })
  it('leaves no file except the report, which is deleted after a few hours', async () => {
    const { deps, clock } = server()
    await run(['名称超过五个字'], { mode: 'good' })
    expect(await readdir(join(deps.dataDir, 'uploads', 'tmp'))).toEqual([])
    const sheets = () => readdir(join(deps.dataDir, 'uploads', 'kept', 'sheets'))
    expect((await sheets()).length).toBeGreaterThan(0)
    await pruneSheets(deps)
    expect((await sheets()).length).toBeGreaterThan(0)
    clock.advance(3 * 3600_000)
    await pruneSheets(deps)
    expect(await sheets()).toEqual([])
  })
})
