import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ApiClient } from '#services/types.ts'
import { downloadTo } from './download.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitecraft-download-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** A server whose downloads are this stream. */
const serving = (stream: Readable, size: number | null): ApiClient => ({
  connection: { id: 'c1', name: '', kind: 'remote', baseUrl: 'http://127.0.0.1/', pathMap: {}, certificate: '' },
  call: async () => ({ data: 'files/a' as never, code: 200, msg: '' }),
  upload: () => Promise.reject(new Error('not here')),
  sendChunk: () => Promise.reject(new Error('not here')),
  sendBundle: () => Promise.reject(new Error('not here')),
  sendBytes: () => Promise.reject(new Error('not here')),
  readBytes: () => Promise.reject(new Error('not here')),
  testChunk: () => Promise.reject(new Error('not here')),
  open: async () => ({ stream, size, type: 'text/css', part: null, etag: '' }),
})
const get = (stream: Readable, size: number | null = null, to = join(folder, 'a')): Promise<void> =>
  downloadTo(serving(stream, size), 'site', 'a.css', to, new AbortController().signal)

test('the bytes come as they are', async () => {
  await get(Readable.from([Buffer.from('one'), Buffer.from('two')]), 6)
  expect(await readFile(join(folder, 'a'), 'utf8')).toBe('onetwo')
})

test('[S29] an aborted connection and a body that is too short are different errors', async () => {
  const cut = Readable.from(
    (async function* () {
      yield Buffer.from('one')
      throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    })(),
  )
  await expect(get(cut)).rejects.toMatchObject({ code: 'no-response' })
  await expect(get(Readable.from([Buffer.from('one')]), 6)).rejects.toMatchObject({ code: 'bad-answer' })
})

test.skipIf(process.platform !== 'linux')('a full disk is not taken for a server that is gone', async () => {
  await expect(get(Readable.from([Buffer.from('one')]), 3, '/dev/full')).rejects.toMatchObject({ code: 'ENOSPC' })
})
