import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChunkedFile } from '#tests/builders/chunks.ts'
import { TestClient } from './harness/client.ts'
import { type Cluster, useCluster, whyNoPostgres } from './harness/postgres.ts'
import { startTestServer, type TestServer } from './harness/server.ts'

const CHUNK = 30 * 1024
const passwords = { adminPassword: 'admin123456', demoPassword: 'demo123456' }

/** Two servers over one PostgreSQL and one data folder, and a proxy that gives each request to the next of them. */
describe.skipIf(whyNoPostgres())('chunks of an upload that come to two processes in turn', () => {
  let cluster: Cluster
  let dataDir: string
  const servers: TestServer[] = []
  beforeAll(async () => {
    cluster = await useCluster()
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-two-'))
    const databaseUrl = await cluster.createDatabase()
    servers.push(await startTestServer({ dataDir, databaseUrl, passwords }))
    servers.push(await startTestServer({ dataDir, databaseUrl, passwords }))
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** The same upload as each of the two processes sees it. */
  const begin = async () => {
    const content = randomBytes(10 * CHUNK + 11)
    const spec = { name: '年报.zip', content, chunkSize: CHUNK, identifier: content.subarray(0, 8).toString('hex') }
    const token = (await servers[0]?.as('admin'))?.token ?? null
    const clients = servers.map(({ nobody }) => new TestClient(nobody.url, token))
    const files = clients.map((client) => new ChunkedFile(client, spec))
    const send = (number: number) => {
      const file = files[number % files.length]
      if (!file) throw new Error('no server')
      return file.send(number)
    }
    const served = async (at: string | undefined) =>
      Buffer.from(await ((await clients[0]?.fetch(String(at))) ?? new Response()).arrayBuffer())
    return { content, count: files[0]?.count ?? 0, send, served }
  }

  it('make whole files, five times', async () => {
    for (let time = 0; time < 5; time++) {
      const { content, count, send, served } = await begin()
      let last
      for (let number = 1; number <= count; number++) last = await send(number)
      expect(await served(last?.data.accessPath)).toEqual(content)
    }
  })

  it('make one whole file each, also when all are sent at once', async () => {
    for (let time = 0; time < 5; time++) {
      const { content, count, send, served } = await begin()
      const numbers = Array.from({ length: count }, (_, index) => index + 1)
      await Promise.all(numbers.map(send))
      // The last answer may have come before the file was made: whoever asks again is told.
      const again = await send(count)
      expect(await served(again.data.accessPath)).toEqual(content)
    }
  })
})
