import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { IMPORT_DIR, SYNC_DIR } from '../attachment/attachments.ts'
import { lockQuotas } from '../store/quota.ts'
import type { Attachment } from '#shared/contract/upload.ts'
import { hashOf } from '#tests/builders/template.ts'
import { pngOf, storedUploads } from '#tests/builders/upload.ts'
import type { Answer, TestClient } from '#tests/integration/server/harness/client.ts'
import { meeting } from '#tests/integration/server/harness/pgLocks.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

interface Part {
  name: string
  content: Buffer
  head?: Record<string, string | number>
}

/** A file that nobody else sends. */
const part = (name: string, head: Part['head'] = {}, content: Buffer = randomBytes(3000)): Part => ({
  name,
  content,
  head,
})

function bodyOf(parts: readonly Part[]): Buffer {
  const files = parts.map(({ name, content, head }) => ({
    kind: 'file',
    dir: 'file',
    filename: name,
    identifier: `one ${content.subarray(0, 8).toString('hex')} ${name}`,
    register: '1',
    totalSize: String(content.length),
    ...head,
  }))
  const text = Buffer.from(JSON.stringify({ files }))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return Buffer.concat([length, text, ...parts.map(({ content }) => content)])
}

async function post(client: TestClient, body: Buffer): Promise<Answer<(Attachment | null)[]>> {
  const response = await fetch(new URL('api/upload/bundle', client.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      ...(client.token === null ? {} : { authorization: client.token }),
    },
    body: new Uint8Array(body),
  })
  const envelope = (await response.json()) as Omit<Answer<(Attachment | null)[]>, 'status'>
  return { ...envelope, status: response.status }
}

onBothDatabases('a bundle of small files', (server) => {
  const inLibrary = (...names: string[]) =>
    server()
      .deps.db.selectFrom('attachment')
      .select(['oldName', 'isRegistered', 'imageWidth'])
      .where('oldName', 'in', names)
      .orderBy('id')
      .execute()
  const newestLines = () =>
    server()
      .deps.db.selectFrom('operation_log')
      .select(['title', 'code', 'input'])
      .where('operation', '=', 'upload.bundle')
      .orderBy('id', 'desc')
      .execute()

  it('is in the library at once, with every byte, and one line of the log that names all', async () => {
    const admin = await server().as('admin')
    const parts = [
      part('束一.zip'),
      part('束二.png', { kind: 'image' }, pngOf(64, 40)),
      part('空束.css', {}, Buffer.alloc(0)),
      part('束三.css'),
    ]
    const { code, data } = await post(admin, bodyOf(parts))
    expect(code).toBe(200)
    expect(data.map((file) => file?.oldName)).toEqual(parts.map(({ name }) => name))
    for (const [at, { content }] of parts.entries()) {
      const served = await server().nobody.fetch(data[at]?.accessPath ?? '')
      expect(Buffer.from(await served.arrayBuffer())).toEqual(content)
    }
    expect(await inLibrary('束一.zip', '束二.png')).toEqual([
      { oldName: '束一.zip', isRegistered: 1, imageWidth: 0 },
      { oldName: '束二.png', isRegistered: 1, imageWidth: 64 },
    ])
    expect((await newestLines())[0]).toMatchObject({
      title: '上传多个文件',
      code: 200,
      input: expect.stringContaining('空束.css'),
    })
  })
  it('sent again is the same files, and no second line', async () => {
    const admin = await server().as('admin')
    const body = bodyOf([part('又一.zip'), part('又二.zip')])
    const first = await post(admin, body)
    const lines = (await newestLines()).length
    expect((await post(admin, body)).data).toEqual(first.data)
    expect(await inLibrary('又一.zip', '又二.zip')).toHaveLength(2)
    expect(await newestLines()).toHaveLength(lines)
    const others = await post(await server().as('designer'), body)
    expect(others.data[0]?.id).not.toBe(first.data[0]?.id)
  })
  it('sent twice at the same time is each file once', async () => {
    const admin = await server().as('admin')
    const parts = Array.from({ length: 8 }, (_none, at) => part(`同时${at}.zip`))
    const [one, two] = await Promise.all([post(admin, bodyOf(parts)), post(admin, bodyOf(parts.toReversed()))])
    expect([one.code, two.code]).toEqual([200, 200])
    expect(await inLibrary(...parts.map(({ name }) => name))).toHaveLength(8)
  })
  it('holds the same bytes under several names, kept once', async () => {
    const admin = await server().as('admin')
    const content = randomBytes(2000)
    const before = await storedUploads(server())
    const { data } = await post(admin, bodyOf([part('同甲.zip', {}, content), part('同乙.zip', {}, content)]))
    expect(new Set(data.map((file) => file?.accessPath)).size).toBe(2)
    expect(await storedUploads(server())).toHaveLength(before.length + 1)
  })
  it('takes the others where one is refused: for its name, its content, its hash, or a foreign site', async () => {
    const admin = await server().as('admin')
    const editor = await server().as('editor')
    const before = await storedUploads(server())
    const { data } = await post(
      admin,
      bodyOf([
        part('坏.exe'),
        part('假.png', { kind: 'image' }, Buffer.from('MZ program')),
        part('损.zip', { fileMd5: await hashOf('other', 'SHA-512') }),
        part('好.zip'),
      ]),
    )
    expect(data.map((file) => file?.oldName ?? null)).toEqual([null, null, null, '好.zip'])
    expect(await inLibrary('坏.exe', '假.png', '损.zip')).toEqual([])
    expect(await storedUploads(server())).toHaveLength(before.length + 1)
    const foreign = await post(editor, bodyOf([part('外站.zip', { siteId: 999_999 }), part('本站.zip')]))
    expect(foreign.data.map((file) => file?.oldName ?? null)).toEqual([null, '本站.zip'])
  })
  it('stops where the quota of the site does', async () => {
    const admin = await server().as('admin')
    const site = await server().deps.db.selectFrom('site').select('id').orderBy('id').executeTakeFirstOrThrow()
    await server()
      .deps.db.insertInto('setting')
      .values({ name: `upload.quotaMb.${site.id}`, value: '1' })
      .execute()
    const parts = [1, 2, 3].map((at) => part(`额${at}.zip`, { siteId: site.id }, randomBytes(400_000)))
    const { data } = await post(admin, bodyOf(parts))
    await server().deps.db.deleteFrom('setting').where('name', '=', `upload.quotaMb.${site.id}`).execute()
    expect(data.map((file) => file?.oldName ?? null)).toEqual(['额1.zip', '额2.zip', null])
  })
  it('of several sites takes them in one order, so that no two bundles wait for each other', async () => {
    const admin = await server().as('admin')
    const { db } = server().deps
    const sites = (await db.selectFrom('site').select('id').orderBy('id').limit(2).execute()).map(({ id }) => id)
    const settings = sites.map((id) => `upload.quotaMb.${id}`)
    await db
      .insertInto('setting')
      .values(settings.map((name) => ({ name, value: '100000' })))
      .execute()
    const [low = 0, high = 0] = sites
    const order = (...of: number[]) => post(admin, bodyOf(of.map((siteId) => part(`站${siteId}.zip`, { siteId }))))
    const answers = await meeting(
      db,
      (tx) =>
        lockQuotas(
          tx,
          sites.map((siteId) => ({ siteId, accountId: 0 })),
        ),
      [() => order(high, low), () => order(low, high)],
    )
    await db.deleteFrom('setting').where('name', 'in', settings).execute()
    const names = answers.map(({ data }) => data?.map((file) => file?.oldName))
    expect(names).toEqual([
      [`站${high}.zip`, `站${low}.zip`],
      [`站${low}.zip`, `站${high}.zip`],
    ])
  })
  it('that is broken, too large or from nobody is refused whole, and leaves nothing', async () => {
    const admin = await server().as('admin')
    const before = await storedUploads(server())
    const whole = bodyOf([part('整.zip'), part('全.zip')])
    expect(await post(server().nobody, whole)).toMatchObject({ status: 401 })
    for (const body of [Buffer.alloc(0), Buffer.alloc(3), whole.subarray(0, 40), whole.subarray(0, -1)])
      expect(await post(admin, body)).toMatchObject({ status: 400, msg: expect.stringContaining('请重新上传') })
    expect(await post(admin, Buffer.concat([whole, Buffer.from('x')]))).toMatchObject({ status: 400 })
    const refused: Part['head'][] = [
      { register: '0' },
      { identifier: '' },
      { chunkSize: '1500', totalChunks: '2' },
      { dir: SYNC_DIR },
      { dir: IMPORT_DIR },
    ]
    for (const head of refused)
      expect(await post(admin, bodyOf([part('不收.zip', head)])), JSON.stringify(head)).toMatchObject({
        status: 400,
        msg: expect.stringContaining('合并上传只接收自行登记的整个文件'),
      })
    expect(await post(admin, bodyOf([part('大.zip', {}, Buffer.alloc(600 * 1024))]))).toMatchObject({ status: 413 })
    expect(await post(admin, Buffer.alloc(20 * 1024 * 1024))).toMatchObject({ status: 413 })
    const many = Array.from({ length: 33 }, (_none, at) => part(`多${at}.zip`))
    expect(await post(admin, bodyOf(many))).toMatchObject({ status: 400, msg: expect.stringContaining('32') })
    expect(await storedUploads(server())).toEqual(before)
  })
})
