import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeExpired } from '#server/areas/upload/chunks/expire.ts'
import { ChunkedFile } from '#tests/builders/chunks.ts'
import { hashOf } from '#tests/builders/template.ts'
import { storedUploads, upload } from '#tests/builders/upload.ts'
import { type S3Server, startS3 } from '#tests/fakes/s3.ts'
import { startTestServer, type TestServer } from './harness/server.ts'

const MB = 1024 * 1024
const HOUR = 3600_000

let s3: S3Server
let server: TestServer
beforeAll(async () => {
  s3 = await startS3()
  server = await startTestServer({ s3: s3.options })
})
afterAll(async () => {
  await server.close()
  await s3.close()
})

/** Objects in the bucket, without what the fake keeps beside them, and without the mark that says whose it is and chunks of uploads that are over. */
const objects = async () =>
  (await readdir(s3.directory, { recursive: true }))
    .filter((name) => name.endsWith('_object') && !/\b(?:owners|parts)\b/.test(name))
    .toSorted()

it('uploads live in a bucket: in chunks, served in parts, small pictures, replaced, shared and removed', async () => {
  const admin = await server.as('admin')
  const empty = await objects()
  const content = randomBytes(10 * MB + 5)
  const fileMd5 = await hashOf(content, 'SHA-512')
  const file = new ChunkedFile(admin, { name: '大文件.zip', content, chunkSize: 4 * MB, fileMd5, raw: true })
  const { data } = await file.sendAll()
  const accessPath = String(data.accessPath)
  expect(await objects()).toHaveLength(empty.length + 1)
  // Nothing of it stays on the server's own disk.
  expect(await storedUploads(server)).toEqual([])
  const whole = await server.nobody.fetch(accessPath)
  expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true)
  const part = await server.nobody.fetch(accessPath, { headers: { range: `bytes=${9 * MB}-${9 * MB + 99}` } })
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    `bytes ${9 * MB}-${9 * MB + 99}/${content.length}`,
  ])
  expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(9 * MB, 9 * MB + 100))

  const register = (name: string, path: string) => admin.ok('upload.register', { realName: name, accessPath: path })
  const red = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const blue = await sharp({ create: { width: 300, height: 600, channels: 3, background: 'blue' } })
    .png()
    .toBuffer()
  const first = (await upload(admin, { kind: 'image', name: '图.png', content: red })).data
  const image = await register('图.png', first.accessPath)
  const { thumbPath } = await admin.ok('attachment.findById', { id: image.id })
  const thumb = Buffer.from(await (await server.nobody.fetch(thumbPath)).arrayBuffer())
  expect(await sharp(thumb).metadata()).toMatchObject({ format: 'webp', width: 480, height: 320 })
  const fresh = (await upload(admin, { kind: 'image', name: '新图.png', content: blue })).data
  await admin.ok('attachment.replace', { id: image.id, accessPath: fresh.accessPath })
  expect(Buffer.from(await (await server.nobody.fetch(image.accessPath)).arrayBuffer())).toEqual(blue)

  const big = await register('大文件.zip', accessPath)
  await admin.ok('attachment.remove', [image.id, big.id])
  for (const path of [image.accessPath, accessPath]) expect((await server.nobody.fetch(path)).status).toBe(404)
  server.clock.advance(2 * HOUR)
  await removeExpired(server.deps)
  expect(await objects()).toEqual(empty)
  expect(await storedUploads(server)).toEqual([])
})
