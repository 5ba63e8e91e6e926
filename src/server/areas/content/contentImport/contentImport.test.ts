import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { grantExactly } from '#tests/builders/column.ts'
import { emptyColumn } from '#tests/builders/content.ts'
import { begun, type ImportGroups, into, linesOf, NEWS, run } from '#tests/builders/contentImport.ts'
import { rowsIn, sheetOf } from '#tests/builders/sheet.ts'
import { aField } from '#tests/builders/field.ts'
import { pngOf, upload } from '#tests/builders/upload.ts'
import { wxrItem, WXR_HEAD, wxrOf } from '#tests/builders/wxr.ts'
import { zipOf } from '#tests/builders/zip.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'

const query = { dir: 'import' }
const byText = (a: unknown, b: unknown): number => (String(a) < String(b) ? -1 : 1)
const seen = (client: TestClient, id: number) => client.ok('contentImport.findById', { id })
const titles = async (client: TestClient, classId: number) =>
  (await client.ok('content.page', { classId, size: 100 })).content.map(({ title }) => title).toSorted(byText)
const POSTS = [
  { id: 1, title: '第一篇', content: '<p>你好<script>alert(1)</script></p>' },
  { id: 2, title: '第二篇', status: 'draft' },
  { id: 3, title: '关于我们', type: 'page' },
  { id: 4, title: '图', type: 'attachment' },
  { id: 5, title: '菜单', type: 'nav_menu_item' },
]

onBothDatabases('imports of contents', (server) => {
  it('a WordPress export is read, tried without a trace, imported once and updated', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id, job } = await begun(admin, 'wxr', 'old.xml', wxrOf(POSTS))
    expect(job.state).toBe('done')
    expect((await seen(admin, id)).found).toMatchObject({
      from: '旧网站',
      entries: 3,
      published: 2,
      authors: ['li'],
      remotePictures: 1,
      groups: [
        { key: NEWS, title: '新闻', count: 2 },
        { key: 'page', title: '页面', count: 1 },
      ],
      left: [{ what: '导航菜单项', count: 1 }],
      broken: null,
    })
    const groups: ImportGroups = [...into(classId, NEWS), { key: 'page', to: 'new', title: '单页' }]
    expect((await run(admin, { id, groups, trial: true })).state).toBe('done')
    expect(await seen(admin, id)).toMatchObject({ trial: { created: 3, failed: 0 }, result: null })
    expect(await titles(admin, classId)).toEqual([])
    expect((await linesOf(admin, id, true))[0]).toMatchObject({ row: 6, title: '第一篇', outcome: 'created' })

    expect((await run(admin, { id, groups, publish: true })).state).toBe('done')
    expect(await seen(admin, id)).toMatchObject({ result: { created: 3, updated: 0, skipped: 0, failed: 0 } })
    const { content } = await admin.ok('content.page', { classId, size: 100 })
    expect(content.map(({ title, isStatus }) => [title, isStatus]).toSorted(byText)).toEqual([
      ['第一篇', true],
      ['第二篇', false],
    ])
    const first = content.find(({ title }) => title === '第一篇')
    expect(await admin.ok('content.findById', { classId, id: first?.id ?? 0 })).toMatchObject({
      content: '<p>你好</p>',
      publishTime: '2024-05-06 07:08:09',
      summary: '摘要 1',
    })
    const second = content.find(({ title }) => title === '第二篇')
    expect(await admin.ok('content.findById', { classId, id: second?.id ?? 0 })).toMatchObject({
      content: '<p>第一段</p><p>第二段</p>',
    })

    const again = await begun(
      admin,
      'wxr',
      'old2.xml',
      wxrOf([
        { id: 1, title: '改过的' },
        { id: 9, title: '新的' },
      ]),
    )
    await run(admin, { id: again.id, groups: into(classId, NEWS) })
    expect(await seen(admin, again.id)).toMatchObject({ result: { created: 1, skipped: 1 } })
    expect(await titles(admin, classId)).toEqual(['新的', '第一篇', '第二篇'].toSorted(byText))
    const third = await begun(admin, 'wxr', 'old3.xml', wxrOf([{ id: 1, title: '改过的' }]))
    await run(admin, { id: third.id, groups: into(classId, NEWS), again: 'update' })
    expect(await seen(admin, third.id)).toMatchObject({ result: { updated: 1 } })
    expect(await titles(admin, classId)).toContain('改过的')
  })

  it('an export that breaks off says where; what came before is imported, and its repaired file adds the rest alone', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const posts = Array.from({ length: 120 }, (_, at) => ({ id: at + 1001, title: `篇 ${at + 1}` }))
    const whole = wxrOf(posts)
    const cut = whole.slice(0, whole.indexOf('<title><![CDATA[篇 111]]>') + 12)
    const { id } = await begun(admin, 'wxr', 'cut.xml', cut)
    const { found } = await seen(admin, id)
    expect(found).toMatchObject({ entries: 110, broken: { line: cut.split('\n').length } })
    expect(found?.broken?.message).toContain('不完整')
    await run(admin, { id, groups: into(classId, NEWS) })
    expect(await titles(admin, classId)).toHaveLength(100)
    expect(await seen(admin, id)).toMatchObject({ result: { created: 110 } })
    const repaired = await begun(admin, 'wxr', 'whole.xml', whole)
    await run(admin, { id: repaired.id, groups: into(classId, NEWS) })
    expect(await seen(admin, repaired.id)).toMatchObject({ result: { created: 10, skipped: 110 } })
  })

  it.each([
    ['a wrong encoding', Buffer.concat([Buffer.from(WXR_HEAD), Buffer.from([0xd0, 0xc2, 0xce, 0xc5])]), 'UTF-8 编码'],
    ['a document type', `<!DOCTYPE rss [<!ENTITY a "b">]>${WXR_HEAD}`, 'DOCTYPE'],
    ['an entity of its own', `${WXR_HEAD}<item><title>&bomb;</title>`, '实体'],
    ['another format', '<?xml version="1.0"?><html></html>', '不是 WordPress'],
    ['a file without entries', `${WXR_HEAD}</channel></rss>`, '没有可以导入的内容'],
  ])('%s is said', async (_name, content, message) => {
    const admin = await server().as('admin')
    const { job } = await begun(admin, 'wxr', 'a.xml', content)
    expect(job.state).toBe('failed')
    expect(job.message).toContain(message)
  })

  it('sheets are imported by a remembered mapping; a wrong type names row, field and remedy', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const content = await sheetOf([
      ['编号', '名称', '日期'],
      ['A1', '甲', '2024-01-02'],
      ['A2', '乙', '不是日期'],
      ['A1', '丙', ''],
    ])
    const { id } = await begun(admin, 'sheet', 'a.xlsx', content)
    expect((await seen(admin, id)).found?.columns).toMatchObject([
      { title: '编号' },
      { title: '名称', samples: ['甲', '乙', '丙'] },
      { title: '日期' },
    ])
    const columns = [
      { title: '名称', fieldName: 'title' },
      { title: '日期', fieldName: 'publishTime' },
    ]
    const order = { id, groups: into(classId, ''), columns, keyTitle: '编号' }
    await run(admin, order)
    expect(await linesOf(admin, id)).toMatchObject([
      { row: 2, outcome: 'created' },
      { row: 3, outcome: 'failed', reason: expect.stringMatching(/“日期”列对应字段“.*”：应为日期.*请修改表格/) },
      { row: 4, outcome: 'skipped', reason: expect.stringContaining('第 2 行') },
    ])
    const address = await admin.ok('contentImport.report', { id })
    const rows = await rowsIn(new Uint8Array(await (await fetch(address)).arrayBuffer()))
    expect(rows.map((row) => row[3])).toEqual(['结果', '新增', '失败', '跳过'])
    const next = await begun(admin, 'sheet', 'b.csv', '编号,名称\nA1,甲\nA3,丁\n')
    expect((await seen(admin, next.id)).remembered?.columns).toEqual(columns)
    await run(admin, { ...order, id: next.id, columns: columns.slice(0, 1) })
    expect(await titles(admin, classId)).toEqual(['丁', '甲'])
    const wrong = await admin.call('contentImport.run', {
      ...order,
      columns: [{ title: '名称', fieldName: 'nothing' }],
    })
    expect(wrong).toMatchObject({ code: 400, msg: expect.stringContaining('没有字段“nothing”') })
    const said = async (...given: [title: string, fieldName: string][]) =>
      (
        await admin.call('contentImport.run', {
          ...order,
          columns: given.map(([title, fieldName]) => ({ title, fieldName })),
        })
      ).msg
    expect(await said(['标题', 'title'])).toBe('表格里没有“标题”列，请重新对应')
    expect(await said(['标题', ''])).toBe('请至少选择一列对应的字段')
    expect(await said(['名称', 'title'], ['日期', 'title'])).toMatch(/^有两列对应同一字段“.+”，请只保留一列$/)
    await run(admin, { ...order, columns: [{ title: '日期', fieldName: 'publishTime' }], keyTitle: '', trial: true })
    expect((await linesOf(admin, id, true)).at(-1)).toMatchObject({
      row: 4,
      outcome: 'failed',
      reason: '对应的列均为空，不导入',
    })
    const menuFieldDTOList = [aField('title'), aField('fixed', { fieldAlias: '编码', isAdd: false })]
    await admin.ok('column.settingField', { id: classId, menuFieldDTOList })
    expect(await said(['名称', 'fixed'])).toBe('字段“编码”在新增时不可填写，请重新选择“名称”对应的字段')
  })

  it('pages of a folder come with their pictures; a zip that leaves its folder is refused', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const page =
      '<html><head><title>页</title></head><body><nav>菜单</nav><main><p>文</p><img src="img/a.png"></main></body></html>'
    const zip = zipOf([
      { name: 'site/index.html', content: page },
      { name: 'site/news/1.html', content: Buffer.from([0x3c, 0x70, 0x3e, 0xd0, 0xc2, 0x3c, 0x2f, 0x70, 0x3e]) },
      { name: 'site/img/a.png', content: pngOf(2, 3) },
      { name: 'site/a.css', content: 'a{}' },
    ])
    const { id } = await begun(admin, 'html', 'site.zip', zip)
    expect((await seen(admin, id)).found).toMatchObject({
      entries: 2,
      pictures: 1,
      groups: [
        { key: 'folder:', count: 1 },
        { key: 'folder:news', count: 1 },
      ],
      left: [{ what: 'css 文件', count: 1 }],
    })
    await run(admin, { id, groups: into(classId, 'folder:', 'folder:news') })
    const { content } = await admin.ok('content.page', { classId, size: 10 })
    const first = content.find(({ title }) => title === '页')
    const entry = await admin.ok('content.findById', { classId, id: first?.id ?? 0 })
    expect(entry.content).toMatch(/^<p>文<\/p><img src="\/files\/[^"]+\.png" ?\/?>$/)
    expect(await titles(admin, classId)).toEqual(['1', '页'])

    const hostile = await begun(admin, 'html', 'bad.zip', zipOf([{ name: '../out.html', content: page }]))
    expect(hostile.job.state).toBe('failed')
  })

  it('pictures are fetched from public addresses alone, and only when it is wished', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    let asked = 0
    const site = createServer((_request, response) => {
      asked += 1
      response.end(pngOf(2, 3))
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void site.close())
    await once(site, 'listening')
    const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/a.png`
    const content = `<p><img src="${address}"></p>`
    const { id } = await begun(admin, 'wxr', 'p.xml', wxrOf([{ id: 501, title: '有图', content }]))
    await run(admin, { id, groups: into(classId, NEWS), fetchPictures: true })
    expect(await linesOf(admin, id)).toMatchObject([{ outcome: 'created', reason: '1 张图片未导入，保留原地址' }])
    expect(asked).toBe(0)
  })

  it('fills what can only be filled when an entry is added', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const menuFieldDTOList = [
      aField('title', { isUpdate: false }),
      aField('text', { fieldType: 'Editor', isUpdate: false }),
    ]
    await admin.ok('column.settingField', { id: classId, menuFieldDTOList })
    const { id } = await begun(admin, 'wxr', 'one.xml', wxrOf([{ id: 601, title: '只能新增' }]))
    await run(admin, { id, groups: into(classId, NEWS) })
    expect(await linesOf(admin, id)).toMatchObject([{ outcome: 'created' }])
    expect(await titles(admin, classId)).toEqual(['只能新增'])
  })

  it('a table of more than 100,000 rows is refused', async () => {
    const admin = await server().as('admin')
    const rows = Array.from({ length: 100_001 }, (_, at) => `甲${at}`)
    const { job } = await begun(admin, 'sheet', 'long.csv', ['名称', ...rows].join('\n'))
    expect(job).toMatchObject({ state: 'failed', message: expect.stringContaining('不能超过 100000 行') })
  })

  it('needs 导入 on each column, and is one’s own', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id } = await begun(admin, 'wxr', 'old.xml', wxrOf(POSTS))
    await grantExactly(server().deps.db, 'editor', [{ siteId: 1, menuId: classId }])
    const editor = await server().as('editor')
    expect((await editor.call('contentImport.findById', { id })).code).toBe(404)
    expect((await editor.call('contentImport.run', { id, groups: into(classId, NEWS) })).code).toBe(403)
    // 1121 is 导入; a new column needs 栏目管理 too.
    await grantExactly(server().deps.db, 'editor', [{ siteId: 1, menuId: classId, settings: [1121] }])
    const again = await server().as('editor')
    const own = await begun(again, 'wxr', 'own.xml', wxrOf([{ id: 701, title: '自己的' }]))
    const made: ImportGroups = [{ key: NEWS, to: 'new', title: '不许的' }]
    expect(await again.call('contentImport.run', { id: own.id, groups: made })).toMatchObject({ code: 403 })
    expect(
      await again.call('contentImport.run', { id: own.id, groups: into(classId, NEWS), publish: true }),
    ).toMatchObject({ code: 403 })
    await run(again, { id: own.id, groups: into(classId, NEWS) })
    expect(await titles(admin, classId)).toEqual(['自己的'])
    const { id: otherId } = await emptyColumn(admin)
    await grantExactly(server().deps.db, 'editor', [
      { siteId: 1, menuId: classId, settings: [1121] },
      { siteId: 1, menuId: otherId, settings: [1101, 1102, 1104] },
    ])
    const third = await server().as('editor')
    expect((await third.call('contentImport.run', { id: own.id, groups: into(otherId, NEWS) })).code).toBe(403)
    await grantExactly(server().deps.db, 'editor', [{ siteId: 2, menuId: classId, settings: [1121] }])
    expect((await (await server().as('editor')).call('contentImport.findById', { id: own.id })).code).toBe(403)
    await grantExactly(server().deps.db, 'editor', [{ siteId: 1, menuId: classId, settings: [1121] }])

    const { data } = await upload(editor, { name: 'a.xml', content: wxrItem({ id: 1, title: 'a' }), query })
    expect((await admin.call('contentImport.begin', { siteId: 1, kind: 'wxr', path: data.accessPath })).code).toBe(404)
    expect(await fetch(new URL(data.accessPath, server().url)).then(({ status }) => status)).toBe(404)
    const wrong = await upload(editor, { name: 'a.exe', content: 'a', query })
    expect(wrong.code).not.toBe(200)
  })
})
