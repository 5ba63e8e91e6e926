import iconv from 'iconv-lite'
import { expect, it } from 'vitest'
import { fileEntry } from '#shared/contract/templateFile.ts'
import { putTemplateFiles } from '#tests/builders/templateFiles.ts'
import { buildTemplate, hashOf, putFile } from '#tests/builders/template.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('template files', (server) => {
  it('are listed below their folder, the root showing the templates [A-150] [A-258] [A-259]', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin, { files: { 'index.html': '<p>', 'css/a.css': 'a{}', 'x.zip': 'PK' } })
    const rows = await admin.ok('templateFile.list', { path: `/${folder}/` })
    expect(rows.map((row) => [row.name, row.path, row.folder, row.file, row.zip, row.size])).toEqual([
      ['css', `${folder}/css`, true, false, false, 0],
      ['index.html', `${folder}/index.html`, false, true, false, 3],
      ['x.zip', `${folder}/x.zip`, false, true, true, 2],
    ])
    for (const row of rows) {
      expect(fileEntry.parse(row)).toEqual(row)
      expect(row.updateTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    }
    const root = await admin.ok('templateFile.list', { path: '' })
    expect(root.map((row) => row.path)).toEqual(expect.arrayContaining(['portfolio', 'starter', folder]))
    expect(root.every((row) => row.folder)).toBe(true)
  })
  it('of kind html are listed for the chooser, by folder or template [A-260] [A-247]', async () => {
    const admin = await server().as('admin')
    const { id, folder } = await buildTemplate(admin, { files: { 'a.html': '', 'b.css': '', 'sub/c.html': '' } })
    const paths = async (input: { path?: string; templateId?: number }) =>
      (await admin.ok('templateFile.templateList', input)).map((row) => row.path)
    expect(await paths({ path: folder })).toEqual([`${folder}/a.html`])
    for (const input of [{ templateId: id }, { path: '', templateId: id }])
      expect(await paths(input)).toEqual([`${folder}/sub/c.html`, `${folder}/a.html`])
    expect(await admin.call('templateFile.templateList', {})).toMatchObject({
      status: 400,
      msg: expect.stringContaining('templateId'),
    })
  })
  it('open as text and are saved with every byte the edit did not touch [A-261] [A-262] [S3] [S37]', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin)
    const bom = Buffer.from([0xef, 0xbb, 0xbf])
    for (const [name, encoding, bytes] of [
      ['utf8.html', 'utf-8', Buffer.from('一\r\n二\n')],
      ['bom.html', 'utf-8-bom', Buffer.concat([bom, Buffer.from('一\r\n')])],
      ['gbk.html', 'gbk', iconv.encode('<p>海洋科技有限公司</p>\r\n', 'gbk')],
    ] as const) {
      const sha256 = await putFile(admin, folder, name, bytes)
      const opened = await admin.ok('templateFile.open', { path: folder, openFileName: name })
      expect(opened).toMatchObject({ encoding, hash: sha256 })
      const save = { path: folder, saveFileName: name, content: `${opened.content}新`, expectedHash: sha256 }
      const saved = await admin.call('templateFile.save', save)
      const after = Buffer.concat([bytes, iconv.encode('新', name === 'gbk.html' ? 'gbk' : 'utf-8')])
      expect(saved, name).toMatchObject({ msg: '保存成功', data: { hash: await hashOf(after) } })
    }
  })
  it('are not overwritten when they changed since they were opened', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin, { files: { 'a.css': 'one' } })
    const { hash } = await admin.ok('templateFile.open', { path: folder, openFileName: 'a.css' })
    const save = { path: folder, saveFileName: 'a.css', content: 'two' }
    await admin.ok('templateFile.save', save)
    expect(await admin.call('templateFile.save', { ...save, content: 'three', expectedHash: hash })).toMatchObject({
      status: 409,
      msg: expect.stringContaining('已被其他人修改'),
      data: { facts: { current: await hashOf('two') } },
    })
    expect(await admin.ok('templateFile.open', { path: folder, openFileName: 'a.css' })).toMatchObject({
      content: 'two',
    })
  })
  it('say clearly why they can not be opened or saved', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin, { files: { 'exe.html': 'MZ\u0000\u0003', 'sub/a.css': '' } })
    await putFile(admin, folder, 'gbk.html', iconv.encode('中文网页', 'gbk'))
    const open = (name: string) => admin.call('templateFile.open', { path: folder, openFileName: name })
    expect(await open('exe.html')).toMatchObject({
      status: 415,
      msg: expect.stringContaining('文件内容不是文本，无法在编辑器中打开'),
    })
    expect(await open('gone.html')).toMatchObject({ status: 404, msg: expect.stringContaining('gone.html') })
    expect(await open('sub')).toMatchObject({ status: 400, msg: expect.stringContaining('文件夹') })
    const save = (saveFileName: string, content: string) =>
      admin.call('templateFile.save', { path: folder, saveFileName, content })
    expect(await save('gone.html', 'x')).toMatchObject({
      status: 404,
      msg: expect.stringMatching(/gone\.html.*您编辑的内容仍在/),
    })
    expect(await save('exe.html', 'x')).toMatchObject({ status: 415, msg: expect.stringContaining('不是文本') })
    expect(await save('gbk.html', '中文😀')).toMatchObject({ status: 400, msg: expect.stringContaining('😀') })
    expect(await admin.ok('templateFile.open', { path: folder, openFileName: 'gbk.html' })).toMatchObject({
      content: '中文网页',
    })
  })
  it('of 60 MB are left to other editors, with the limit named', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin)
    await putTemplateFiles(server().deps, folder, [['big.html', Buffer.alloc(60 * 1024 * 1024, 'x')]])
    expect(await admin.call('templateFile.open', { path: folder, openFileName: 'big.html' })).toMatchObject({
      status: 413,
      msg: expect.stringMatching(/60 MB.*20 MB/),
    })
    expect(
      await admin.call('templateFile.save', { path: folder, saveFileName: 'big.html', content: 'x' }),
    ).toMatchObject({ status: 413 })
  })
  it('and folders are made, renamed and removed [A-263] [A-264] [A-265] [A-266]', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin)
    expect(await admin.call('templateFile.newFolder', { path: folder, folderName: '样式' })).toMatchObject({
      msg: '创建成功',
    })
    expect(await admin.call('templateFile.newFile', { path: `${folder}/样式`, filename: ' a.css ' })).toMatchObject({
      msg: '创建成功',
    })
    const rename = { path: `${folder}/样式`, sourceFileName: 'a.css', rename: 'b.css' }
    expect(await admin.call('templateFile.rename', rename)).toMatchObject({ msg: '更新成功' })
    expect((await admin.ok('templateFile.list', { path: `${folder}/样式` })).map((f) => f.name)).toEqual(['b.css'])
    expect(await admin.call('templateFile.remove', { path: folder, deleteFileName: '样式' })).toMatchObject({
      msg: '删除成功',
    })
    expect(await admin.ok('templateFile.list', { path: folder })).toEqual([])
    const { content } = await admin.ok('templateRevision.removed', { path: folder, page: 1, size: 10 })
    expect(content.map(({ path }) => path)).toEqual([`${folder}/样式/b.css`])
  })
  it('need a name that is free and fits every system [S33] [S34]', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin, { files: { 'a.css': '', 'b.css': '', 'sub/x': '' } })
    const path = folder
    expect(await admin.call('templateFile.newFile', { path, filename: ' ' })).toMatchObject({
      status: 400,
      msg: '请输入名称',
    })
    expect(await admin.call('templateFile.newFolder', { path, folderName: '' })).toMatchObject({ msg: '请输入名称' })
    for (const name of ['a.css', 'A.CSS', 'sub', 'SUB']) {
      expect(await admin.call('templateFile.newFile', { path, filename: name }), name).toMatchObject({
        status: 409,
        msg: expect.stringContaining(name),
      })
      expect(await admin.call('templateFile.newFolder', { path, folderName: name }), name).toMatchObject({
        status: 409,
      })
      const rename = { path, sourceFileName: 'b.css', rename: name }
      expect(await admin.call('templateFile.rename', rename), name).toMatchObject({ status: 409 })
    }
    for (const name of ['CON', 'a?.css', 'end.', '../up', 'a/b', 'a\\b', '..', '长'.repeat(90)]) {
      expect(await admin.call('templateFile.newFile', { path, filename: name }), name).toMatchObject({ status: 400 })
      expect(await admin.call('templateFile.newFolder', { path, folderName: name }), name).toMatchObject({
        status: 400,
      })
      expect(
        await admin.call('templateFile.rename', { path, sourceFileName: 'b.css', rename: name }),
        name,
      ).toMatchObject({ status: 400 })
    }
    await admin.ok('templateFile.rename', { path, sourceFileName: 'a.css', rename: 'A.css' })
    expect((await admin.ok('templateFile.list', { path })).map((f) => f.name)).toEqual(['sub', 'A.css', 'b.css'])
  })
  it.each([
    '..',
    '../starter',
    'portfolio/../starter',
    'portfolio/../../sitecraft.db',
    '/etc',
    'C:/',
    'portfolio\\..',
    '.sitecraft',
    'portfolio/\u0000',
    '//x',
  ])('never leave the templates: path %j [S36]', async (path) => {
    const admin = await server().as('admin')
    for (const answer of [
      admin.call('templateFile.list', { path }),
      admin.call('templateFile.templateList', { path }),
      admin.call('templateFile.open', { path, openFileName: 'index.html' }),
      admin.call('templateFile.save', { path, saveFileName: 'index.html', content: '' }),
      admin.call('templateFile.newFile', { path, filename: 'evil.html' }),
      admin.call('templateFile.newFolder', { path, folderName: 'evil' }),
      admin.call('templateFile.remove', { path, deleteFileName: 'index.html' }),
      admin.call('templateFile.rename', { path, sourceFileName: 'index.html', rename: 'evil.html' }),
      admin.call('templateFile.download', { path, downloadFileName: 'index.html' }),
      admin.call('templateFile.unzip', { path, unzipFileName: 'a.zip' }),
      admin.call('templateFile.upload', { path, realName: 'a.css', accessPath: '/files/x' }),
    ]) {
      expect([400, 404]).toContain((await answer).status)
    }
  })
  it.each(['../index.html', '..', 'css/../index.html', '/etc/passwd', 'C:\\x', 'css\\x', 'a\u0000'])(
    'never leave their folder: name %j [S36]',
    async (name) => {
      const admin = await server().as('admin')
      const path = 'portfolio/css'
      for (const answer of [
        admin.call('templateFile.open', { path, openFileName: name }),
        admin.call('templateFile.save', { path, saveFileName: name, content: '' }),
        admin.call('templateFile.remove', { path, deleteFileName: name }),
        admin.call('templateFile.rename', { path, sourceFileName: name, rename: 'a' }),
        admin.call('templateFile.download', { path, downloadFileName: name }),
        admin.call('templateFile.unzip', { path, unzipFileName: name }),
      ]) {
        expect(await answer).toMatchObject({ status: 400 })
      }
    },
  )
  it('are neither created nor removed outside of the templates', async () => {
    const admin = await server().as('admin')
    expect(await admin.call('templateFile.newFolder', { path: '', folderName: 'x' })).toMatchObject({ status: 400 })
    expect(await admin.call('templateFile.remove', { path: '', deleteFileName: 'portfolio' })).toMatchObject({
      status: 400,
    })
    expect(await admin.call('templateFile.newFile', { path: 'portfolio/none', filename: 'x' })).toMatchObject({
      status: 404,
    })
  })
})
