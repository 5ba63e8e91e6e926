import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, it, vi } from 'vitest'
import { ChunkedFile } from '#tests/builders/chunks.ts'
import { pngOf, storedUploads } from '#tests/builders/upload.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const KB = 1024
/** For a busy machine. */
const WAIT = { timeout: 15_000 }

onBothDatabases('chunks that arrive at the same time', (server) => {
  /** A file in two chunks; the first one hangs half way. */
  async function halfWay() {
    const admin = await server().as('admin')
    const content = randomBytes(60 * KB)
    const file = new ChunkedFile(admin, { name: '同时.zip', content, chunkSize: 30 * KB, raw: true })
    const before = (await storedUploads(server())).length
    const url = new URL(`api/upload/file?${new URLSearchParams(file.parameters(1))}`, admin.url)
    const headers = { authorization: admin.token ?? '', 'content-length': 30 * KB }
    const first = request(url, { method: 'POST', headers })
    const answer = new Promise<unknown>((resolve, reject) => {
      first.once('response', (response) => resolve(json(response))).once('error', reject)
    })
    answer.catch(() => undefined)
    first.write(file.bytes(1).subarray(0, 10 * KB))
    await vi.waitFor(async () => expect(await storedUploads(server())).toHaveLength(before + 1), WAIT)
    return { file, first, answer }
  }
  const lines = () =>
    server().deps.db.selectFrom('operation_log').select('id').where('operation', '=', 'upload.file').execute()

  it('and complete the file all answer what it became, in one line of the log', async () => {
    const noted = (await lines()).length
    const { file, first, answer } = await halfWay()
    const second = file.send(2)
    await vi.waitFor(async () => expect((await file.test(2))[0]).toBe(200), WAIT)
    first.end(file.bytes(1).subarray(10 * KB))
    const { code, data } = await second
    expect([code, data.size]).toEqual([200, 60 * KB])
    expect(await answer).toMatchObject({ code: 200, data })
    await expect.poll(async () => (await lines()).length).toBe(noted + 1)
  })
  it('do not wait for one that is cut', async () => {
    const { file, first, answer } = await halfWay()
    const second = file.send(2)
    await vi.waitFor(async () => expect((await file.test(2))[0]).toBe(200), WAIT)
    first.destroy()
    await expect(answer).rejects.toThrow()
    expect(await second).toMatchObject({ code: 200, data: { skipUpload: false, uploaded: [2] } })
    expect((await file.send(1)).data.size).toBe(60 * KB)
  })
  it('of a file like one before, without a hash, make a file of their own whichever comes first [P11]', async () => {
    const admin = await server().as('admin')
    const like = { name: '同名.zip', chunkSize: 30 * KB, identifier: 'same' }
    const content = randomBytes(90 * KB)
    const one = new ChunkedFile(admin, { ...like, content: randomBytes(90 * KB) })
    const two = new ChunkedFile(admin, { ...like, content })
    const first = await one.sendAll()
    // Answers that were lost are asked for again.
    for (const number of [2, 3]) expect((await one.send(number)).data).toEqual(first.data)
    const second = await Promise.all([3, 2, 1].map((number) => two.send(number)))
    for (const answer of second) {
      expect(answer.data.id).toBeGreaterThan(first.data.id ?? 0)
      const served = await server().nobody.fetch(String(answer.data.accessPath))
      expect(Buffer.from(await served.arrayBuffer())).toEqual(content)
    }
  })
  it('restart a refused file, whichever comes first', async () => {
    const admin = await server().as('admin')
    const spec = { kind: 'image', name: '坏.png', content: randomBytes(60 * KB), chunkSize: 30 * KB } as const
    const bad = new ChunkedFile(admin, spec)
    expect(await bad.send(1)).toMatchObject({ code: 415 })
    expect(await bad.send(2)).toMatchObject({ code: 415 })
    const good = Buffer.concat([pngOf(3, 2), spec.content]).subarray(0, 60 * KB)
    const file = new ChunkedFile(admin, { ...spec, content: good })
    const answers = await Promise.all([2, 1].map((number) => file.send(number)))
    expect(answers.map(({ code }) => code)).toEqual([200, 200])
  })
})
