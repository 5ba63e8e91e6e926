import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openS3BlobStore } from '#server/storage/s3/blobs.ts'
import { age, bucket } from '#tests/builders/bucket.ts'
import { upload } from '#tests/builders/upload.ts'
import { s3Environment } from '#tests/fakes/s3.ts'
import { TestClient } from './harness/client.ts'
import { runServer, ServerProcess } from './harness/process.ts'

it('what servers killed while they wrote have left goes by the command, and nothing that was answered', async () => {
  const s3 = await bucket()
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-sweep-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const env = {
    SITECRAFT_LOG: 'silent',
    SITECRAFT_ADMIN_PASSWORD: 'admin123456',
    ...s3Environment(s3),
  }
  const kept: { at: string; bytes: Buffer }[] = []
  const start = async () => {
    const server = new ServerProcess(['--port', '0', '--data', dataDir], env)
    onTestFinished(async () => void (await server.kill('SIGKILL')))
    const nobody = await server.listening()
    const { stdout } = await runServer(['token', '--data', dataDir], env)
    const { token } = await nobody.ok('account.autoLogin', { token: stdout.trim() })
    return { server, admin: new TestClient(nobody.url, token) }
  }
  for (let round = 0; round < 3; round++) {
    const { server, admin } = await start()
    const from = s3.changes.length
    const writers = Array.from({ length: 4 }, async () => {
      for (;;) {
        const bytes = randomBytes(500)
        const { data } = await upload(admin, { name: 'a.zip', content: bytes })
        kept.push({ at: data.accessPath, bytes })
      }
    })
    const ended = Promise.allSettled(writers)
    await expect.poll(() => s3.changes.length - from, { interval: 5 }).toBeGreaterThan(5 + 4 * round)
    await server.kill('SIGKILL')
    await ended
  }
  expect(kept.length).toBeGreaterThan(3)
  // As a process does that is killed before its row is there, which comes after the bytes for sheets.
  const lost = openS3BlobStore(dataDir, s3.options)
  const file = path.join(dataDir, 'lost')
  await writeFile(file, 'lost')
  await lost.store({ file, size: 4 }, 'kept/sheets/lost')
  await age(s3.directory)
  const counted = await runServer(['sweep', '--data', dataDir], env)
  expect(counted).toMatchObject({ code: 0, stderr: '' })
  expect(counted.stdout).toMatch(/没有记录的文件：[1-9]\d* 个[\s\S]*未删除任何文件/)
  expect(await lost.has('kept/sheets/lost')).toBe(true)
  const removed = await runServer(['sweep', '--remove', '--data', dataDir], env)
  expect(removed).toMatchObject({ code: 0, stdout: expect.stringContaining('已删除') })
  expect(await lost.has('kept/sheets/lost')).toBe(false)
  expect((await runServer(['sweep', '--data', dataDir], env)).stdout).toContain('没有记录的文件：0 个')
  const again = await start()
  for (const { at, bytes } of kept) {
    const served = await again.admin.fetch(at)
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
  }
}, 120_000)
