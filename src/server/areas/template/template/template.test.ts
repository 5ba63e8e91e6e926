import { expect, it } from 'vitest'
import { template } from '#shared/contract/template.ts'
import { buildSite } from '#tests/builders/site.ts'
import { buildTemplate, hashOf } from '#tests/builders/template.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('templates', (server, start) => {
  it('are four real ones at first, with covers, each site bound to one that makes its pages [A-148] [A-254]', async () => {
    const admin = await server().as('admin')
    const page = await admin.ok('template.list', {})
    expect(page.content.map((row) => [row.name, row.folder, row.siteId, row.relationSiteIds])).toEqual([
      ['风尚作品集', 'portfolio', 1, [1]],
      ['起步模板', 'starter', 0, []],
      ['海洋蓝', 'marine', 2, [2]],
      ['企业门户', 'corporate', 1, [1]],
    ])
    for (const row of page.content) {
      expect(template.parse(row)).toEqual(row)
      const cover = await server().nobody.fetch(row.templatePic)
      expect([cover.status, cover.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)])
      expect((await admin.ok('templateFile.list', { path: row.folder })).map((f) => f.name)).toContain('index.html')
    }
    const fonts = await admin.ok('templateFile.list', { path: 'portfolio/vendor/fontawesome-free/webfonts' })
    expect(fonts.length).toBeGreaterThan(10)
  })
  it('come in pages of ten, by a part of the name or folder, by site [A-254] [A-312]', async () => {
    const other = await start()
    const admin = await other.as('admin')
    for (let i = 0; i < 12; i++) await buildTemplate(admin, { name: `Page ${i}`, siteId: i % 2 ? 2 : 0 })
    const first = await admin.ok('template.list', {})
    expect([first.content.length, first.totalElements, first.totalPages]).toEqual([10, 16, 2])
    expect((await admin.ok('template.list', { page: 2 })).content).toHaveLength(6)
    expect((await admin.ok('template.list', { key: 'PAGE 1' })).totalElements).toBe(3)
    expect((await admin.ok('template.list', { key: '%' })).totalElements).toBe(0)
    expect((await admin.ok('template.list', { siteId: 2 })).totalElements).toBe(7)
    const linked = await admin.ok('templateSite.page', { pageIndex: 4, pageSize: 5 })
    expect([linked.content.length, linked.totalElements, linked.totalPages]).toEqual([1, 16, 4])
    const names = (await admin.ok('template.list', { size: 3, page: 2 })).content.map((row) => row.name)
    expect(names).toEqual(['Page 8', 'Page 7', 'Page 6'])
  })
  it('are made with a folder, edited, and moved with it [A-253] [A-255]', async () => {
    const admin = await server().as('admin')
    const made = await admin.call('template.save', { name: ' 新模板 ', folder: 'fresh', title: '备注' })
    expect(made).toMatchObject({ msg: '创建成功', data: { name: '新模板', folder: 'fresh', title: '备注' } })
    await admin.ok('templateFile.newFile', { path: 'fresh', filename: 'a.css' })
    const edit = { id: made.data.id, name: '改名', folder: 'moved', templatePic: '/files/x.png' }
    expect(await admin.call('template.save', edit)).toMatchObject({ msg: '保存成功', data: { folder: 'moved' } })
    expect((await admin.ok('templateFile.list', { path: 'moved' })).map((f) => f.path)).toEqual(['moved/a.css'])
    expect(await admin.call('templateFile.list', { path: 'fresh' })).toMatchObject({ status: 404 })
    expect(await admin.ok('template.findById', { id: made.data.id })).toMatchObject({
      name: '改名',
      templatePic: '/files/x.png',
    })
  })
  it('that were saved meanwhile are not overwritten; the answer says who, files and bindings do not count', async () => {
    const admin = await server().as('admin')
    const made = await buildTemplate(admin)
    await admin.ok('templateFile.newFile', { path: made.folder, filename: 'a.css' })
    const form = { id: made.id, folder: made.folder, version: made.version }
    expect(await admin.ok('template.save', { ...form, name: '先保存的' })).toMatchObject({ version: 2 })
    expect(await admin.call('template.save', { ...form, name: '后保存的', folder: 'elsewhere' })).toMatchObject({
      status: 409,
      msg: expect.stringContaining('模板“先保存的”已被 admin 于 '),
      data: { facts: { version: 2, changedBy: 'admin' } },
    })
    expect(await admin.ok('template.findById', { id: made.id })).toMatchObject({
      name: '先保存的',
      folder: made.folder,
    })
    expect(await admin.ok('template.save', { ...form, name: '合并的', version: 2 })).toMatchObject({ version: 3 })
  })
  it('keep their site when the form has none', async () => {
    const admin = await server().as('admin')
    const { id, folder } = await buildTemplate(admin, { siteId: 2 })
    expect(await admin.ok('template.save', { id, name: 'x', folder })).toMatchObject({ siteId: 2 })
    expect(await admin.ok('template.save', { id, name: 'x', folder, siteId: 1 })).toMatchObject({ siteId: 1 })
  })
  it('need a name and a usable folder, with the texts of the document [A-179]', async () => {
    const admin = await server().as('admin')
    expect(await admin.call('template.save', { name: ' ', folder: 'x' })).toMatchObject({
      status: 400,
      msg: '请输入站点名称',
    })
    expect(await admin.call('template.save', { name: 'x', folder: '' })).toMatchObject({ msg: '请输入站点模板文件夹' })
    for (const folder of ['../x', 'a/b', '.git', 'a b', '-x', 'a.b']) {
      expect(await admin.call('template.save', { name: 'x', folder }), folder).toMatchObject({ status: 400 })
    }
    expect(await admin.call('template.save', { name: 'x', folder: 'CON' })).toMatchObject({ status: 400 })
    expect((await admin.ok('template.list', { key: 'CON' })).totalElements).toBe(0)
  })
  it('keep a note of up to 100000 characters [A-190]', async () => {
    const admin = await server().as('admin')
    const { id } = await buildTemplate(admin)
    const { name, folder } = await admin.ok('template.findById', { id })
    const note = '注'.repeat(100_000)
    await admin.ok('template.save', { id, name, folder, title: note })
    expect((await admin.ok('template.findById', { id })).title).toBe(note)
    expect(await admin.call('template.save', { id, name, folder, title: `${note}!` })).toMatchObject({ status: 400 })
  })
  it('have a folder of their own, also on a system without case', async () => {
    const admin = await server().as('admin')
    for (const folder of ['portfolio', 'Portfolio']) {
      expect(await admin.call('template.save', { name: 'x', folder })).toMatchObject({
        status: 409,
        msg: `模板文件夹“${folder}”已被模板“风尚作品集”使用，请换一个名称`,
      })
    }
    const { id } = await buildTemplate(admin, { folder: 'mine' })
    expect(await admin.call('template.save', { id, name: 'x', folder: 'starter' })).toMatchObject({ status: 409 })
    expect(await admin.call('template.copy', { id, name: 'x', folder: 'MINE' })).toMatchObject({ status: 409 })
  })
  it('made twice at once are made once', async () => {
    const admin = await server().as('admin')
    const calls = Array.from({ length: 5 }, () => admin.call('template.save', { name: 'x', folder: 'twice' }))
    const codes = (await Promise.all(calls)).map((answer) => answer.code)
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
  })
  it('moved to one folder at once, only one of them moves', async () => {
    const admin = await server().as('admin')
    const rows = await Promise.all(Array.from({ length: 4 }, () => buildTemplate(admin, { files: { 'a.css': 'x' } })))
    const edit = ({ id, name }: { id: number; name: string }) =>
      admin.call('template.save', { id, name, folder: 'wanted' })
    const codes = (await Promise.all(rows.map(edit))).map((answer) => answer.code)
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    for (const [at, row] of rows.entries()) {
      const path = codes[at] === 200 ? 'wanted' : row.folder
      expect((await admin.ok('templateFile.list', { path })).map((file) => file.name)).toEqual(['a.css'])
    }
  })
  it('are copied with their files [A-257]', async () => {
    const admin = await server().as('admin')
    const { id } = await buildTemplate(admin, { files: { 'css/a.css': 'body{}' } })
    const copied = await admin.call('template.copy', { id, name: '副本', folder: 'copied' })
    expect(copied).toMatchObject({ msg: '复制成功', data: { name: '副本', folder: 'copied', relationSiteIds: [] } })
    expect(await admin.ok('templateFile.open', { path: 'copied/css', openFileName: 'a.css' })).toMatchObject({
      content: 'body{}',
    })
  })
  it('are deleted with their folder, unless an enabled site uses them [A-006] [A-256]', async () => {
    const admin = await server().as('admin')
    const { id, folder } = await buildTemplate(admin, { files: { 'a.css': 'x' } })
    const used = (await admin.ok('template.list', { key: 'portfolio' })).content[0]
    const refused = await admin.call('template.deleteByIdList', [{ id }, { id: used?.id }])
    expect(refused).toMatchObject({ status: 409, msg: expect.stringMatching(/风尚作品集.*启用的站点“集团官网”/) })
    expect(await admin.ok('templateFile.list', { path: folder })).toHaveLength(1)
    expect(await admin.call('template.deleteByIdList', [{ id }])).toMatchObject({
      code: 200,
      msg: '删除成功',
      data: null,
    })
    expect(await admin.call('template.findById', { id })).toMatchObject({ status: 404 })
    expect(await admin.call('templateFile.list', { path: folder })).toMatchObject({ status: 404 })
    await admin.ok('template.save', { name: 'again', folder })
    expect(await admin.ok('templateFile.list', { path: folder })).toEqual([])
  })
  it('of sites that the role lacks are hidden, and refused in every call', async () => {
    const admin = await server().as('admin')
    const hidden = await buildSite(server().deps.db)
    const { id, folder } = await buildTemplate(admin, { siteId: hidden, files: { 'a.css': 'x' } })
    const designer = await server().as('designer')
    const seen = await designer.ok('template.list', { size: 100 })
    expect(seen.content.map((row) => row.folder)).toEqual(expect.arrayContaining(['portfolio', 'starter']))
    expect(seen.content.map((row) => row.id)).not.toContain(id)
    expect((await designer.ok('templateFile.list', { path: '' })).map((f) => f.name)).not.toContain(folder)
    const at = { folder, path: 'a.css' }
    const sha256 = 'a'.repeat(64)
    for (const answer of [
      designer.call('template.findById', { id }),
      designer.call('template.save', { id, name: 'x', folder }),
      designer.call('template.copy', { id, name: 'x', folder: 'stolen' }),
      designer.call('template.deleteByIdList', [{ id }]),
      designer.call('template.save', { name: 'x', folder: 'planted', siteId: hidden }),
      designer.call('templateFile.list', { path: folder }),
      designer.call('templateFile.templateList', { templateId: id }),
      designer.call('templateFile.open', { path: folder, openFileName: 'a.css' }),
      designer.call('templateFile.save', { path: folder, saveFileName: 'a.css', content: '' }),
      designer.call('templateFile.newFile', { path: folder, filename: 'b.css' }),
      designer.call('templateFile.newFolder', { path: folder, folderName: 'b' }),
      designer.call('templateFile.remove', { path: folder, deleteFileName: 'a.css' }),
      designer.call('templateFile.rename', { path: folder, sourceFileName: 'a.css', rename: 'b.css' }),
      designer.call('templateFile.download', { path: folder, downloadFileName: 'a.css' }),
      designer.call('templateFile.unzip', { path: folder, unzipFileName: 'a.css' }),
      designer.call('templateFile.upload', { path: folder, realName: 'b.css', accessPath: '/files/x' }),
      designer.call('templateSync.manifest', { folder }),
      designer.call('templateSync.wait', { folder, since: 0, timeoutMs: 0 }),
      designer.call('templateSync.put', { ...at, expected: null, sha256: await hashOf(''), content: '' }),
      designer.call('templateSync.remove', { ...at, expected: sha256 }),
      designer.call('templateSync.makeFolder', { folder, path: 'b' }),
    ]) {
      expect(await answer).toMatchObject({ status: 403 })
    }
    expect((await admin.ok('templateFile.list', { path: folder })).map((f) => f.name)).toEqual(['a.css'])
  })
})
