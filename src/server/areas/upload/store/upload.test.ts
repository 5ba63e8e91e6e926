import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { attachment, HASH_PLACEHOLDER } from '#shared/contract/upload.ts'
import { hashOf } from '#tests/builders/template.ts'
import { pngOf, storedUploads as stored, upload } from '#tests/builders/upload.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { toContentKey } from './storeUpload.ts'
import { removeExpired } from '../chunks/expire.ts'

onBothDatabases('uploads', (server) => {
  it('answer the attachment, also as datas [A-275] [A-280] [A-282] [B-384] [B-385]', async () => {
    const admin = await server().as('admin')
    const answer = await upload(admin, { name: '报告 1.pdf', content: '%PDF-', query: { dir: 'file' } })
    expect(answer).toMatchObject({ status: 200, code: 200, data: { oldName: '报告 1.pdf', extension: 'pdf', size: 5 } })
    expect(attachment.parse(answer.data)).toEqual(answer.data)
    expect(answer.datas).toEqual(answer.data)
    expect(answer.data.accessPath).toMatch(/^\/files\/\d{4}\/\d\d\/[0-9a-f]{32}\.pdf$/)
  })
  it('of all four kinds keep every byte and are served with their type [A-276] [A-277] [A-278]', async () => {
    const admin = await server().as('admin')
    for (const [kind, name, content, type, shown] of [
      ['file', 'a.css', 'body{}', 'text/css', 'attachment'],
      ['file', 'a.html', '<script>', 'application/octet-stream', 'attachment'],
      ['image', 'a.PNG', pngOf(640, 400), 'image/png', 'inline'],
      ['video', 'a.mp4', 'mp4', 'video/mp4', 'inline'],
      ['audio', 'a.acc', 'aac', 'audio/aac', 'inline'],
    ] as const) {
      const { data } = await upload(admin, { kind, name, content })
      const served = await server().nobody.fetch(data.accessPath)
      expect(Buffer.from(await served.arrayBuffer()), name).toEqual(Buffer.from(content))
      expect(served.headers.get('content-type'), name).toBe(type)
      expect(served.headers.get('content-disposition'), name).toContain(`${shown};`)
      expect(served.headers.get('x-content-type-options')).toBe('nosniff')
      expect(served.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*sandbox$/)
      expect(served.headers.get('cache-control')).toBe('public, no-cache')
      const etag = served.headers.get('etag') ?? ''
      expect((await server().nobody.fetch(data.accessPath, { headers: { 'if-none-match': etag } })).status).toBe(304)
    }
  })
  it('know the size of a picture, and that a program is none', async () => {
    const admin = await server().as('admin')
    const png = await upload(admin, { kind: 'image', name: 'a.png', content: pngOf(640, 400) })
    expect(png.data).toMatchObject({ imageWidth: 640, imageHeight: 400 })
    const before = await stored(server())
    const exe = await upload(admin, { kind: 'image', name: 'virus.jpg', content: 'MZ\u0000\u0003program' })
    expect(exe).toMatchObject({ status: 415, msg: expect.stringMatching(/virus\.jpg.*不是图片/) })
    expect(await stored(server())).toEqual(before)
  })
  it.each([
    ['image', 'a.pdf', '请上传 gif,jpg,jpeg,png 的格式!'],
    ['video', 'a.avi', '请上传 mp4,webm,ogg 的格式!'],
    ['audio', 'a.flac', '请上传 wav,mp3,ogg,acc,aac,webm 的格式!'],
    ['file', 'a.exe', '请上传 zip,rar,gz,doc,docx,xls,xlsx,pdf,gif,jpg,jpeg,png,mp3,mp4,js,html,css 的格式!'],
    ['file', 'noextension', /^请上传 .* 的格式!$/],
  ] as const)('of kind %s refuse %s [A-194] [A-319] [A-320] [A-321] [A-322] [C-391]', async (kind, name, message) => {
    const admin = await server().as('admin')
    const before = await stored(server())
    const answer = await upload(admin, { kind, name, content: Buffer.alloc(300_000) })
    expect(answer).toMatchObject({ status: 415, code: 415, data: null })
    expect(answer.msg).toMatch(message)
    expect(await stored(server())).toEqual(before)
  })
  it('stop at the limit of their kind [A-195] [A-317] [A-318] [B-255]', async () => {
    const admin = await server().as('admin')
    const before = await stored(server())
    const image = Buffer.concat([pngOf(1, 1), Buffer.alloc(50 * 1024 * 1024)])
    const answer = await upload(admin, { kind: 'image', name: 'big.png', content: image })
    expect(answer).toMatchObject({ status: 413, msg: '文件大小不能大于50M!' })
    for (const [kind, name] of [
      ['file', 'a.zip'],
      ['video', 'a.mp4'],
      ['audio', 'a.mp3'],
    ] as const) {
      const announced = (bytes: number) => ({ kind, name, content: 'x', fields: { totalSize: String(bytes) } })
      expect(await upload(admin, announced(5000 * 1024 * 1024 + 1)), kind).toMatchObject({
        status: 413,
        msg: '文件大小不能大于5000M!',
      })
    }
    expect(await stored(server())).toEqual(before)
  })
  it('are compared with the SHA-512 of the client, but not with the placeholder [A-279] [P11]', async () => {
    const admin = await server().as('admin')
    const sha512 = await hashOf('content', 'SHA-512')
    const file = { name: 'a.css', content: 'content' }
    expect(await upload(admin, { ...file, fields: { fileMd5: sha512 } })).toMatchObject({ code: 200 })
    expect(await upload(admin, { ...file, query: { fileMd5: sha512.toUpperCase() } })).toMatchObject({ code: 200 })
    expect(await upload(admin, { ...file, fields: { fileMd5: HASH_PLACEHOLDER } })).toMatchObject({ code: 200 })
    const before = await stored(server())
    expect(await upload(admin, { ...file, fields: { fileMd5: await hashOf('other', 'SHA-512') } })).toMatchObject({
      status: 400,
      msg: expect.stringContaining('校验值'),
    })
    expect(await stored(server())).toEqual(before)
  })
  it('speak the protocol of simple-uploader for one chunk; zero bytes are a file too [P1] [P7] [P13]', async () => {
    const admin = await server().as('admin')
    const fields = {
      chunkNumber: '1',
      chunkSize: '5368709120',
      currentChunkSize: '0',
      totalSize: '0',
      identifier: '0-emptytxt',
      filename: 'empty.zip',
      relativePath: 'empty.zip',
      totalChunks: '1',
    }
    const test = await admin.fetch(`api/upload/file?${new URLSearchParams(fields)}`)
    expect([test.status, await test.text()]).toEqual([204, ''])
    expect((await server().nobody.fetch('api/upload/file')).status).toBe(401)
    const { data } = await upload(admin, { name: 'empty.zip', content: '', fields })
    expect(data.size).toBe(0)
    expect((await (await server().nobody.fetch(data.accessPath)).arrayBuffer()).byteLength).toBe(0)
  })
  it('report missing values', async () => {
    const admin = await server().as('admin')
    const form = new FormData()
    form.append('dir', 'file')
    expect(await admin.send('api/upload/file', { method: 'POST', body: form })).toMatchObject({
      status: 400,
      msg: '请选择要上传的文件',
    })
    expect(await admin.send('api/upload/file', { method: 'POST', body: {} })).toMatchObject({ status: 415 })
    const two = new FormData()
    for (const name of ['a.css', 'b.css']) two.append('file', new Blob(['x']), name)
    const before = await stored(server())
    expect(await admin.send('api/upload/file', { method: 'POST', body: two })).toMatchObject({
      status: 400,
      msg: '一次只能上传一个文件，请分开上传',
    })
    expect(await stored(server())).toEqual(before)
    expect(await upload(server().nobody, { name: 'a.css', content: 'x' })).toMatchObject({ status: 401 })
    expect(await server().nobody.send('/files/2026/11/none.png')).toMatchObject({ status: 404 })
    expect((await server().nobody.fetch('/files/..%2f..%2fsitecraft.db')).status).toBe(404)
  })
  it('whose bytes are gone from the disk answer a plain 404', async () => {
    const admin = await server().as('admin')
    const { data } = await upload(admin, { name: 'a.css', content: 'gone soon' })
    const sha512 = await hashOf('gone soon', 'SHA-512')
    await rm(join(server().deps.dataDir, 'uploads', toContentKey(sha512)))
    const answer = await server().nobody.fetch(data.accessPath)
    expect([answer.status, answer.headers.get('content-disposition'), answer.headers.get('cache-control')]).toEqual([
      404,
      null,
      'no-store',
    ])
  })
  it('are registered by those who made them, once or again [B-386]', async () => {
    const admin = await server().as('admin')
    const { data } = await upload(admin, { name: 'a.css', content: 'x' })
    const register = { realName: '样式.css', accessPath: data.accessPath, path: '/2026' }
    for (let i = 0; i < 2; i++)
      expect(await admin.ok('upload.register', register)).toEqual({ ...data, oldName: '样式.css' })
    const designer = await server().as('designer')
    expect(await designer.call('upload.register', register)).toMatchObject({ status: 404 })
  })
  it('that register themselves are in the library at once, and one file however often they are sent', async () => {
    const admin = await server().as('admin')
    const spec = { name: '自.zip', content: 'PKself', query: { register: '1', identifier: 'self 1', totalSize: '6' } }
    const key = { materialType: 'file' as const, key: '自', page: 1, size: 10 }
    const before = (await admin.ok('attachment.page', key)).totalElements
    const lines = server()
      .deps.db.selectFrom('operation_log')
      .select('title')
      .where('operation', 'like', 'upload.%')
      .orderBy('id')
    const linesBefore = (await lines.execute()).length
    const first = await upload(admin, spec)
    expect(first.data).toMatchObject({ oldName: '自.zip', registered: true })
    expect((await upload(admin, spec)).data).toEqual(first.data)
    expect((await admin.ok('attachment.page', key)).totalElements).toBe(before + 1)
    expect((await lines.execute()).slice(linesBefore)).toEqual([{ title: '上传文件' }])

    const other = await upload(admin, { ...spec, query: { ...spec.query, identifier: 'self 2' } })
    expect(other.data.id).not.toBe(first.data.id)
    const designer = await server().as('designer')
    expect((await upload(designer, spec)).data.id).not.toBe(first.data.id)
  })
  it('for the sync are never served, and removed when nobody takes them', async () => {
    const admin = await server().as('admin')
    const before = await stored(server())
    const { data } = await upload(admin, { name: 'any.thing', content: 'x', fields: { dir: 'sync' } })
    expect((await admin.fetch(data.accessPath)).status).toBe(404)
    await removeExpired(server().deps)
    expect(await stored(server())).toHaveLength(before.length + 1)
    server().clock.advance(25 * 3600_000)
    await removeExpired(server().deps)
    expect(await stored(server())).toEqual(before)
  })
  it('leave nothing when the client hangs up half way', async () => {
    const admin = await server().as('admin')
    const before = await stored(server())
    const { hostname, port } = new URL(server().url)
    const socket = connect(Number(port), hostname)
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n'
    socket.write(
      `POST /api/upload/file HTTP/1.1\r\nhost: x\r\nauthorization: ${admin.token}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 9000000\r\n\r\n${head}${'x'.repeat(500_000)}`,
    )
    await vi.waitFor(async () => expect(await stored(server())).toHaveLength(before.length + 1))
    socket.destroy()
    await vi.waitFor(async () => expect(await stored(server())).toEqual(before), 5000)
    const log = server().deps.db.selectFrom('operation_log').select(['code', 'msg']).orderBy('id', 'desc')
    await vi.waitFor(async () => expect(await log.executeTakeFirst()).toEqual({ code: 499, msg: '上传已中断，未保存' }))
  })
  it('for the sync never register themselves', async () => {
    const admin = await server().as('admin')
    const query = { register: '1', identifier: 'sync', dir: 'sync' }
    const { data } = await upload(admin, { name: 'a.thing', content: 'x', query })
    expect(data).not.toHaveProperty('registered')
  })
  it('that register themselves leave when their client gives up before it has the answer', async () => {
    const admin = await server().as('admin')
    const query = { register: '1', identifier: 'given up', totalSize: '6', filename: '弃.zip' }
    await upload(admin, { name: '弃.zip', content: 'PKgone', query })
    const page = () => admin.ok('attachment.page', { materialType: 'file', key: '弃', page: 1, size: 10 })
    expect((await page()).totalElements).toBe(1)
    const designer = await server().as('designer')
    await designer.ok('upload.cancel', { ...query, kind: 'file' })
    expect((await page()).totalElements).toBe(1)
    await admin.ok('upload.cancel', { ...query, kind: 'file' })
    expect((await page()).totalElements).toBe(0)
  })
})
