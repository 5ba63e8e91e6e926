import { connect } from 'node:net'
import { expect, it } from 'vitest'
import type { Attachment } from '#shared/contract/upload.ts'
import { storedUploads as stored } from '#tests/builders/upload.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const MB = 1024 * 1024

onBothDatabases('uploads of a hostile client', (server) => {
  /** A form whose fields come after its file. */
  const fileFirst = (client: TestClient, path: string, name: string, fields: Record<string, string>) => {
    const form = new FormData()
    form.append('file', new Blob(['content']), name)
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    return client.send<Attachment>(path, { method: 'POST', body: form })
  }

  it('count for no site that the account does not have, wherever the parameter stands', async () => {
    const designer = await server().as('designer')
    const before = await stored(server())
    const refused = { status: 403, msg: '您没有该站点的权限' }
    expect(await fileFirst(designer, 'api/upload/file?siteId=9999', 'a.css', {})).toMatchObject(refused)
    expect(await fileFirst(designer, 'api/upload/file', 'a.css', { siteId: '9999' })).toMatchObject(refused)
    expect(await stored(server())).toEqual(before)
  })
  it('keep the list of extensions, whatever dir says after the file', async () => {
    const admin = await server().as('admin')
    const before = await stored(server())
    const refused = { status: 400, msg: expect.stringContaining('dir') }
    expect(await fileFirst(admin, 'api/upload/file?dir=sync', 'a.svg', { dir: 'file' })).toMatchObject(refused)
    expect(await fileFirst(admin, 'api/upload/file', 'a.css', { dir: 'sync' })).toMatchObject(refused)
    expect(await stored(server())).toEqual(before)
  })
  it('are no file each when what says that they are chunks comes after them', async () => {
    const admin = await server().as('admin')
    const before = await stored(server())
    const chunk = { chunkNumber: '1', totalChunks: '2', chunkSize: '7', totalSize: '14' }
    expect(await fileFirst(admin, 'api/upload/file', 'a.css', chunk)).toMatchObject({ status: 400 })
    expect(await stored(server())).toEqual(before)
  })
  it('that are shorter than announced are not kept', async () => {
    const admin = await server().as('admin')
    const before = await stored(server())
    const query = new URLSearchParams({ filename: 'a.css', totalSize: '100', totalChunks: '1', chunkSize: '100' })
    const response = await fetch(new URL(`api/upload/file?${query}`, server().url), {
      method: 'POST',
      headers: { authorization: String(admin.token), 'content-type': 'application/octet-stream' },
      body: 'half',
    })
    expect([response.status, await response.json()]).toMatchObject([400, { msg: expect.stringContaining('长度') }])
    expect(await stored(server())).toEqual(before)
  })
  it('without an announced size take no more of the disk than their kind allows', async () => {
    const admin = await server().as('admin')
    const { hostname, port } = new URL(server().url)
    const socket = connect(Number(port), hostname)
    const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())))
    let over = false
    void answered.then(() => (over = true))
    socket.on('error', () => undefined)
    socket.write(
      `POST /api/upload/image?filename=a.png HTTP/1.1\r\nhost: x\r\nauthorization: ${admin.token}\r\ncontent-type: application/octet-stream\r\ntransfer-encoding: chunked\r\n\r\n`,
    )
    const piece = Buffer.concat([Buffer.from(`${MB.toString(16)}\r\n`), Buffer.alloc(MB), Buffer.from('\r\n')])
    let sent = 0
    // The body never ends by itself.
    while (!over && sent < 80) {
      await new Promise((resolve) => socket.write(piece, resolve))
      sent += 1
    }
    expect(await answered).toContain('413')
    socket.destroy()
  })
})

onBothDatabases('a form that is cut', (server) => {
  const TYPE = 'multipart/form-data; boundary=b'
  const part = (name: string, value: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}`
  const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.css"\r\n\r\nbody{}'
  const whole = `${part('dir', 'file')}\r\n${file}\r\n--b--\r\n`

  it.each([
    ['in the file', `${part('dir', 'file')}\r\n${file}`],
    ['in a field', part('dir', 'fi')],
    ['before a field', '--b'],
    ['in a header', '--b\r\ncontent-disposition: form-da'],
    ['behind the header', '--b\r\ncontent-disposition: form-data; name="file"; filename="a.css"\r\n'],
    ['behind the file', `${file}\r\n--b`],
    ['before the first part', 'x'],
    ['at once', ''],
    ['between fields', `${part('dir', 'file')}\r\n--b\r\n`],
    ['without a header', '--b\r\n\r\nbody{}\r\n--b--\r\n'],
    ['with a broken header', '--b\r\n\u0000:::\r\n\r\nbody{}\r\n--b--\r\n'],
  ])('%s is the client’s mistake, and leaves nothing', async (_where, body) => {
    const admin = await server().as('admin')
    const before = await stored(server())
    const answer = await admin.send('api/upload/file', { method: 'POST', headers: { 'content-type': TYPE }, body })
    expect(answer, JSON.stringify(answer)).toMatchObject({ status: 400, code: 400 })
    expect(answer.msg).toMatch(/\p{Script=Han}/u)
    // What lay there before may go meanwhile: bytes on their way when the test began.
    expect((await stored(server())).filter((name) => !before.includes(name))).toEqual([])
  })
  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'b'.repeat(300)}`,
  ])('or of the type %s is too', async (type) => {
    const admin = await server().as('admin')
    const send = { method: 'POST', headers: { 'content-type': type }, body: whole }
    expect([400, 415]).toContain((await admin.send('api/upload/file', send)).status)
  })
})
