import { randomBytes } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { MAX_CHUNKS } from '#shared/contract/upload.ts'
import { ChunkedFile, type ChunkedSpec } from '#tests/builders/chunks.ts'
import { hashOf } from '#tests/builders/template.ts'
import { storedUploads } from '#tests/builders/upload.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const KB = 1024

onBothDatabases('chunks of a hostile client', (server) => {
  const fileOf = async (content: Buffer, spec: Partial<ChunkedSpec> = {}) =>
    new ChunkedFile(await server().as('admin'), { name: 'a.zip', chunkSize: 30 * KB, ...spec, content })

  it('that were sent with other bytes before are hashed as they lie on the disk', async () => {
    const [first, other, second] = [randomBytes(30 * KB), randomBytes(30 * KB), randomBytes(30 * KB)]
    const spec = { identifier: 'twice', fileMd5: '' }
    const file = await fileOf(Buffer.concat([other, second]), spec)
    await file.send(2)
    // Its bytes are written; the second file of the form then ends the request.
    const form = new FormData()
    for (const [name, value] of Object.entries(file.parameters(1))) form.append(name, value)
    for (let i = 0; i < 2; i++) form.append('file', new Blob([new Uint8Array(first)]), 'a.zip')
    const admin = await server().as('admin')
    expect(await admin.send('api/upload/file', { method: 'POST', body: form })).toMatchObject({ status: 400 })
    const { data } = await file.send(1)
    const row = await server()
      .deps.db.selectFrom('attachment')
      .select('sha512')
      .where('id', '=', data.id ?? 0)
      .executeTakeFirst()
    expect(row?.sha512).toBe(await hashOf(Buffer.concat([other, second]), 'SHA-512'))
  })
  it('of a byte each are refused before any is taken: their list alone would fill the memory', async () => {
    const before = await storedUploads(server())
    const bytes = MAX_CHUNKS + 1
    const file = await fileOf(randomBytes(1), {
      raw: true,
      chunkSize: 1,
      extra: { totalSize: String(bytes), totalChunks: String(bytes) },
    })
    const refused = { status: 400, msg: expect.stringContaining(`不能超过 ${MAX_CHUNKS} 个`) }
    expect(await file.send(1)).toMatchObject(refused)
    expect((await file.test(1))[0]).toBe(400)
    expect(await storedUploads(server())).toEqual(before)
  })
  it('that are on their way when their upload is cancelled leave nothing', async () => {
    const admin = await server().as('admin')
    const before = await storedUploads(server())
    for (let round = 0; round < 20; round++) {
      const file = await fileOf(randomBytes(120 * KB), { raw: true, identifier: `cancelled-${round}` })
      await file.send(1)
      const cancel = admin.call('upload.cancel', { ...file.parameters(1), kind: 'file' })
      // Those that are cut get no answer.
      await Promise.allSettled([file.send(2), file.send(3), cancel])
      await admin.call('upload.cancel', { ...file.parameters(1), kind: 'file' })
      await vi.waitFor(async () => expect(await storedUploads(server())).toEqual(before), 5000)
    }
  })
})
