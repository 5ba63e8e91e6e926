import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base } from '@playwright/test'
import { type Cluster, startCluster, whyNoPostgres } from '#tests/integration/server/harness/postgres.ts'
import { startTestServer, type TestServer } from '#tests/integration/server/harness/server.ts'
import type { Attachment } from '#shared/contract/upload.ts'
import {
  arrived,
  bytesOf,
  type ClientOptions,
  type MadeFile,
  type Outcome,
  sendFiles,
} from '../simpleUploader/client.ts'
import { type Choose, startGateway } from '../simpleUploader/gateway.ts'

const KB = 1024
const ROUNDS = 3
/** By how much its answers are later. */
const BUSY_MS = 500
const passwords = { adminPassword: 'admin123456', demoPassword: 'demo123456' }
let seeds = 0
const someFiles = (): MadeFile[] =>
  Array.from({ length: ROUNDS }, () => ({ name: `分块 ${++seeds}.zip`, size: 1000 * KB + 7, seed: seeds }))

/** The documents' client, unchanged, in front of two servers over one PostgreSQL and one data folder. */
interface Pair {
  send(
    choose: Choose,
    options: ClientOptions,
    files: readonly MadeFile[],
    slowMs?: readonly number[],
  ): Promise<{ file: MadeFile; outcome: Outcome | undefined }[]>
  served(path: string): Promise<Buffer>
}

base.use({ trace: 'off', screenshot: 'off' })
base.skip(whyNoPostgres() !== null, whyNoPostgres() ?? '')

const test = base.extend<{ pair: Pair }, { servers: readonly TestServer[] }>({
  servers: [
    async ({}, use) => {
      const cluster: Cluster = await startCluster()
      const dataDir = await mkdtemp(join(tmpdir(), 'sitecraft-pair-'))
      const databaseUrl = await cluster.createDatabase()
      const begin = () => startTestServer({ dataDir, databaseUrl, passwords })
      const servers = [await begin(), await begin()]
      await use(servers)
      for (const server of servers) await server.close()
      await cluster.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  pair: async ({ page, servers }, use) => {
    const [first] = servers as [TestServer]
    const token = String((await first.as('admin')).token)
    await use({
      async send(choose, options, files, slowMs) {
        const urls = servers.map(({ url }) => url)
        const gateway = await startGateway(urls, choose, slowMs)
        await page.goto(gateway.url)
        const sent = []
        for (const file of files) {
          const around = { token, options: { chunkSize: 100 * KB, testChunks: false, ...options } }
          const [outcome] = await sendFiles(page, [file], around)
          sent.push({ file, outcome })
        }
        await gateway.close()
        return sent
      },
      served: async (path) => Buffer.from(await (await first.nobody.fetch(path)).arrayBuffer()),
    })
  },
})

const inTurn: Choose = ({ nth }) => nth
/** All of one client on one process, as a sticky proxy does. */
const sticky: Choose = () => 0

for (const [title, choose, options] of [
  ['one chunk after the other, to two processes in turn', inTurn, { simultaneousUploads: 1 }],
  ['three chunks at once, all to one process', sticky, { simultaneousUploads: 3 }],
] satisfies [string, Choose, ClientOptions][]) {
  test(`${title}: each file is whole, and the client is told its address [P5] [P10]`, async ({ pair }) => {
    for (const { file, outcome } of await pair.send(choose, options, someFiles())) {
      const { accessPath } = arrived(outcome)
      expect((await pair.served(accessPath)).equals(bytesOf(file))).toBe(true)
    }
  })
}

test('three chunks at once, to two processes of which one is busy: each file is whole, but the client is not told its address', async ({
  pair,
}) => {
  const sent = await pair.send(inTurn, { simultaneousUploads: 3 }, someFiles(), [0, BUSY_MS])
  for (const { outcome } of sent) expect(outcome?.how).toBe('success')
  // The answer that it reads last is another process's than the one that made the file.
  expect(sent.filter(({ outcome }) => hasAddress(outcome)).length).toBeLessThan(ROUNDS)
  const files = sent.map(({ file }) => file)
  for (const { file, outcome } of await pair.send(inTurn, { simultaneousUploads: 1, testChunks: true }, files)) {
    expect((await pair.served(arrived(outcome).accessPath)).equals(bytesOf(file))).toBe(true)
  }
})

function hasAddress(outcome: Outcome | undefined): boolean {
  const { data } = JSON.parse(outcome?.message ?? '{}') as { data?: Partial<Attachment> }
  return Boolean(data?.accessPath)
}
