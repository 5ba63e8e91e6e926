import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { ChunkedFile, type ChunkedSpec } from '#tests/builders/chunks.ts'
import { pngOf, storedUploads, upload } from '#tests/builders/upload.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const KB = 1024
const MINUTE = 60_000

onBothDatabases('uploads that register themselves', (server) => {
  const named = async (key: string) =>
    (await (await server().as('admin')).ok('attachment.page', { key, page: 1, size: 100 })).content
  const fileOf = async (identifier: string, spec: Partial<ChunkedSpec> = {}) =>
    new ChunkedFile(await server().as('admin'), {
      name: 'a.zip',
      chunkSize: 30 * KB,
      raw: true,
      content: randomBytes(60 * KB),
      ...spec,
      identifier,
      extra: { register: '1' },
    })

  it('are not taken for another file that has their identifier: it is refused, not lost', async () => {
    const admin = await server().as('admin')
    const query = { register: '1', identifier: 'mixed up' }
    await upload(admin, { name: '原件.zip', content: 'PKfirst', query: { ...query, totalSize: '7' } })
    const refused = { status: 409, msg: expect.stringContaining('“原件.zip”') }
    expect(
      await upload(admin, { name: '原件二.zip', content: 'PK2', query: { ...query, totalSize: '3' } }),
    ).toMatchObject(refused)
    expect(await upload(admin, { kind: 'image', name: '原件.png', content: pngOf(2, 2), query })).toMatchObject(refused)
    const fileMd5 = 'ab'.repeat(64)
    const other = { ...query, totalSize: '7', fileMd5 }
    expect(await upload(admin, { name: '原件三.zip', content: 'PKthird', query: other })).toMatchObject(refused)
    expect(await (await fileOf('mixed up', { name: '原件四.zip' })).send(1)).toMatchObject(refused)
    expect(await named('原件')).toHaveLength(1)
  })
  it('are one file also when the parameters come behind the bytes', async () => {
    const admin = await server().as('admin')
    const send = () => {
      const form = new FormData()
      form.append('file', new Blob(['PKlate']), '后.zip')
      for (const [name, value] of [
        ['register', '1'],
        ['identifier', 'late'],
      ] as const)
        form.append(name, value)
      return admin.send<{ id: number }>('api/upload/file', { method: 'POST', body: form })
    }
    const first = await send()
    expect(await send()).toMatchObject({ status: 200, data: { id: first.data.id } })
    expect(await named('后.zip')).toHaveLength(1)
  })
  it('in chunks are one file however late they are repeated, without a hash too', async () => {
    const file = await fileOf('late chunks', { name: '迟.zip' })
    const { data } = await file.sendAll()
    expect(data).toMatchObject({ registered: true })
    server().clock.advance(5 * MINUTE)
    expect(await file.test(1)).toEqual([200, { ...data, skipUpload: true }])
    for (const number of [2, 1]) expect((await file.send(number)).data).toMatchObject({ id: data.id })
    expect(await named('迟.zip')).toHaveLength(1)
  })

  /** A request that brings half of its bytes and then waits. */
  async function halfSent(identifier: string, name: string, content: Buffer): Promise<Socket> {
    const admin = await server().as('admin')
    const { hostname, port } = new URL(server().url)
    const query = new URLSearchParams({
      register: '1',
      identifier,
      filename: name,
      totalSize: String(content.length),
    })
    const before = await storedUploads(server())
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write(
      `POST /api/upload/file?${query} HTTP/1.1\r\nhost: x\r\nauthorization: ${admin.token}\r\ncontent-type: application/octet-stream\r\ncontent-length: ${content.length}\r\n\r\n`,
    )
    socket.write(content.subarray(0, content.length / 2))
    await vi.waitFor(async () => expect(await storedUploads(server())).toHaveLength(before.length + 1))
    return socket
  }

  it('and are on their way when their client gives up leave nothing', async () => {
    const admin = await server().as('admin')
    const before = await storedUploads(server())
    const content = Buffer.concat([Buffer.from('PK'), randomBytes(200 * KB - 2)])
    const socket = await halfSent('half', '半.zip', content)
    const cancel = { kind: 'file', register: '1', identifier: 'half', filename: '半.zip', totalSize: content.length }
    const designer = await server().as('designer')
    expect(await designer.call('upload.cancel', cancel)).toMatchObject({ code: 200 })
    expect(socket.destroyed || (await storedUploads(server())).length === before.length + 1).toBe(true)
    expect(await admin.call('upload.cancel', cancel)).toMatchObject({ code: 200 })
    // The answer of the cancelling waits for the request's end.
    expect(await storedUploads(server())).toEqual(before)
    socket.write(content.subarray(content.length / 2))
    await vi.waitFor(() => expect(socket.destroyed || socket.readableEnded || socket.closed).toBe(true), 5000)
    expect(await named('半.zip')).toEqual([])
  })
  it('and are read after they were given up leave nothing', async () => {
    const admin = await server().as('admin')
    const query = { register: '1', identifier: 'overtaken', totalSize: '6', filename: '超.zip' }
    expect(await admin.call('upload.cancel', { ...query, kind: 'file' })).toMatchObject({ code: 200 })
    const spec = { name: '超.zip', content: 'PKlate', query }
    expect(await upload(admin, spec)).toMatchObject({ code: 499, msg: '上传已取消，未保存' })
    expect(await named('超.zip')).toEqual([])
    expect((await upload(await server().as('designer'), spec)).code).toBe(200)
    server().clock.advance(2 * MINUTE)
    expect((await upload(admin, spec)).data).toMatchObject({ registered: true })
  })
  it('and are completed while they are given up leave nothing', async () => {
    const admin = await server().as('admin')
    for (let round = 0; round < 20; round++) {
      const name = `同时${round}.zip`
      const file = await fileOf(`at once ${round}`, { name })
      const cancel = () => admin.call('upload.cancel', { ...file.parameters(1), kind: 'file' })
      await file.send(1)
      await Promise.allSettled([file.send(2), cancel()])
      expect([round, await named(name)]).toEqual([round, []])

      const whole = `整${round}.zip`
      const query = { register: '1', identifier: `whole ${round}`, totalSize: '6', filename: whole }
      const sent = upload(admin, { name: whole, content: 'PKboth', query })
      await Promise.allSettled([sent, admin.call('upload.cancel', { ...query, kind: 'file' })])
      expect([round, await named(whole)]).toEqual([round, []])
    }
  })
  it('stay when something shows them already', async () => {
    const admin = await server().as('admin')
    const query = { register: '1', identifier: 'shown', totalSize: '4', filename: '用.zip' }
    const { data } = await upload(admin, { name: '用.zip', content: 'PKuu', query })
    const { db } = server().deps
    await db.updateTable('site').set({ copyright: data.accessPath }).where('id', '=', 1).execute()
    await admin.ok('upload.cancel', { ...query, kind: 'file' })
    expect(await named('用.zip')).toHaveLength(1)
    await db.updateTable('site').set({ copyright: '' }).where('id', '=', 1).execute()
    await admin.ok('upload.cancel', { ...query, kind: 'file' })
    expect(await named('用.zip')).toEqual([])
  })
  it('fill the space of their site together, and not a byte more', async () => {
    const admin = await server().as('admin')
    const { db } = server().deps
    const { used } = await db
      .selectFrom('attachment')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('size'), eb.lit(0)).as('used'))
      .where('siteId', '=', 1)
      .executeTakeFirstOrThrow()
    const quotaMb = Math.ceil(used / KB / KB) + 1
    await db
      .insertInto('setting')
      .values({ name: 'upload.quotaMb.1', value: String(quotaMb) })
      .execute()
    const room = quotaMb * KB * KB - used
    const each = Math.floor(room / 2.5)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_each, at) =>
        upload(admin, {
          name: `满${at}.zip`,
          content: Buffer.concat([Buffer.from('PK'), randomBytes(each - 2)]),
          query: { register: '1', identifier: `full ${at}`, siteId: '1' },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 413, 413, 413, 413])
    expect(await named('满')).toHaveLength(2)
    await db.deleteFrom('setting').where('name', '=', 'upload.quotaMb.1').execute()
  })
})
