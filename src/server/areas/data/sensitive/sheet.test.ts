import { beforeEach, expect, it } from 'vitest'
import { PERMISSION } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { rowsIn, sheetOf } from '#tests/builders/sheet.ts'
import { upload } from '#tests/builders/upload.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { grantExactly } from '#tests/builders/column.ts'

type Cells = Parameters<typeof sheetOf>[0]

const sent = async (client: TestClient, rows: Cells): Promise<string> =>
  (await upload(client, { name: '敏感词.xlsx', content: await sheetOf(rows) })).data.accessPath
const fetched = async (address: string) => rowsIn(new Uint8Array(await (await fetch(address)).arrayBuffer()))

onBothDatabases('sensitive words as sheets', (server) => {
  beforeEach(() => server().deps.db.deleteFrom('sensitive_word').execute())

  it('come in from a sheet: good rows are taken, the others are named [B-120] [B-380]', async () => {
    const admin = await server().as('admin')
    await admin.ok('sensitive.save', { sensitiveWord: 'Spam' })
    expect((await fetched(await admin.ok('sensitive.sheetTemplate', {})))[0]).toEqual(['敏感词*', '替换词'])
    const xlsxPath = await sent(admin, [
      ['替换词', '敏感词'],
      ['好词', '坏词'],
      ['无', ' '],
      ['', 'SPAM'],
      [null, '𠮷野家😀'],
      ['', '坏词'],
      ['长'.repeat(101), '太长'],
    ])
    const result = await admin.ok('sensitive.importData', { xlsxPath, classId: 0, siteId: 0 })
    expect(result).toMatchObject({
      imported: 2,
      refused: 4,
      first: [
        { row: 3, reason: '“敏感词”不能为空' },
        { row: 4, reason: '敏感词“SPAM”已存在' },
        { row: 6, reason: '敏感词“坏词”已存在' },
        { row: 7, reason: '“替换词”不能超过 100 个字' },
      ],
    })
    const { content } = await admin.ok('sensitive.page', {})
    expect(content.map((each) => [each.sensitiveWord, each.propWord])).toEqual([
      ['𠮷野家😀', ''],
      ['坏词', '好词'],
      ['Spam', ''],
    ])
  })
  it('take 10,000 rows with a broken one in the middle, and go out again as they came [B-121] [B-379]', async () => {
    const admin = await server().as('admin')
    const rows = Array.from({ length: 10_000 }, (_, i) => (i === 5000 ? ['', '没有词'] : [`词${i}`, `换${i}`]))
    const xlsxPath = await sent(admin, [['敏感词', '替换词'], ...rows])
    const result = await admin.ok('sensitive.importData', { xlsxPath })
    expect(result).toMatchObject({ imported: 9999, refused: 1, first: [{ row: 5002, reason: '“敏感词”不能为空' }] })
    const [titles, ...out] = await fetched(await admin.ok('sensitive.outputData', {}))
    expect(titles).toEqual(['敏感词', '替换词', '创建时间'])
    expect(out.map((row) => row.slice(0, 2))).toEqual(rows.filter(([word]) => word !== ''))
    expect(await fetched(await admin.ok('sensitive.outputData', { key: '换777' }))).toHaveLength(12)
  }, 120_000)
  it('are xls or xlsx of at most 5000 M, and of what is read at once, by the permissions 1120 and 1121 [B-251] [B-253]', async () => {
    const admin = await server().as('admin')
    const text = await upload(admin, { name: 'a.css', content: 'x' })
    expect(await admin.call('sensitive.importData', { xlsxPath: text.data.accessPath })).toMatchObject({
      msg: '请上传 xls,xlsx 的格式!',
    })
    const large = await sent(admin, [['敏感词'], ['大表']])
    const { db } = server().deps
    const size = 5000 * 1024 * 1024 + 1
    await db.updateTable('attachment').set({ size }).where('accessPath', '=', large).execute()
    expect(await admin.call('sensitive.importData', { xlsxPath: large })).toMatchObject({
      msg: '文件大小不能大于100M!请把表格分成几个文件分别导入',
    })
    const readable = (mb: number, over: number) =>
      db
        .updateTable('attachment')
        .set({ size: mb * 1024 * 1024 + over })
        .where('accessPath', '=', large)
        .execute()
    await readable(100, 1)
    expect(await admin.call('sensitive.importData', { xlsxPath: large })).toMatchObject({
      msg: '文件大小不能大于100M!请把表格分成几个文件分别导入',
    })
    await readable(100, 0)
    expect(await admin.call('sensitive.importData', { xlsxPath: large })).toMatchObject({ status: 200 })
    const grant = async (...settings: number[]): Promise<TestClient> => {
      await grantExactly(db, 'editor', [{ siteId: 0, menuId: MENU.sensitive, settings }])
      return server().as('editor')
    }
    const none = await grant()
    const xlsxPath = await sent(none, [['敏感词'], ['词']])
    const importedBy = (client: TestClient) => client.call('sensitive.importData', { xlsxPath })
    expect(await none.call('sensitive.outputData', {})).toMatchObject({ status: 403 })
    expect(await importedBy(none)).toMatchObject({ status: 403 })
    expect(await (await grant(PERMISSION.exportSheet)).call('sensitive.outputData', {})).toMatchObject({ status: 200 })
    expect(await importedBy(await grant(PERMISSION.importSheet))).toMatchObject({ status: 200, data: { imported: 1 } })
  })
})
