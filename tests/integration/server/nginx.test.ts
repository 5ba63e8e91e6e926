import { randomBytes } from 'node:crypto'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '#shared/contract/registry.ts'
import { ChunkedFile } from '#tests/builders/chunks.ts'
import { TestClient } from './harness/client.ts'
import { freePort } from '#tests/fakes/listening.ts'
import { type Proxy, startNginx, whyNoNginx } from './harness/nginx.ts'
import { type Cluster, useCluster, whyNoPostgres } from './harness/postgres.ts'
import { type Servers, startServers } from './harness/twoServers.ts'

const MB = 1024 * 1024
const WORKERS = 6
const SAVES = 25

describe.skipIf(whyNoNginx() ?? whyNoPostgres())(
  'two processes behind nginx as the example sets it up',
  { timeout: 120_000 },
  () => {
    let cluster: Cluster
    let proxy: Proxy
    let servers: Servers
    let outside: TestClient
    const ends: (() => Promise<void>)[] = []
    const given = tls.getCACertificates('default')

    beforeAll(async () => {
      cluster = await useCluster()
      const port = await freePort()
      const settings = {
        SITECRAFT_TRUSTED_PROXIES: '127.0.0.1',
        SITECRAFT_PUBLIC_URL: `https://127.0.0.1:${port}/cms/`,
      }
      servers = await startServers(cluster, 2, settings, (end) => ends.unshift(end))
      const [one = 0, two = 0] = servers.admins.map(({ url }) => Number(new URL(url).port))
      proxy = await startNginx(port, [one, two])
      tls.setDefaultCACertificates([...given, proxy.root])
      outside = new TestClient(proxy.url, servers.admins[0]?.token)
    })
    afterAll(async () => {
      tls.setDefaultCACertificates(given)
      await proxy.stop()
      for (const end of ends) await end()
      await cluster.stop()
    })

    it('answer below the path, under the name of the request that both logs know', async () => {
      const answer = await outside.fetch(operations['account.current'].path)
      const id = answer.headers.get('x-request-id') ?? ''
      expect([answer.status, id]).toEqual([200, expect.stringMatching(/^[0-9a-f]{32}$/)])
      await expect.poll(() => proxy.accessLog()).toContain(id)
    })

    it('keep figures and probes to the machine', async () => {
      for (const path of ['metrics', 'health', 'ready']) expect((await outside.fetch(path)).status).toBe(404)
      expect((await servers.admins[0]?.fetch('ready'))?.status).toBe(200)
    })

    it('see the address that nginx saw, not what a client claims', async () => {
      const body = { title: '谁从哪里来', siteId: 1 }
      await outside.send('api/cebest-cms/label-category/save', {
        method: 'POST',
        body,
        headers: { 'x-forwarded-for': '203.0.113.9' },
      })
      const { content } = await outside.ok('log.page', { page: 1, size: 1 })
      expect(content).toMatchObject([{ ip: '127.0.0.1' }])
    })

    it('take a chunk of 30 MB and give the file back', async () => {
      const content = randomBytes(30 * MB)
      const file = new ChunkedFile(outside, { content, name: '年度视频.mp4', chunkSize: 64 * MB })
      const { data } = await file.send(1)
      const back = await outside.fetch((data.accessPath ?? '').slice(1))
      expect(Buffer.from(await back.arrayBuffer()).equals(content)).toBe(true)
    })

    it('hold a waiting call open, and answer it at once when there is news', async () => {
      const known = await outside.ok('notice.wait', { after: -1, unread: 0, timeoutMs: 0 })
      const began = performance.now()
      await outside.ok('notice.wait', { after: known.last, unread: known.unread, timeoutMs: 3000 })
      expect(performance.now() - began).toBeGreaterThan(2500)
    })

    it('lose no request while one of them is restarted', async () => {
      const [going] = servers.processes
      const titles: string[] = []
      const failed: unknown[] = []
      let stopped: Promise<unknown> | undefined
      const work = async (worker: number): Promise<void> => {
        for (let turn = 0; turn < SAVES; turn++) {
          const title = `分类 ${worker}-${turn}`
          if (titles.length === 20) stopped ??= going?.kill('SIGTERM')
          const { code } = await outside.call('labelCategory.save', { title, siteId: 1 })
          if (code === 200) titles.push(title)
          else failed.push(code)
        }
      }
      await Promise.all(Array.from({ length: WORKERS }, (_none, worker) => work(worker)))
      expect(failed).toEqual([])
      expect(await stopped).toMatchObject({ code: 0 })
      const { content } = await outside.ok('labelCategory.page', { siteId: 1, size: 10_000, page: 1 })
      const stored = content.map(({ title }) => title).filter((title) => title.startsWith('分类 '))
      expect(stored.toSorted()).toEqual(titles.toSorted())
    })
  },
)
