import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashOf } from '#tests/builders/template.ts'
import { TestClient } from './harness/client.ts'
import { useCluster, whyNoPostgres } from './harness/postgres.ts'
import { runServer, ServerProcess } from './harness/process.ts'
import { startTestServer } from './harness/server.ts'

let dataDir = ''
const started: ServerProcess[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-writers-'))
})
afterEach(async () => {
  for (const server of started.splice(0)) await server.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

/** Writes `text` to starter/race.txt if it holds what `expected` says. */
async function put(client: TestClient, text: string, expected: string | null, file = 'race.txt') {
  const sha256 = await hashOf(text)
  const content = Buffer.from(text).toString('base64')
  return client.call('templateSync.put', { folder: 'starter', path: file, expected, sha256, content })
}
async function content(client: TestClient, openFileName: string): Promise<string> {
  return (await client.ok('templateFile.open', { path: 'starter', openFileName })).content
}

const missing = whyNoPostgres()
if (missing) console.info(`skipped on PostgreSQL: ${missing}`)

describe.skipIf(missing)('two servers on one PostgreSQL and one data folder', () => {
  it('let one writer through at a time, and see changes of each other [S11]', { timeout: 60_000 }, async () => {
    const cluster = await useCluster()
    const databaseUrl = await cluster.createDatabase()
    const servers = [await startTestServer({ databaseUrl, dataDir }), await startTestServer({ databaseUrl, dataDir })]
    try {
      const clients = await Promise.all(servers.map((server) => server.as('admin')))
      const [one = clients[0], two = clients[1]] = clients
      if (!one || !two) throw new Error('both servers have a client')
      let known: string | null = null
      for (let round = 0; round < 3; round++) {
        const { version } = await two.ok('templateSync.manifest', { folder: 'starter' })
        const waiting = two.ok('templateSync.wait', { folder: 'starter', since: version, timeoutMs: 20_000 })
        const texts = Array.from({ length: 20 }, (_, i) => `round ${round} writer ${i}`)
        const answers = await Promise.all(texts.map((text, i) => put(i % 2 ? one : two, text, known)))
        const won = texts.filter((_text, i) => answers[i]?.code === 200)
        expect(won).toHaveLength(1)
        expect(await content(one, 'race.txt')).toBe(won[0])
        expect(await waiting).toEqual({ version: version + 1 })
        known = await hashOf(won[0] ?? '')
      }
    } finally {
      for (const server of servers) await server.close()
      await cluster.stop()
    }
  })
})

describe('kill -9 of the server', () => {
  it(
    'keeps every file that was answered, whole; the next sync can go on [S26] [S28]',
    { timeout: 90_000 },
    async () => {
      const files = ['a.txt', 'b.txt', 'c.txt']
      const big = (file: string, n: number) => `${file} ${n} ${'x'.repeat(200_000)} ${n}`
      const answered = new Map<string, number>()
      const sent = new Map<string, number>()
      for (let round = 0; round < 3; round++) {
        const server = new ServerProcess(['--port', '0', '--data', dataDir])
        started.push(server)
        const nobody = await server.listening()
        const { stdout } = await runServer(['token', '--data', dataDir])
        const { token } = await nobody.ok('account.autoLogin', { token: stdout.trim() })
        const admin = new TestClient(nobody.url, token)

        const { entries } = await admin.ok('templateSync.manifest', { folder: 'starter' })
        const hashes = new Map(entries.map((entry) => [entry.path, entry.sha256]))
        for (const file of files) {
          const possible = [answered.get(file), sent.get(file)].filter((n) => n !== undefined)
          const texts = await Promise.all(possible.map((n) => hashOf(big(file, n))))
          if (answered.has(file)) expect(texts).toContain(hashes.get(file))
        }

        const enough = Promise.withResolvers<void>()
        let count = 0
        const writers = files.map(async (file) => {
          for (let n = round * 1000, expected = hashes.get(file) ?? null; ; n++) {
            sent.set(file, n)
            const answer = await put(admin, big(file, n), expected, file)
            expect(answer.code).toBe(200)
            answered.set(file, n)
            expected = await hashOf(big(file, n))
            count += 1
            if (count > 20) enough.resolve()
          }
        })
        const cut = Promise.allSettled(writers)
        await enough.promise
        await server.kill('SIGKILL')
        const reasons = (await cut).map((end) => (end.status === 'rejected' ? String(end.reason) : ''))
        for (const reason of reasons) expect(reason).toMatch(/fetch failed|terminated/)
      }
      expect(answered.size).toBe(files.length)
    },
  )
})
