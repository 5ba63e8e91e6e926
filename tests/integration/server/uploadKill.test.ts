import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ChunkedFile } from '#tests/builders/chunks.ts'
import { hashOf } from '#tests/builders/template.ts'
import { TestClient } from './harness/client.ts'
import { runServer, ServerProcess } from './harness/process.ts'

const MB = 1024 * 1024
const FILES = 4
const KILLS = 4

const dataDir = await mkdtemp(join(tmpdir(), 'sitecraft-upload-kill-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

it(
  'uploads go on after kill -9: what was acknowledged is there, and the files are whole',
  { timeout: 240_000 },
  async () => {
    const start = async (token?: string) => {
      const process = new ServerProcess(['--port', '0', '--data', dataDir])
      const { url } = await process.listening()
      return { process, client: new TestClient(url, token) }
    }
    let server = await start()
    const { stdout } = await runServer(['token', '--data', dataDir, '--user', 'admin'])
    const { token } = await server.client.ok('account.autoLogin', { token: stdout.trim() })
    const contents = Array.from({ length: FILES }, () => randomBytes(6 * MB + 11))
    const hashes = await Promise.all(contents.map((content) => hashOf(content, 'SHA-512')))
    const acknowledged = contents.map(() => new Set<number>())
    const wholeAt = new Map<number, string>()
    const fileOf = (client: TestClient, n: number) =>
      new ChunkedFile(client, {
        name: `第${n}个.zip`,
        content: contents[n] ?? Buffer.alloc(0),
        chunkSize: MB / 2,
        fileMd5: hashes[n] ?? '',
        raw: n % 2 === 0,
      })

    /** Sends what is missing of a file until the server dies; every answer is noted. */
    const send = async (client: TestClient, n: number) => {
      const file = fileOf(client, n)
      for (let number = 1; number <= file.count && !wholeAt.has(n); number++) {
        if (acknowledged[n]?.has(number) && number < file.count) continue
        const { code, data } = await file.send(number)
        expect(code).toBe(200)
        acknowledged[n]?.add(number)
        if (data.accessPath) wholeAt.set(n, data.accessPath)
      }
    }

    for (let round = 0; round <= KILLS; round++) {
      const { client, process } = (server = await start0(server, round))
      for (const [n, numbers] of acknowledged.entries()) {
        const file = fileOf(client, n)
        const missing = []
        for (const number of numbers)
          if ((await file.test(number))[0] === 204 && number < file.count) missing.push(number)
        expect(missing, `file ${n} after ${round} kills`).toEqual([])
      }
      const work = Promise.allSettled(contents.map((_content, n) => send(client, n)))
      if (round === KILLS) {
        for (const { status } of await work) expect(status).toBe('fulfilled')
        break
      }
      const target = total() + 2 + Math.floor(Math.random() * 8)
      await expect.poll(() => total() >= target || wholeAt.size === FILES, { interval: 1, timeout: 60_000 }).toBe(true)
      await process.kill('SIGKILL')
      await work
    }
    expect(wholeAt.size).toBe(FILES)
    for (const [n, path] of wholeAt) {
      const served = Buffer.from(await (await server.client.fetch(path)).arrayBuffer())
      expect(served.equals(contents[n] ?? Buffer.alloc(0)), `file ${n}`).toBe(true)
    }
    expect(readdirSync(join(dataDir, 'uploads', 'parts'))).toEqual([])
    await server.process.kill('SIGTERM')

    function total(): number {
      return acknowledged.reduce((sum, numbers) => sum + numbers.size, 0)
    }
    async function start0(running: Awaited<ReturnType<typeof start>>, round: number) {
      if (round > 0) return start(token)
      return { ...running, client: new TestClient(running.client.url, token) }
    }
  },
)
