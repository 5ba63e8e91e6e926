import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { pngOf, storedUploads, upload } from '#tests/builders/upload.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { removeExpired } from '../chunks/expire.ts'

const HOUR = 3600_000
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 20, g: 120, b: 200 } } })

onBothDatabases('the bytes of uploads', (server) => {
  const fetchBytes = async (path: string) => Buffer.from(await (await server().nobody.fetch(path)).arrayBuffer())
  const sweep = async (hours: number) => {
    server().clock.advance(hours * HOUR)
    await removeExpired(server().deps)
  }

  it('are kept once, and served under each name until the last one is gone', async () => {
    const before = await storedUploads(server())
    const admin = await server().as('admin')
    const content = randomBytes(5000)
    const one = (await upload(admin, { name: '甲.zip', content })).data
    const two = (await upload(admin, { name: '乙.zip', content })).data
    expect(one.accessPath).not.toBe(two.accessPath)
    expect(await storedUploads(server())).toHaveLength(before.length + 1)
    for (const { accessPath } of [one, two]) expect(await fetchBytes(accessPath)).toEqual(content)

    const remove = async ({ accessPath, id }: { accessPath: string; id: number }) => {
      const client = await server().as('admin')
      await client.ok('upload.register', { realName: 'x.zip', accessPath })
      await client.ok('attachment.remove', [id])
      expect((await server().nobody.fetch(accessPath)).status).toBe(404)
    }
    await remove(one)
    await sweep(2)
    expect(await fetchBytes(two.accessPath)).toEqual(content)
    await remove(two)
    await sweep(2)
    expect(await storedUploads(server())).toEqual(before)
  })
  it('come back when the same is uploaded while they wait to be removed', async () => {
    const content = randomBytes(5000)
    const first = (await upload(await server().as('admin'), { name: '甲.zip', content })).data
    await server().deps.db.deleteFrom('attachment').where('id', '=', first.id).execute()
    server().clock.advance(2 * HOUR)
    const second = (await upload(await server().as('admin'), { name: '乙.zip', content })).data
    await removeExpired(server().deps)
    expect(await fetchBytes(second.accessPath)).toEqual(content)
  })
  it('that a template takes stay there for others who have them', async () => {
    const admin = await server().as('admin')
    const content = `body { /* ${randomBytes(8).toString('hex')} */ }`
    const [kept, taken, alone] = [
      (await upload(admin, { name: 'a.css', content })).data,
      (await upload(admin, { name: 'b.css', content })).data,
      (await upload(admin, { name: 'c.css', content: `${content}!` })).data,
    ]
    for (const [realName, { accessPath }] of [
      ['taken.css', taken],
      ['alone.css', alone],
    ] as const) {
      await admin.ok('templateFile.upload', { path: 'portfolio', realName, accessPath })
      expect((await server().nobody.fetch(accessPath)).status).toBe(404)
    }
    expect((await fetchBytes(kept.accessPath)).toString()).toBe(content)
    const folder = await admin.ok('templateFile.list', { path: 'portfolio' })
    expect(JSON.stringify(folder)).toContain('taken.css')
    expect(JSON.stringify(folder)).toContain('alone.css')
  })
  it('of a picture contain its displayed size', async () => {
    const admin = await server().as('admin')
    const turned = await picture(60, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect((await upload(admin, { kind: 'image', name: 'a.jpg', content: turned })).data).toMatchObject({
      imageWidth: 40,
      imageHeight: 60,
    })
  })
  it('of a picture are shown small, made once, and gone with it', async () => {
    const before = await storedUploads(server())
    const admin = await server().as('admin')
    const content = await picture(2000, 1000).png().toBuffer()
    const { data } = await upload(admin, { kind: 'image', name: '大图.png', content })
    const thumb = data.accessPath.replace('/files/', '/thumbs/')
    const served = await Promise.all([1, 2, 3].map(() => server().nobody.fetch(thumb)))
    expect(served.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(served[0]?.headers.get('content-type')).toBe('image/webp')
    const small = await sharp(Buffer.from((await served[0]?.arrayBuffer()) ?? new ArrayBuffer(0))).metadata()
    expect([small.format, small.width, small.height]).toEqual(['webp', 480, 240])
    expect(await storedUploads(server())).toHaveLength(before.length + 2)
    await server().deps.db.deleteFrom('attachment').where('id', '=', data.id).execute()
    expect((await server().nobody.fetch(thumb)).status).toBe(404)
    await sweep(2)
    expect(await storedUploads(server())).toEqual(before)
  })
  it('that are no picture, or a broken one, have none', async () => {
    const admin = await server().as('admin')
    const files = [
      await upload(admin, { name: 'a.zip', content: 'PK\u0003\u0004' }),
      await upload(admin, { kind: 'image', name: 'cut.png', content: pngOf(640, 400) }),
    ]
    for (const { data } of files) {
      const answer = await server().nobody.send(data.accessPath.replace('/files/', '/thumbs/'))
      expect(answer).toMatchObject({ status: 404, msg: '该文件没有缩略图' })
    }
  })
  it('are sent in parts to players that ask so', async () => {
    const { data } = await upload(await server().as('admin'), { kind: 'video', name: 'a.mp4', content: '0123456789' })
    const part = await server().nobody.fetch(data.accessPath, { headers: { range: 'bytes=2-4' } })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10'])
  })
  it.each(['报告.pdf', '网页.html', '录像.mp4'])('of a program named %s are refused', async (name) => {
    const before = await storedUploads(server())
    const kind = name.endsWith('mp4') ? 'video' : 'file'
    const answer = await upload(await server().as('admin'), { kind, name, content: 'MZ\u0000\u0003program' })
    expect(answer).toMatchObject({
      status: 415,
      msg: expect.stringMatching(new RegExp(`“${name}”.*请上传 .* 的格式!`)),
    })
    expect(await storedUploads(server())).toEqual(before)
  })
})
