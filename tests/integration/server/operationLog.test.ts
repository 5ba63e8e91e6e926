import { expect, it } from 'vitest'
import { columnNamed } from '#tests/builders/column.ts'
import { saveArticle } from '#tests/builders/content.ts'
import { onBothDatabases } from './harness/onBothDatabases.ts'
import type { TestServer } from './harness/server.ts'

const logOf = (server: TestServer) => server.deps.db.selectFrom('operation_log').selectAll().orderBy('id').execute()

onBothDatabases('the operation log', (server, start) => {
  it('keeps who changed what, from where, with which result and how long it took', async () => {
    const designer = await server().as('designer')
    await designer.ok('templateFile.newFolder', { path: 'portfolio', folderName: 'notes' })
    const [line, ...others] = await logOf(server())
    expect(others).toEqual([])
    expect(line).toMatchObject({
      title: '新建模板文件夹',
      operation: 'templateFile.newFolder',
      username: 'designer',
      ip: '127.0.0.1',
      method: 'POST',
      url: '/api/cebest-cms/template/newFileFolder',
      code: 200,
      msg: '创建成功',
    })
    expect(JSON.parse(line?.input ?? '')).toEqual({ path: 'portfolio', folderName: 'notes' })
    expect(line?.durationMs).toBeGreaterThanOrEqual(0)
    expect(Math.abs((line?.createTime ?? 0) - Date.now())).toBeLessThan(60_000)
  })
  it('keeps changes that were refused for their content, but no reading and no stranger', async () => {
    const other = await start()
    const admin = await other.as('admin')
    await admin.call('templateFile.newFolder', { path: 'portfolio', folderName: 'css' })
    await admin.call('templateFile.list', { path: 'portfolio' })
    await other.nobody.call('templateFile.newFolder', { path: 'portfolio', folderName: 'x' })
    const lines = await logOf(other)
    expect(lines.map((line) => [line.username, line.code])).toEqual([['admin', 409]])
    expect(lines[0]?.msg).toContain('css')
  })
  it('keeps what an account was refused for lack of rights, reading too', async () => {
    const other = await start()
    const guest = await other.as('guest')
    expect((await guest.call('templateFile.list', { path: 'portfolio' })).status).toBe(403)
    expect((await guest.call('templateFile.newFolder', { path: 'portfolio', folderName: 'x' })).status).toBe(403)
    const lines = await logOf(other)
    expect(lines.map(({ operation, username, code }) => [operation, username, code])).toEqual([
      ['templateFile.list', 'guest', 403],
      ['templateFile.newFolder', 'guest', 403],
    ])
    expect(lines[0]?.msg).toMatch(/权限/)
  })
  it('belongs to the site that the call names, by itself or by a column', async () => {
    const other = await start()
    const admin = await other.as('admin')
    const away = await columnNamed(admin, '公司新闻', 2)
    await saveArticle(admin, away.id)
    await admin.ok('labelCategory.save', { title: '行业', siteId: 2 })
    await admin.call('content.save', { classId: 999_999, isStatus: false, fieldList: [] })
    await admin.ok('templateFile.newFolder', { path: 'portfolio', folderName: 'notes' })
    const lines = await logOf(other)
    expect(lines.map(({ operation, siteId }) => [operation, siteId])).toEqual([
      ['content.save', 2],
      ['labelCategory.save', 2],
      ['content.save', 0],
      ['templateFile.newFolder', 0],
    ])
  })
  it('cuts what is long', async () => {
    const other = await start()
    const admin = await other.as('admin')
    const { encoding, hash } = await admin.ok('templateFile.open', { path: 'portfolio', openFileName: 'index.html' })
    const saved = {
      path: 'portfolio',
      saveFileName: 'index.html',
      content: 'x'.repeat(9000),
      encoding,
      expectedHash: hash,
    }
    await admin.ok('templateFile.save', saved)
    const [line] = await logOf(other)
    expect(line?.input.length).toBeLessThan(1000)
    expect(line?.input).toContain('共 9000 字')
  })
})
