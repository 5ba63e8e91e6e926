import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestClient } from './harness/client.ts'
import { runServer, ServerProcess } from './harness/process.ts'

const MB = 1024 * 1024
/** More than the bytes that may pile up before they are collected, and far less than the file. */
const ROOM_MB = 150
/** The same for chunks, which leave less behind. */
const CHUNKS_ROOM_MB = 80
const CHUNK_MB = 16
const FILE_MB = 400

let dataDir = ''
let server: ServerProcess
let admin: TestClient
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitecraft-memory-'))
  server = new ServerProcess(['--port', '0', '--data', dataDir])
  admin = await signIn()
})
afterAll(async () => {
  await server.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

/** The most memory that the process has held so far, in MB. */
async function peakMb(): Promise<number> {
  const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}

/** A multipart body with one file of zeros, made while it is sent. */
function body(): ReadableStream<Uint8Array> {
  const zeros = new Uint8Array(MB)
  let left = FILE_MB
  return new ReadableStream({
    start: (controller) =>
      controller.enqueue(Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n')),
    pull(controller) {
      if (left-- > 0) return controller.enqueue(zeros)
      controller.enqueue(Buffer.from('\r\n--b--\r\n'))
      controller.close()
    },
  })
}

async function signIn(): Promise<TestClient> {
  const nobody = await server.listening()
  const token = (await runServer(['token', '--data', dataDir])).stdout.trim()
  return new TestClient(nobody.url, (await nobody.ok('account.autoLogin', { token })).token)
}

it.skipIf(process.platform !== 'linux')(
  'an upload in chunks is taken with little memory, also while its hash is made',
  { timeout: 120_000 },
  async () => {
    const before = await peakMb()
    const bytes = new Uint8Array(CHUNK_MB * MB)
    const totalChunks = FILE_MB / CHUNK_MB
    let answer: unknown
    for (let number = 1; number <= totalChunks; number++) {
      const query = new URLSearchParams({
        chunkNumber: String(number),
        chunkSize: String(bytes.length),
        totalSize: String(FILE_MB * MB),
        totalChunks: String(totalChunks),
        identifier: 'memory',
        filename: 'b.zip',
      })
      const headers = { authorization: String(admin.token), 'content-type': 'application/octet-stream' }
      const url = new URL(`api/upload/file?${query}`, admin.url)
      answer = await (await fetch(url, { method: 'POST', headers, body: bytes })).json()
    }
    expect(answer).toMatchObject({ code: 200, data: { size: FILE_MB * MB } })
    expect((await peakMb()) - before).toBeLessThan(CHUNKS_ROOM_MB)
  },
)

it.skipIf(process.platform !== 'linux')(
  'an upload of any size is taken with little memory',
  { timeout: 120_000 },
  async () => {
    const before = await peakMb()
    const response = await fetch(new URL('api/upload/file', admin.url), {
      method: 'POST',
      headers: { authorization: String(admin.token), 'content-type': 'multipart/form-data; boundary=b' },
      body: body(),
      duplex: 'half',
    } as RequestInit)
    expect(await response.json()).toMatchObject({ code: 200, data: { size: FILE_MB * MB } })
    expect((await peakMb()) - before).toBeLessThan(ROOM_MB)
  },
)
