import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ChunkedFile } from '#tests/builders/chunks.ts'
import { storedUploads, upload } from '#tests/builders/upload.ts'
import { startTestServer, type TestServer } from './harness/server.ts'

const MB = 1024 * 1024
const mounts = process.getuid?.() === 0 && process.platform === 'linux'
const dataDir = mkdtempSync(join(tmpdir(), 'sitecraft-full-'))
const uploads = join(dataDir, 'uploads')
const NO_SPACE = { status: 507, msg: expect.stringContaining('服务器磁盘空间不足') }

let server: TestServer
beforeAll(async () => {
  if (!mounts) return
  mkdirSync(uploads)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=100m', 'sitecraft', uploads])
  server = await startTestServer({ dataDir })
  // So much room is left beside the files of the templates.
  const { bavail, bsize } = statfsSync(uploads)
  writeFileSync(join(dataDir, 'uploads', 'taken'), Buffer.alloc(bavail * bsize - 6 * MB))
})
afterAll(async () => {
  if (mounts) {
    await server.close()
    execFileSync('umount', ['--lazy', uploads])
  }
  rmSync(dataDir, { recursive: true, force: true })
})

const sessions = async () => (await server.deps.db.selectFrom('upload_session').selectAll().execute()).length
const fileOf = async (name: string, content: Buffer) =>
  new ChunkedFile(await server.as('admin'), { name, content, chunkSize: MB, raw: true, rounding: 'ceil' })

it.skipIf(!mounts)('an upload that does not fit is said to be so, and leaves nothing [P15]', async () => {
  const before = await storedUploads(server)
  const admin = await server.as('admin')
  expect(await upload(admin, { name: 'a.zip', content: randomBytes(8 * MB) })).toMatchObject(NO_SPACE)
  expect(await (await fileOf('b.zip', randomBytes(8 * MB))).send(1)).toMatchObject(NO_SPACE)
  expect([await storedUploads(server), await sessions()]).toEqual([before, 0])
  expect(await upload(admin, { name: 'c.zip', content: randomBytes(MB) })).toMatchObject({ code: 200 })
})

it.skipIf(!mounts)(
  'a disk that fills up meanwhile stops an upload, which goes on when there is room again [P15]',
  async () => {
    const content = randomBytes(3 * MB)
    const file = await fileOf('中途满.zip', content)
    await file.send(1)
    const filler = join(uploads, 'filler')
    expect(() => writeFileSync(filler, Buffer.alloc(6 * MB))).toThrow('ENOSPC')
    expect(await file.send(2)).toMatchObject(NO_SPACE)
    expect(await file.test(1)).toEqual([200, { skipUpload: false, uploaded: [1] }])
    rmSync(filler)
    const { data } = await file.sendAll([2, 3])
    const served = await server.nobody.fetch(String(data.accessPath))
    expect(Buffer.from(await served.arrayBuffer()).equals(content)).toBe(true)
  },
)
