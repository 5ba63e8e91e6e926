import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { storedUploads, upload, type UploadSpec } from '#tests/builders/upload.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { removeExpired } from '../chunks/expire.ts'

const HOUR = 3600_000
const picture = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

onBothDatabases('a file of the library', (server) => {
  const fresh = async (spec: Partial<UploadSpec> & { name: string }) =>
    (await upload(await server().as('admin'), { content: randomBytes(2048), ...spec })).data
  const registered = async (spec: Partial<UploadSpec> & { name: string }) =>
    (await server().as('admin')).ok('upload.register', {
      realName: spec.name,
      accessPath: (await fresh(spec)).accessPath,
    })
  const get = (path: string, headers = {}) => server().nobody.fetch(path, { headers })
  const bytes = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer())

  it('is replaced in place: everybody who names it sees the new content, and the old one goes', async () => {
    const before = await storedUploads(server())
    const admin = await server().as('admin')
    const [red, blue] = [await picture(600, 300, 'red'), await picture(500, 500, 'blue')]
    const { id, accessPath } = await registered({ kind: 'image', name: '海报.png', content: red })
    const old = await admin.ok('attachment.findById', { id })
    const cached = await get(accessPath)
    const etag = cached.headers.get('etag') ?? ''
    expect(cached.headers.get('cache-control')).toBe('public, no-cache')
    expect((await get(old.thumbPath)).headers.get('cache-control')).toContain('immutable')
    const oldThumb = await bytes(old.thumbPath)

    const upload = await fresh({ kind: 'image', name: '新海报.png', content: blue })
    const now = await admin.ok('attachment.replace', { id, accessPath: upload.accessPath })
    expect(now).toMatchObject({
      id,
      accessPath,
      oldName: '海报.png',
      size: blue.length,
      imageWidth: 500,
      imageHeight: 500,
    })
    expect(await admin.ok('attachment.findById', { id })).toEqual(now)
    expect(await bytes(accessPath)).toEqual(blue)
    // A cache that asks is told; addresses of what is kept for ever are other ones.
    expect((await get(accessPath, { 'if-none-match': etag })).status).toBe(200)
    expect(now.thumbPath).not.toBe(old.thumbPath)
    const thumb = await bytes(now.thumbPath)
    expect(thumb.equals(oldThumb)).toBe(false)
    expect(await sharp(thumb).metadata()).toMatchObject({ width: 480, height: 480 })
    expect((await get(old.thumbPath)).headers.get('cache-control')).toBe('public, no-cache')
    const again = await get(accessPath)
    const weak = `W/${again.headers.get('etag') ?? ''}, "other"`
    expect((await get(accessPath, { 'if-none-match': weak })).status).toBe(304)

    expect((await get(upload.accessPath)).status).toBe(404)
    server().clock.advance(2 * HOUR)
    await removeExpired(server().deps)
    expect((await storedUploads(server())).length).toBe(before.length + 2)
    const line = server().deps.db.selectFrom('operation_log').select(['operation', 'msg']).orderBy('id', 'desc')
    expect(await line.executeTakeFirst()).toEqual({ operation: 'attachment.replace', msg: '替换成功' })
  })
  it('is replaced by a fresh upload of the same kind and type only, of one’s own', async () => {
    const admin = await server().as('admin')
    const target = await registered({ name: '资料.zip' })
    const replace = async (path: string, id = target.id) => admin.call('attachment.replace', { id, accessPath: path })
    const pdf = await fresh({ name: '资料.pdf', content: '%PDF-' })
    const refusal = '“资料.zip”只能换成同类的 zip 文件，上传的是 pdf 格式，未替换；请选择其他文件，或作为新资源上传'
    expect(await replace(pdf.accessPath)).toMatchObject({ status: 415, msg: refusal })
    const image = await registered({ kind: 'image', name: 'a.png', content: await picture(2, 2, 'red') })
    const file = await fresh({ name: 'b.png', content: await picture(3, 3, 'red') })
    expect(await replace(file.accessPath, image.id)).toMatchObject({
      status: 415,
      msg: expect.stringMatching('另一类资源'),
    })
    const used = await registered({ name: '已登记.zip' })
    expect(await replace(used.accessPath)).toMatchObject({ status: 409, msg: expect.stringContaining('重新上传') })
    const zip = await fresh({ name: '新.zip' })
    expect(await replace(zip.accessPath, 999_999)).toMatchObject({ status: 404, msg: expect.stringContaining('刷新') })
    expect(await replace('/files/none.zip')).toMatchObject({ status: 404 })
    const before = await bytes(target.accessPath)
    const others = (await upload(await server().as('designer'), { name: 'x.zip', content: randomBytes(9) })).data
    expect(await replace(others.accessPath)).toMatchObject({ status: 404 })
    expect(await bytes(target.accessPath)).toEqual(before)
    const guest = await server().as('guest')
    expect(await guest.call('attachment.replace', { id: target.id, accessPath: zip.accessPath })).toMatchObject({
      status: 403,
    })
    expect(await replace(zip.accessPath)).toMatchObject({ code: 200, msg: '替换成功' })
    expect(await bytes(target.accessPath)).not.toEqual(before)
  })
})
