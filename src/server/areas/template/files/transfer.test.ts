import iconv from 'iconv-lite'
import { expect, it } from 'vitest'
import { buildTemplate, putFile } from '#tests/builders/template.ts'
import { upload } from '#tests/builders/upload.ts'
import { zipOf } from '#tests/builders/zip.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'

onBothDatabases('template files come and go', (server, start) => {
  it('by a download address that works without the session for a while [A-267]', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin)
    await putFile(admin, folder, '说明 (1).txt', '0123456789')
    const url = await admin.ok('templateFile.download', { path: folder, downloadFileName: '说明 (1).txt' })
    expect(url.startsWith(`${server().url}api/sitecraft/download/`)).toBe(true)
    expect(url).toMatch(/[\w-]{30,}$/)
    const whole = await fetch(url)
    expect([whole.status, await whole.text()]).toEqual([200, '0123456789'])
    expect(whole.headers.get('content-disposition')).toBe(
      `attachment; filename="__ (1).txt"; filename*=UTF-8''%E8%AF%B4%E6%98%8E%20%281%29.txt`,
    )
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
    server().clock.advance(11 * 60_000)
    const late = await server().nobody.send(url)
    expect(late).toMatchObject({ status: 404, msg: expect.stringContaining('过期') })
    expect(await server().nobody.send('api/sitecraft/download/made-up')).toMatchObject({ status: 404 })
  })
  it('at the address by which the server is reached', async () => {
    const asked = { path: 'portfolio', downloadFileName: 'index.html' }
    const proxied = await start({ trustedProxies: ['127.0.0.1'] })
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'cms.example' }
    const call = { method: 'POST', headers, body: asked }
    const url = async (other: TestServer) =>
      (await (await other.as('admin')).send<string>('api/cebest-cms/template/downloadFile', call)).data
    expect(await url(proxied)).toMatch(/^https:\/\/cms\.example\/api\//)
    expect((await url(server())).startsWith(`${server().url}api/`)).toBe(true)
    expect(await url(await start({ publicUrl: 'https://cms.example/base/' }))).toMatch(
      /^https:\/\/cms\.example\/base\/api\//,
    )
  })
  it('with its headers alone on HEAD, like a public upload', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin, { files: { 'a.txt': '0123456789' } })
    const { data } = await upload(admin, { name: 'a.css', content: '0123456789' })
    const url = await admin.ok('templateFile.download', { path: folder, downloadFileName: 'a.txt' })
    for (const address of [url, new URL(data.accessPath, server().url).href]) {
      const [whole, head] = [await fetch(address), await fetch(address, { method: 'HEAD' })]
      expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([200, '', '10'])
      const plain = (answer: Response) =>
        [...answer.headers].filter(([name]) => !['date', 'connection', 'keep-alive', 'x-request-id'].includes(name))
      expect(plain(head)).toEqual(plain(whole))
      expect(await whole.text()).toBe('0123456789')
    }
  })
  it.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=1-2,4-5', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ])('in parts: %s', async (range, status, body, contentRange) => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin, { files: { 'a.txt': '0123456789' } })
    const url = await admin.ok('templateFile.download', { path: folder, downloadFileName: 'a.txt' })
    const answer = await server().nobody.fetch(url, { headers: { range } })
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
      status,
      body,
      contentRange,
    ])
  })
  it('by an upload that is then registered in the folder [A-269] [A-281]', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin, { files: { 'logo.css': 'old' } })
    const { data } = await upload(admin, { name: 'logo.css', content: 'new' })
    const register = { path: folder, realName: 'logo.css', accessPath: data.accessPath }
    expect(await admin.call('templateFile.upload', register)).toMatchObject({ code: 200, msg: '操作成功', data: null })
    expect(await admin.ok('templateFile.open', { path: folder, openFileName: 'logo.css' })).toMatchObject({
      content: 'new',
    })
    expect(await admin.call('templateFile.upload', register)).toMatchObject({
      status: 404,
      msg: expect.stringContaining('重新上传'),
    })
  })
  it('with the extensions of the document, and only the own uploads [A-193] [A-194]', async () => {
    const admin = await server().as('admin')
    const designer = await server().as('designer')
    const { folder } = await buildTemplate(admin)
    const { data } = await upload(designer, { name: 'a.css', content: 'x' })
    const register = { path: folder, realName: 'a.css', accessPath: data.accessPath }
    expect(await admin.call('templateFile.upload', register)).toMatchObject({ status: 404 })
    expect(await designer.call('templateFile.upload', { ...register, realName: 'a.php' })).toMatchObject({
      status: 415,
      msg: '请上传 mp3,mp4,zip,rar,gz,doc,docx,xls,xlsx,pdf,gif,jpg,jpeg,png,js,html,css 的格式!',
    })
    await designer.ok('templateFile.upload', register)
  })
  it('by a zip that is unpacked in its own folder, replacing existing files [A-268]', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin, { files: { 'css/a.css': 'old' } })
    const zip = zipOf([
      { name: 'css/a.css', content: 'new' },
      { name: iconv.encode('图片/标志.js', 'gbk'), content: 'logo' },
    ])
    await putFile(admin, folder, 'site.zip', zip)
    const before = await admin.ok('templateSync.manifest', { folder })
    const unzip = { path: folder, unzipFileName: 'site.zip' }
    expect(await admin.call('templateFile.unzip', unzip)).toMatchObject({ code: 200, msg: '操作成功' })
    const after = await admin.ok('templateSync.manifest', { folder })
    expect(after.version).toBeGreaterThan(before.version)
    expect(after.entries.map((e) => e.path).toSorted()).toEqual([
      'css',
      'css/a.css',
      'site.zip',
      '图片',
      '图片/标志.js',
    ])
    expect(await admin.ok('templateFile.open', { path: `${folder}/css`, openFileName: 'a.css' })).toMatchObject({
      content: 'new',
    })
  })
  it('by a zip whose names say no encoding: the answer shows how each reads them, and the chosen one is used', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin)
    const names = ['網站圖片/標誌.css', '許可.js']
    const zip = zipOf(names.map((name) => ({ name: iconv.encode(name, 'big5'), content: 'x' })))
    await putFile(admin, folder, 'taiwan.zip', zip)
    const unzip = { path: folder, unzipFileName: 'taiwan.zip' }
    const before = await admin.ok('templateSync.manifest', { folder })
    const asked = await admin.call('templateFile.unzip', unzip)
    expect(asked).toMatchObject({
      status: 400,
      msg: expect.stringContaining('编码'),
      data: { facts: { kind: 'names', samples: expect.arrayContaining([{ encoding: 'big5', names }]) } },
    })
    expect(await admin.call('templateFile.unzip', { ...unzip, encoding: 'latin1' as 'big5' })).toMatchObject({
      status: 400,
      msg: '请选择文件名编码',
    })
    expect(await admin.ok('templateSync.manifest', { folder })).toEqual(before)
    await admin.ok('templateFile.unzip', { ...unzip, encoding: 'big5' })
    const after = await admin.ok('templateSync.manifest', { folder })
    expect(after.entries.map((each) => each.path)).toEqual(expect.arrayContaining(names))
  })
  it('but a bad zip changes nothing [S36]', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin, { files: { 'a.css': 'x', 'b.css': 'x' } })
    await putFile(admin, folder, 'slip.zip', zipOf([{ name: 'good.css' }, { name: '../evil.css' }]))
    await putFile(admin, folder, 'case.zip', zipOf([{ name: 'good.css' }, { name: 'A.CSS' }]))
    const before = await admin.ok('templateSync.manifest', { folder })
    for (const [unzipFileName, status] of [
      ['slip.zip', 400],
      ['case.zip', 409],
      ['a.css', 415],
      ['none.zip', 404],
    ] as const) {
      expect(await admin.call('templateFile.unzip', { path: folder, unzipFileName }), unzipFileName).toMatchObject({
        status,
      })
    }
    expect(await admin.ok('templateSync.manifest', { folder })).toEqual(before)
  })
})
