import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { openS3BlobStore } from './blobs.ts'
import type { S3Options } from './options.ts'

/** A bucket that answers as it is told; counts the calls. */
async function bucket(
  answer: (request: IncomingMessage, call: number) => number,
): Promise<{ s3: S3Options; calls: () => number }> {
  let calls = 0
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    calls += 1
    request.resume().once('end', () => response.writeHead(answer(request, calls), { etag: '"1"' }).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`
  return {
    s3: { endpoint, region: 'us-east-1', accessKeyId: 'key', secretAccessKey: 'secret', prefix: '' },
    calls: () => calls,
  }
}

async function keep(s3: S3Options): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-trouble-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const store = openS3BlobStore(folder, s3)
  await store.store(await store.receive(Readable.from([Buffer.from('bytes')]), { sha256: false }), 'content/ab/abc')
}

it('a bucket that answers 503 is asked again, and the call succeeds once it is back', async () => {
  const { s3, calls } = await bucket((_request, call) => (call < 3 ? 503 : 200))
  await keep(s3)
  expect(calls()).toBe(3)
})

it('a bucket that goes on answering 503 fails the call plainly', async () => {
  const { s3, calls } = await bucket(() => 503)
  await expect(keep(s3)).rejects.toMatchObject({
    code: 'unavailable',
    retryable: true,
    message: expect.stringContaining('文件存储暂时无法连接'),
  })
  expect(calls()).toBe(4)
})

it('a key with a missing permission is reported at once', async () => {
  const { s3, calls } = await bucket(() => 403)
  await expect(keep(s3)).rejects.toMatchObject({ message: expect.stringContaining('权限') })
  expect(calls()).toBe(1)
})
