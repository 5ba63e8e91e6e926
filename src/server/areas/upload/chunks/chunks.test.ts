import { randomBytes } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { HASH_PLACEHOLDER } from '#shared/contract/upload.ts'
import { ChunkedFile, type ChunkedSpec } from '#tests/builders/chunks.ts'
import { hashOf } from '#tests/builders/template.ts'
import { pngOf, storedUploads } from '#tests/builders/upload.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { removeExpired } from './expire.ts'

const KB = 1024
const DAY = 86_400_000

onBothDatabases('uploads in chunks', (server) => {
  /** A file of the admin's with bytes that no other test has. */
  const fileOf = async (spec: Partial<ChunkedSpec> = {}) => {
    const content = spec.content ?? randomBytes(100 * KB + 7)
    const identifier = content.subarray(0, 8).toString('hex')
    return new ChunkedFile(await server().as('admin'), {
      name: '年度报告 2026.zip',
      chunkSize: 30 * KB,
      identifier,
      ...spec,
      content,
    })
  }
  const served = async (path: string | undefined) =>
    Buffer.from(await (await server().nobody.fetch(String(path))).arrayBuffer())
  const parts = async () => (await server().deps.db.selectFrom('upload_session').selectAll().execute()).length

  it.each<[string, Partial<ChunkedSpec>]>([
    ['a longer last chunk', {}],
    ['no chunk over the size', { rounding: 'ceil' }],
    ['raw bytes', { raw: true }],
    ['raw bytes, no chunk over the size', { raw: true, rounding: 'ceil' }],
  ])('are put together: %s [P1] [P3] [P4] [P17]', async (_title, how) => {
    const content = randomBytes(100 * KB + 7)
    const file = await fileOf({ ...how, content })
    expect(file.count).toBe(how.rounding === 'ceil' ? 4 : 3)
    expect(await file.send(1)).toMatchObject({ status: 200, code: 200, data: { skipUpload: false, uploaded: [1] } })
    const { data, ...answer } = await file.sendAll(Array.from({ length: file.count - 1 }, (_, index) => index + 2))
    expect(answer).toMatchObject({ status: 200, code: 200, msg: '上传成功', datas: data })
    expect(data).toMatchObject({ oldName: '年度报告 2026.zip', size: content.length, extension: 'zip' })
    expect(await served(data.accessPath)).toEqual(content)
  })
  it('come in any order and at the same time', async () => {
    for (const raw of [false, true]) {
      const content = randomBytes(400 * KB + 1)
      const file = await fileOf({ content, raw, fileMd5: await hashOf(content, 'SHA-512') })
      expect(file.count).toBe(13)
      const order = [13, 2, 1, 7, 5, 3, 4, 12, 11, 10, 9, 8, 6]
      const answers = await Promise.all(order.map((number) => file.send(number)))
      expect(answers.map(({ code }) => code)).toEqual(order.map(() => 200))
      const whole = answers.filter(({ data }) => data.accessPath)
      expect(whole.length).toBeGreaterThan(0)
      expect(new Set(whole.map(({ data }) => data.id)).size).toBe(1)
      expect(await served(whole[0]?.data.accessPath)).toEqual(content)
    }
  })
  it('are tested for by GET: 204 for what is not here, the list for what is [P7] [P8]', async () => {
    const content = randomBytes(100 * KB + 7)
    const file = await fileOf({ content, fileMd5: await hashOf(content, 'SHA-512') })
    expect(await file.test(1)).toEqual([204, null])
    await file.send(1)
    await file.send(3)
    expect(await file.test(1)).toEqual([200, { skipUpload: false, uploaded: [1, 3] }])
    expect(await file.test(2)).toEqual([204, null])
    const { data } = await file.send(2)
    expect(data.id).toBeGreaterThan(0)
    expect(await file.test(1)).toEqual([200, { ...data, skipUpload: true }])
  })
  it('may be repeated at any time, the last one too [P7]', async () => {
    const content = randomBytes(100 * KB + 7)
    const file = await fileOf({ content, fileMd5: await hashOf(content, 'SHA-512') })
    await file.send(1)
    expect(await file.send(1)).toMatchObject({ code: 200, data: { uploaded: [1] } })
    expect(await file.send(1, Buffer.alloc(30 * KB))).toMatchObject({ code: 200, data: { uploaded: [1] } })
    const { data } = await file.sendAll([2, 3])
    for (const number of [3, 1]) expect((await file.send(number)).data).toEqual(data)
    expect(
      await server()
        .deps.db.selectFrom('attachment')
        .select('id')
        .where('id', '>', data.id ?? 0)
        .execute(),
    ).toEqual([])
  })
  it('of Chinese names with one identifier do not mix [P10]', async () => {
    const [one, two] = [randomBytes(100 * KB), randomBytes(100 * KB)]
    const identifier = '102400-zip'
    const first = await fileOf({ name: '甲.zip', content: one, identifier })
    const second = await fileOf({ name: '乙.zip', content: two, identifier })
    for (const number of [1, 2]) await first.send(number)
    expect(await second.test(1)).toEqual([204, null])
    for (const number of [1, 2]) await second.send(number)
    expect(await served((await first.send(3)).data.accessPath)).toEqual(one)
    expect(await served((await second.send(3)).data.accessPath)).toEqual(two)
  })
  it('of another account are not this one’s [P10]', async () => {
    const content = randomBytes(100 * KB)
    await (await fileOf({ content })).send(1)
    const others = new ChunkedFile(await server().as('designer'), {
      name: '年度报告 2026.zip',
      chunkSize: 30 * KB,
      content,
    })
    expect(await others.test(1)).toEqual([204, null])
  })
  it('with the placeholder are never taken for another file [P11]', async () => {
    const spec = { name: '同名.zip', fileMd5: HASH_PLACEHOLDER, identifier: 'same' }
    const [one, two] = [randomBytes(100 * KB), randomBytes(100 * KB)]
    const first = await (await fileOf({ ...spec, content: one })).sendAll()
    const again = await fileOf({ ...spec, content: two })
    expect(await again.test(1)).toEqual([204, null])
    const second = await again.sendAll()
    expect(await served(first.data.accessPath)).toEqual(one)
    expect(await served(second.data.accessPath)).toEqual(two)
  })
  it('are compared with a real SHA-512; what came of a damaged one is removed [P11]', async () => {
    const content = randomBytes(100 * KB)
    const file = await fileOf({ content, fileMd5: await hashOf('other', 'SHA-512') })
    const before = await storedUploads(server())
    expect(await file.sendAll()).toMatchObject({ status: 400, msg: expect.stringContaining('校验值') })
    expect(await storedUploads(server())).toEqual(before)
    // A client that sends the last chunk again must not go on for ever.
    expect(await file.send(3)).toMatchObject({ status: 415, msg: expect.stringContaining('校验值') })
    expect(await file.test(1)).toEqual([204, null])
    expect(await file.send(1)).toMatchObject({ code: 200, data: { uploaded: [1] } })
  })
  it('go on at another chunk size', async () => {
    const content = randomBytes(100 * KB)
    const spec = { content, fileMd5: await hashOf(content, 'SHA-512'), identifier: 'x' }
    await (await fileOf({ ...spec, chunkSize: 20 * KB })).sendAll([1, 2, 4])
    const resumed = await fileOf({ ...spec, chunkSize: 10 * KB })
    const present = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => (await resumed.test(index + 1))[0]),
    )
    expect(present).toEqual([200, 200, 200, 200, 204, 204, 200, 200, 204, 204])
    expect(await served((await resumed.sendAll([5, 6, 9, 10])).data.accessPath)).toEqual(content)
  })
  it('begin again when the bytes were lost on the disk', async () => {
    const file = await fileOf()
    await file.send(1)
    const { partFile } = await server()
      .deps.db.selectFrom('upload_session')
      .select('partFile')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await rm(join(server().deps.dataDir, 'uploads', 'parts', partFile))
    expect(await file.test(1)).toEqual([204, null])
    expect(await file.sendAll()).toMatchObject({ code: 200, data: { size: 100 * KB + 7 } })
  })
  it('hashed while they were sent are checked with the last one, and then known by that hash for days', async () => {
    const content = randomBytes(100 * KB + 7)
    const sha512 = await hashOf(content, 'SHA-512')
    const spec = { content, fileMd5: HASH_PLACEHOLDER, identifier: 'one-of-a-kind', raw: true }
    const file = await fileOf(spec)
    await file.sendAll([1, 2])
    const wrong = await fileOf({ ...spec, extra: { sha512: 'a'.repeat(128) } })
    expect(await wrong.send(3)).toMatchObject({ status: 400, msg: expect.stringContaining('损坏') })
    await file.sendAll([1, 2])
    const last = await fileOf({ ...spec, extra: { sha512 } })
    const { data } = await last.send(3)
    expect(data.size).toBe(content.length)
    server().clock.advance(2 * DAY)
    const later = await fileOf({ ...spec, extra: { sha512 } })
    expect(await later.test(3)).toEqual([200, { ...data, skipUpload: true }])
    expect((await later.send(3)).data).toEqual(data)
    expect(await (await fileOf({ ...spec, extra: { sha512: 'a'.repeat(128) } })).test(3)).toEqual([204, null])
  })
  it('of a program with the name of a picture end at the first one', async () => {
    const before = await storedUploads(server())
    const file = await fileOf({
      kind: 'image',
      name: '照片.jpg',
      content: Buffer.concat([Buffer.from('MZ'), randomBytes(90 * KB)]),
    })
    const refused = { status: 415, msg: '“照片.jpg”的内容不是图片，请上传 gif,jpg,jpeg,png 的格式!' }
    expect(await file.send(1)).toMatchObject(refused)
    expect(await file.send(2)).toMatchObject(refused)
    expect(await storedUploads(server())).toEqual(before)
  })
  it('that are too short, too long, or contradict themselves are refused and leave nothing', async () => {
    const before = [await storedUploads(server()), await parts()]
    for (const raw of [false, true]) {
      const file = await fileOf({ raw })
      for (const length of [29 * KB, 31 * KB])
        expect(await file.send(1, randomBytes(length))).toMatchObject({
          status: 400,
          msg: expect.stringContaining('长度'),
        })
      const wrong = await fileOf({ raw, extra: { totalChunks: '9' } })
      expect(await wrong.send(1)).toMatchObject({ status: 400, msg: expect.stringContaining('totalChunks') })
      expect((await wrong.test(1))[0]).toBe(400)
      const large = await fileOf({
        raw,
        kind: 'image',
        name: 'a.png',
        extra: {
          totalSize: String(51 * KB * KB),
          chunkSize: String(20 * KB * KB),
          totalChunks: '2',
          currentChunkSize: String(20 * KB * KB),
        },
      })
      expect(await large.send(1)).toMatchObject({ status: 413, msg: '文件大小不能大于50M!' })
    }
    expect([await storedUploads(server()), await parts()]).toEqual(before)
  })
  it('of zero bytes are one chunk, and stay zero bytes [P13]', async () => {
    for (const raw of [false, true]) {
      const file = await fileOf({ content: Buffer.alloc(0), name: '空.zip', raw })
      expect(file.count).toBe(1)
      const { data } = await file.send(1)
      expect(data).toMatchObject({ size: 0, oldName: '空.zip' })
      expect((await served(data.accessPath)).length).toBe(0)
    }
  })
  it('go after seven days without a new one [P15]', async () => {
    const before = await storedUploads(server())
    const content = randomBytes(100 * KB)
    await (await fileOf({ content })).send(1)
    const testFirst = async () => (await (await fileOf({ content })).test(1))[0]
    server().clock.advance(6.9 * DAY)
    await removeExpired(server().deps)
    expect(await testFirst()).toBe(200)
    server().clock.advance(0.2 * DAY)
    await removeExpired(server().deps)
    expect(await testFirst()).toBe(204)
    expect((await storedUploads(server())).filter((name) => !before.includes(name))).toEqual([])
  })
  it('leave no bytes behind when the process was killed before it could remove them [P15]', async () => {
    const file = await fileOf()
    await file.sendAll()
    const other = await fileOf()
    await other.send(1)
    const newest = server().deps.db.selectFrom('upload_session').selectAll().orderBy('id', 'desc')
    const [unfinished, finished] = await newest.limit(2).execute()
    const parts = join(server().deps.dataDir, 'uploads', 'parts')
    await writeFile(join(parts, finished?.partFile ?? ''), 'left')
    await removeExpired(server().deps)
    const left = await readdir(parts)
    expect([left.includes(finished?.partFile ?? ''), left.includes(unfinished?.partFile ?? '')]).toEqual([false, true])
    expect((await other.sendAll([2, 3])).code).toBe(200)
  })
  it('keep what was acknowledged when one is cut in the middle, and a new try takes over', async () => {
    const file = await fileOf({ raw: true })
    await file.send(1)
    const { hostname, port } = new URL(server().url)
    const token = (await server().as('admin')).token
    const socket = connect(Number(port), hostname)
    const query = new URLSearchParams(file.parameters(2))
    socket.on('error', () => undefined)
    socket.write(
      `POST /api/upload/file?${query} HTTP/1.1\r\nhost: x\r\nauthorization: ${token}\r\ncontent-type: application/octet-stream\r\ncontent-length: ${30 * KB}\r\n\r\nhalf`,
    )
    // While the first try still hangs, the client that has lost it sends the chunk again.
    await vi.waitFor(async () => expect(await file.test(1)).toEqual([200, { skipUpload: false, uploaded: [1] }]))
    // The server may read the hanging try after this one, and then ends this one: the client sends the chunk again.
    const again = await file.send(2).catch(() => file.send(2))
    expect(again).toMatchObject({ code: 200, data: { uploaded: [1, 2] } })
    socket.destroy()
    expect(await file.send(3)).toMatchObject({ code: 200, data: { size: 100 * KB + 7 } })
  })
  it('are one line of the operation log, and counted against the quota of their site [P15]', async () => {
    const { db } = server().deps
    await db.insertInto('setting').values({ name: 'upload.quotaMb.1', value: '1' }).execute()
    const before = await storedUploads(server())
    const big = await fileOf({ content: randomBytes(1100 * KB), chunkSize: 500 * KB, extra: { siteId: '1' } })
    expect(await big.send(1)).toMatchObject({
      status: 413,
      msg: expect.stringMatching(/上传空间不足（空间共 1 MB，已用 0 B，未完成的上传 1.1 MB）/),
    })
    expect(await storedUploads(server())).toEqual(before)
    const lines = () => db.selectFrom('operation_log').select('id').where('operation', '=', 'upload.file').execute()
    const noted = (await lines()).length
    expect(await (await fileOf({ extra: { siteId: '1' } })).sendAll()).toMatchObject({ code: 200 })
    // The line may be written just after the answer.
    await expect.poll(async () => (await lines()).length).toBe(noted + 1)
    await db.deleteFrom('setting').where('name', '=', 'upload.quotaMb.1').execute()
  })
  it('for the sync have their SHA-256 too', async () => {
    const content = Buffer.concat([pngOf(1, 1), randomBytes(90 * KB)])
    const { data } = await (await fileOf({ content, name: 'any.thing', extra: { dir: 'sync' } })).sendAll()
    const row = await server()
      .deps.db.selectFrom('attachment')
      .select('sha256')
      .where('id', '=', data.id ?? 0)
      .executeTakeFirst()
    expect(row?.sha256).toBe(await hashOf(content))
  })
  it('are forgotten with their bytes when their upload is cancelled, by those alone whose it is', async () => {
    const before = [await storedUploads(server()), await parts()]
    const file = await fileOf()
    const cancel = { ...file.parameters(1), kind: 'file' }
    const admin = await server().as('admin')
    expect(await admin.call('upload.cancel', cancel)).toMatchObject({ code: 200 })
    await file.sendAll([1, 2])
    expect(await (await server().as('designer')).call('upload.cancel', cancel)).toMatchObject({ code: 200 })
    expect((await file.test(1))[0]).toBe(200)
    expect(await admin.call('upload.cancel', cancel)).toMatchObject({ code: 200, data: null })
    expect((await file.test(1))[0]).toBe(204)
    expect([await storedUploads(server()), await parts()]).toEqual(before)
    const { data } = await file.sendAll()
    expect(await admin.call('upload.cancel', cancel)).toMatchObject({ code: 200 })
    expect((await served(data.accessPath)).length).toBe(100 * KB + 7)
    expect(await admin.call('upload.cancel', { ...cancel, kind: 'x' })).toMatchObject({ status: 400 })
  })
})
