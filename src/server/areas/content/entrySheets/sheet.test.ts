import { expect, it } from 'vitest'
import { engineOf } from '#server/db/dialect.ts'
import { lockFields } from '#server/areas/column/column/fieldsLock.ts'
import { columnNamed, grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, pairs, saveArticle } from '#tests/builders/content.ts'
import { aField } from '#tests/builders/field.ts'
import { rowsIn, sheetOf } from '#tests/builders/sheet.ts'
import { upload } from '#tests/builders/upload.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { meeting } from '#tests/integration/server/harness/pgLocks.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

type Cells = Parameters<typeof sheetOf>[0]
const fetched = async (address: string) => rowsIn(new Uint8Array(await (await fetch(address)).arrayBuffer()))
const sent = async (client: TestClient, rows: Cells): Promise<string> =>
  (await upload(client, { name: '内容.xlsx', content: await sheetOf(rows) })).data.accessPath

onBothDatabases('content as sheets', (server) => {
  const report = (ticket: string) => fetched(`${server().url}api/sitecraft/sheet/${ticket}/x.xlsx`)

  it('go out with the fields by their names and come back as drafts, with rare characters whole', async () => {
    const admin = await server().as('admin')
    const { id: classId, title } = await emptyColumn(admin)
    const values = {
      title: '𠀀𪚥与😀👨‍👩‍👧',
      source: '=HYPERLINK("http://evil.example")',
      publishTime: '2026-03-01 00:00:00',
      summary: '第一行\n第二行',
      content: '<p>正文𠮷</p>',
    }
    const { id } = await saveArticle(admin, classId, values)
    await admin.ok('content.updateSort', { classId, id, sort: 7 })
    await saveArticle(admin, classId, { title: '草稿' }, { isStatus: false })
    const gone = await saveArticle(admin, classId, { title: '删掉的' })
    await admin.ok('content.deleteByIdList', { classId, idList: [gone.id] })
    const address = await admin.ok('content.exportSheet', { classId })
    expect(decodeURIComponent(address)).toContain(`${title}.xlsx`)
    const rows = await fetched(address)
    const [titles = [], first = []] = rows
    expect(titles.slice(0, 2)).toEqual(['标题', '副标题'])
    expect(titles.slice(-3)).toEqual(['状态', '排序', '创建时间'])
    const cell = (name: string) => first[titles.indexOf(name)]
    expect([cell('标题'), cell('来源'), cell('摘要'), cell('正文')]).toEqual([
      values.title,
      values.source,
      values.summary,
      values.content,
    ])
    expect([cell('状态'), cell('排序')]).toEqual(['已发布', 7])
    expect(rows).toHaveLength(3)

    const { id: other } = await emptyColumn(admin)
    const imported = await admin.ok('content.importSheet', {
      classId: other,
      xlsxPath: await sent(admin, rows as Cells),
    })
    expect(imported).toMatchObject({ imported: 2, refused: 0 })
    const { content } = await admin.ok('content.draftPage', { classId: other })
    expect(content).toMatchObject([
      { title: values.title, source: values.source, isStatus: false, sort: 7, createBy: 'admin' },
      { title: '草稿', isStatus: false, sort: 0 },
    ])
    expect(await admin.ok('content.findById', { classId: other, id: content[0]?.id ?? 0 })).toMatchObject(values)
    expect((await admin.ok('content.page', { classId: other, key: '𪚥与' })).totalElements).toBe(1)
    const { content: history } = await admin.ok('content.revisions', { classId: other, id: content[0]?.id ?? 0 })
    expect(history).toMatchObject([{ reason: 'import', version: 1 }])
  })

  it('hold what the list shows with its filters', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    await saveArticle(admin, classId, { title: '海洋甲' })
    await saveArticle(admin, classId, { title: '海洋乙' }, { isStatus: false })
    await saveArticle(admin, classId, { title: '高山' })
    const titles = async (filters: object) =>
      (await fetched(await admin.ok('content.exportSheet', { classId, ...filters }))).slice(1).map(([title]) => title)
    expect(await titles({})).toEqual(['海洋甲', '海洋乙', '高山'])
    expect(await titles({ isStatus: true })).toEqual(['海洋甲', '高山'])
    expect(await titles({ key: '海洋' })).toEqual(['海洋甲', '海洋乙'])
    const fieldKeyValuePairDTOList = [{ fieldName: 'title', fieldValue: '海洋' }]
    expect(await titles({ fieldKeyValuePairDTOList, isStatus: false })).toEqual(['海洋乙'])
    expect(await titles({ endTime_createTime: '2020-01-01' })).toEqual([])
  })

  it(
    'of 10000 rows with a broken one in the middle, the others are taken and that one is told',
    { timeout: 120_000 },
    async () => {
      const admin = await server().as('admin')
      const { id: classId } = await emptyColumn(admin)
      const rows: Cells = [['标题', '发布时间', '正文', '来源']]
      for (let at = 1; at <= 10_000; at++) rows.push([`第${at}篇`, '2026-03-01 09:00', `<p>正文${at}</p>`, '本报'])
      rows[5000] = ['坏的一篇', '2026-02-31', '<p>x</p>', '本报']
      const result = await admin.ok('content.importSheet', { classId, xlsxPath: await sent(admin, rows) })
      expect(result).toMatchObject({
        imported: 9999,
        refused: 1,
        first: [{ row: 5001, reason: '“发布时间”应为日期，例如 2026-01-31' }],
      })
      expect((await admin.ok('content.draftPage', { classId })).totalElements).toBe(9999)
      expect((await admin.ok('content.page', { classId, key: '第10000篇' })).content).toMatchObject([
        { title: '第10000篇', publishTime: '2026-03-01 09:00:00' },
      ])
      expect((await report(result.report))[1]).toEqual([
        '坏的一篇',
        '2026-02-31',
        '<p>x</p>',
        '本报',
        5001,
        expect.anything(),
      ])
    },
  )

  it('take each field by its own rules, and say in which column and why one does not hold', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const dictionary = await admin.ok('dictionary.save', { title: '颜色', value: ['红', '绿', '蓝'] })
    const relationMark = JSON.stringify({ id: dictionary.id, type: 4 })
    const menuFieldDTOList = [
      aField('title', { fieldAlias: '标题', isRequired: true }),
      aField('colour', { fieldAlias: '颜色', relationMark }),
      aField('mail', { fieldAlias: '邮箱', isEmail: true }),
      aField('body', { fieldAlias: '正文', fieldType: 'Editor', isRequired: true }),
      aField('place', { fieldAlias: '排序', defaultValue: '首页' }),
      aField('closed', { fieldAlias: '来历', isAdd: false }),
    ]
    await admin.ok('column.settingField', { id: classId, menuFieldDTOList })
    const [titles] = await fetched(await admin.ok('content.sheetTemplate', { classId }))
    expect(titles).toEqual(['标题*', '颜色', '邮箱', '正文', '排序(place)', '排序'])
    const xlsxPath = await sent(admin, [
      ['标题*', '颜色', '邮箱', '正文', '排序(place)', '排序'],
      ['好的', '红、蓝', 'a@b.cn', '<p onclick="x()">好<script>x</script></p>', '', 3],
      ['', '红', '', '', '', ''],
      ['错的颜色', '黄', '', '', '', ''],
      ['错的邮箱', '', 'a@', '', '', ''],
      ['长'.repeat(255), '', '', '', '', ''],
      ['𠀀'.repeat(254), '', '', '', '侧栏', ''],
      ['错的排序', '', '', '', '', 'x'],
    ])
    const { imported, first } = await admin.ok('content.importSheet', { classId, xlsxPath })
    expect(imported).toBe(2)
    expect(first).toEqual([
      { row: 3, reason: '“标题”不能为空' },
      { row: 4, reason: '颜色没有选项“黄”，请重新选择' },
      { row: 5, reason: '“邮箱”请输入正确的邮箱格式' },
      { row: 6, reason: '标题不能超过 254 个字' },
      { row: 8, reason: '“排序”应为整数' },
    ])
    const { content } = await admin.ok('content.draftPage', { classId })
    const kept = await Promise.all(content.map(({ id }) => admin.ok('content.findById', { classId, id })))
    expect(kept).toMatchObject([
      { title: '好的', colour: '红,蓝', place: '首页', sort: 3 },
      { title: '𠀀'.repeat(254), place: '侧栏' },
    ])
    expect(kept[0]?.body).toBe('<p>好</p>')
  })

  it('restore choices exactly, also those that contain separators', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id } = await admin.ok('dictionary.save', { title: '地点', value: ['京、津', '冀；鲁', '沪'] })
    const relationMark = JSON.stringify({ id, type: 2 })
    const menuFieldDTOList = [
      aField('title', { fieldAlias: '标题' }),
      aField('place', { fieldAlias: '地点', relationMark }),
    ]
    await admin.ok('column.settingField', { id: classId, menuFieldDTOList })
    for (const place of ['京、津', '沪,冀；鲁'])
      await admin.ok('content.save', { classId, isStatus: false, fieldList: pairs({ title: place, place }) })
    const rows = await fetched(await admin.ok('content.exportSheet', { classId }))
    const again = await admin.ok('content.importSheet', { classId, xlsxPath: await sent(admin, rows as Cells) })
    expect(again).toMatchObject({ imported: 2, refused: 0 })
    const { content } = await admin.ok('content.draftPage', { classId })
    const kept = await Promise.all(content.map(({ id: entry }) => admin.ok('content.findById', { classId, id: entry })))
    expect(kept).toHaveLength(4)
    for (const entry of kept) expect(entry.place).toBe(entry.title)
  })

  it('say which texts were not written whole, and never take them back cut', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    await saveArticle(admin, classId, { title: '短的', content: '<p>短</p>' })
    const long = await saveArticle(admin, classId, { title: '长的', content: `<p>${'长'.repeat(75_000)}</p>` })
    const answer = await admin.call('content.exportSheet', { classId })
    expect(answer).toMatchObject({ code: 200, msg: expect.stringMatching(/^没有写完整：第 3 行“正文”（75007 字），/) })
    const xlsxPath = await sent(admin, await fetched(answer.data))
    const again = await admin.ok('content.importSheet', { classId, xlsxPath })
    expect(again).toMatchObject({ imported: 1, refused: 1 })
    expect(again.first[0]).toEqual({ row: 3, reason: expect.stringContaining('后面的文字可能已丢失') })
    await admin.ok('content.deleteByIdList', { classId, idList: [long.id] })
    expect((await admin.call('content.exportSheet', { classId })).msg).not.toContain('没有写完整')
  })

  it('make paragraphs of the lines of a cell in rich text', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const xlsxPath = await sent(admin, [
      ['标题', '正文'],
      ['几行', '第一行 < 2\n\n第二行\r\n第三行'],
      ['网页', '<p>一</p>\n<p>二</p>'],
    ])
    expect(await admin.ok('content.importSheet', { classId, xlsxPath })).toMatchObject({ imported: 2, unknown: [] })
    const { content } = await admin.ok('content.draftPage', { classId })
    const kept = await Promise.all(content.map(({ id }) => admin.ok('content.findById', { classId, id })))
    expect(Object.fromEntries(kept.map((entry) => [entry.title, entry['content']]))).toEqual({
      几行: '<p>第一行 &lt; 2</p><p>第二行</p><p>第三行</p>',
      网页: '<p>一</p>\n<p>二</p>',
    })
  })

  it('need 1120 to leave and 1121 to come in, of their column [A-208] [A-209]', async () => {
    const admin = await server().as('admin')
    const { id: classId, siteId } = await emptyColumn(admin)
    const other = await emptyColumn(admin)
    const as = async (...settings: number[]) => {
      await grantExactly(server().deps.db, 'editor', [
        { siteId, menuId: classId, settings },
        { siteId, menuId: other.id, settings: [1120, 1121] },
      ])
      return server().as('editor')
    }
    const out = await as(1101, 1102, 1120)
    expect(await out.call('content.exportSheet', { classId })).toMatchObject({ status: 200 })
    const xlsxPath = await sent(out, [['标题'], ['甲']])
    expect(await out.call('content.importSheet', { classId, xlsxPath })).toMatchObject({ status: 403 })
    expect(await out.call('content.sheetTemplate', { classId })).toMatchObject({ status: 403 })
    const into = await as(1101, 1102, 1121)
    expect(await into.call('content.exportSheet', { classId })).toMatchObject({ status: 403 })
    expect(await into.call('content.importSheet', { classId, xlsxPath })).toMatchObject({ data: { imported: 1 } })
    const article = await columnNamed(admin, '公司简介')
    expect((await admin.call('content.sheetTemplate', { classId: article.id })).msg).toContain('只有一篇内容')
  })
  it('that were read by fields which have changed since are not imported', async () => {
    const admin = await server().as('admin')
    const { db } = server().deps
    const { id } = await emptyColumn(admin)
    const xlsxPath = await sent(admin, [['标题'], ['甲']])
    const [imported] = await meeting(
      db,
      async (tx) => {
        await lockFields(tx, id)
        const fields = JSON.stringify([aField('title', { fieldType: 'MultiLine' })])
        await tx.updateTable('site_column').set({ fields }).where('id', '=', id).execute()
      },
      [() => admin.call('content.importSheet', { classId: id, xlsxPath })],
    )
    const { totalElements } = await admin.ok('content.page', { classId: id })
    // On the embedded database nobody changes them meanwhile here.
    if (engineOf(db) === 'sqlite') return expect([imported?.status, totalElements]).toEqual([200, 1])
    expect(imported).toMatchObject({
      status: 409,
      msg: expect.stringContaining('字段在导入期间被修改，未导入任何内容'),
    })
    expect(totalElements).toBe(0)
  })
})
