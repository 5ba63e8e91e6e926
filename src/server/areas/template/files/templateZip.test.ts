import iconv from 'iconv-lite'
import { expect, it } from 'vitest'
import { bytesKey } from '#server/db/bytesKey.ts'
import { storesOf } from '#server/storage/stores.ts'
import { TEMPLATE_SETTINGS_FILE } from '#shared/contract/templateFile.ts'
import { SYSTEM_MENUS } from '#shared/domain/systemMenus.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { buildSite } from '#tests/builders/site.ts'
import { buildTemplate, hashOf, putFile } from '#tests/builders/template.ts'
import { upload } from '#tests/builders/upload.ts'
import { zipOf, type ZipEntrySpec } from '#tests/builders/zip.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

/** Bytes that are neither text nor packable. */
const PICTURE = Buffer.from(Array.from({ length: 5000 }, (_each, n) => (n * 7919) % 251))

onBothDatabases('templates as zip files', (server) => {
  const read = async (admin: TestClient, folder: string, name: string): Promise<Buffer> => {
    const url = await admin.ok('templateFile.download', { path: folder, downloadFileName: name })
    return Buffer.from(await (await server().nobody.fetch(url)).arrayBuffer())
  }
  const sent = async (admin: TestClient, name: string, content: Buffer): Promise<string> =>
    (await upload(admin, { name, content })).data.accessPath
  const zipped = (admin: TestClient, entries: readonly ZipEntrySpec[], name = 'site.zip'): Promise<string> =>
    sent(admin, name, zipOf(entries))

  it('come back whole: files, empty folders, names in UTF-8 and settings', async () => {
    const admin = await server().as('admin')
    const { id, folder } = await buildTemplate(admin, { name: '活动页', files: { '页面/首页.html': '<p>首页</p>' } })
    await putFile(admin, folder, 'logo.png', PICTURE)
    await admin.ok('templateFile.newFolder', { path: folder, folderName: '空的' })
    const { version } = await admin.ok('template.findById', { id })
    await admin.ok('template.save', {
      id,
      name: '活动页',
      folder,
      title: '夏季用',
      templatePic: '/files/none.png',
      version,
    })
    const answer = await server().nobody.fetch(await admin.ok('templateFile.exportZip', { id }))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('活动页.zip'))
    const accessPath = await sent(admin, '下载.zip', Buffer.from(await answer.arrayBuffer()))

    // Its own folder is taken: another one has to be named.
    const taken = await admin.call('templateFile.importZip', { accessPath })
    expect(taken).toMatchObject({ status: 409, msg: expect.stringContaining(folder) })
    const copy = await admin.ok('templateFile.importZip', { accessPath, folder: `${folder}-2` })
    // The cover's picture is not in this library.
    expect(copy).toMatchObject({ name: '活动页', title: '夏季用', folder: `${folder}-2`, templatePic: '' })
    const names = (await admin.ok('templateFile.list', { path: copy.folder })).map(({ name }) => name)
    expect(names.toSorted()).toEqual(['logo.png', '空的', '页面'].toSorted())
    expect(await read(admin, copy.folder, 'logo.png')).toEqual(PICTURE)
    expect((await read(admin, `${copy.folder}/页面`, '首页.html')).toString()).toBe('<p>首页</p>')
    // The upload was for this import alone.
    expect(await admin.call('templateFile.importZip', { accessPath, folder: `${folder}-3` })).toMatchObject({
      status: 404,
    })
  })

  it('end unfinished when the bytes of a file are gone: no zip that lacks one looks whole', async () => {
    const admin = await server().as('admin')
    const { id } = await buildTemplate(admin, { name: '缺一个', files: { 'a.css': 'a{}', 'b.css': 'only here {}' } })
    const { blobs } = await storesOf(server().deps)
    await blobs.remove(bytesKey(await hashOf(Buffer.from('only here {}'))))
    const answer = await server().nobody.fetch(await admin.ok('templateFile.exportZip', { id }))
    await expect(answer.arrayBuffer()).rejects.toThrow()
  })

  it('of other programs: names in GBK, the outer folder gives the name, settings of others stay files', async () => {
    const admin = await server().as('admin')
    const gbk = (name: string): Buffer => iconv.encode(name, 'gbk')
    const entries = [
      { name: gbk('春季活动/首页.html'), content: '<p>1</p>' },
      { name: gbk('春季活动/样式/主要样式.css'), content: 'a{}' },
      { name: gbk(`春季活动/${TEMPLATE_SETTINGS_FILE}`), content: '{"name":"not ours"}' },
    ]
    const made = await admin.ok('templateFile.importZip', { accessPath: await zipped(admin, entries) })
    expect(made).toMatchObject({ name: '春季活动', folder: '春季活动', title: '' })
    const names = (await admin.ok('templateFile.list', { path: '春季活动' })).map(({ name }) => name)
    expect(names.toSorted()).toEqual(['样式', '首页.html', TEMPLATE_SETTINGS_FILE].toSorted())
  })

  it('come only to sites of one’s own, and from one’s own uploads', async () => {
    const { db } = server().deps
    const [own, foreign] = [await buildSite(db), await buildSite(db)]
    const admin = await server().as('admin')
    const { id: columnId } = await admin.ok('column.saveBase', { siteId: own, title: '栏目', menuType: 1 })
    const menus = SYSTEM_MENUS.map(({ id }) => ({ siteId: 0, menuId: id }))
    await grantExactly(db, 'editor', [...menus, { siteId: own, menuId: columnId }])
    const editor = await server().as('editor')
    const [mine, theirs] = [
      await zipped(editor, [{ name: 'a.css', content: 'a' }]),
      await zipped(admin, [{ name: 'b.css', content: 'b' }]),
    ]
    const as = (accessPath: string, siteId: number) =>
      editor.call('templateFile.importZip', { accessPath, folder: 'editors-own', siteId })
    expect(await as(mine, foreign)).toMatchObject({ status: 403 })
    expect(await as(theirs, own)).toMatchObject({ status: 404 })
    expect(await server().nobody.call('templateFile.importZip', { accessPath: mine })).toMatchObject({ status: 401 })
    expect(await as(mine, own)).toMatchObject({ status: 200, data: { siteId: own } })
  })

  it('that can’t be a template are refused, and leave nothing behind', async () => {
    const admin = await server().as('admin')
    const before = (await admin.ok('template.list', {})).totalElements
    const accessPath = await zipped(admin, [{ name: 'a.css', content: 'a' }], '我的 网站!.zip')
    const badName = await admin.call('templateFile.importZip', { accessPath })
    expect(badName).toMatchObject({ status: 400, msg: expect.stringContaining('请填写一个标识') })
    const outside = await zipped(admin, [{ name: '../x.css', content: 'a' }])
    expect(await admin.call('templateFile.importZip', { accessPath: outside })).toMatchObject({ status: 400 })
    const damaged = await sent(admin, 'b.zip', Buffer.from('PK nothing of the kind'))
    expect(await admin.call('templateFile.importZip', { accessPath: damaged })).toMatchObject({ status: 400 })
    expect((await admin.ok('template.list', {})).totalElements).toBe(before)
    // What was sent is there for the next attempt.
    const made = await admin.ok('templateFile.importZip', { accessPath, name: '我的', folder: 'mine-again' })
    expect(made).toMatchObject({ name: '我的', folder: 'mine-again' })
  })
})
