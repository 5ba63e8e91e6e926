import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { upload } from '#tests/builders/upload.ts'
import { type S3Server, s3Environment, startS3 } from '#tests/fakes/s3.ts'
import { TestClient } from './harness/client.ts'
import { freePort } from '#tests/fakes/listening.ts'
import { type Proxy, startNginx, whyNoNginx } from './harness/nginx.ts'
import { type OwnCluster, startCluster, whyNoPostgres } from './harness/postgres.ts'
import { runServer, ServerProcess } from './harness/process.ts'

const WORKERS = 6

describe.skipIf(whyNoNginx() ?? whyNoPostgres())(
  'two processes on fixed ports behind nginx as the example sets it up',
  { timeout: 120_000 },
  () => {
    let cluster: OwnCluster
    let s3: S3Server
    let proxy: Proxy
    let outside: TestClient
    let env: Record<string, string>
    const ports: number[] = []
    const folders: string[] = []
    const processes: ServerProcess[] = []
    const given = tls.getCACertificates('default')

    const start = (which: number): ServerProcess => {
      const server = new ServerProcess(['--port', String(ports[which]), '--data', folders[which] ?? ''], env)
      processes[which] = server
      return server
    }

    beforeAll(async () => {
      ;[cluster, s3] = await Promise.all([startCluster(), startS3()])
      const port = await freePort()
      ports.push(await freePort(), await freePort())
      for (const name of ['one', 'two']) folders.push(await mkdtemp(path.join(os.tmpdir(), `sitecraft-${name}-`)))
      env = {
        DATABASE_URL: await cluster.createDatabase(),
        SITECRAFT_ADMIN_PASSWORD: 'admin123456',
        SITECRAFT_SECRET_KEY: 'a text of thirty-two characters, or more',
        ...s3Environment(s3),
        SITECRAFT_TRUSTED_PROXIES: '127.0.0.1',
        SITECRAFT_PUBLIC_URL: `https://127.0.0.1:${port}/cms/`,
      }
      await start(0).listening()
      await start(1).listening()
      proxy = await startNginx(port, [ports[0] ?? 0, ports[1] ?? 0])
      tls.setDefaultCACertificates([...given, proxy.root])
      const { stdout } = await runServer(['token', '--data', folders[0] ?? ''], env)
      const nobody = new TestClient(proxy.url)
      outside = new TestClient(proxy.url, (await nobody.ok('account.autoLogin', { token: stdout.trim() })).token)
    }, 120_000)
    afterAll(async () => {
      tls.setDefaultCACertificates(given)
      await proxy.stop()
      for (const server of processes) await server.kill('SIGKILL')
      await s3.close()
      await cluster.stop()
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    })

    /** Saves from several clients at once until the work is done; answers the titles that were saved, and other codes. */
    async function saveDuring(name: string, work: () => Promise<unknown>) {
      const saved: string[] = []
      const codes: unknown[] = []
      const run = { isOver: false }
      const save = async (worker: number): Promise<void> => {
        for (let turn = 0; !run.isOver; turn++) {
          const title = `${name} ${worker}-${turn}`
          const { code } = await outside
            .call('labelCategory.save', { title, siteId: 1 })
            .catch((error: unknown) => ({ code: String(error) }))
          if (code === 200) saved.push(title)
          else codes.push(code)
        }
      }
      const workers = Array.from({ length: WORKERS }, (_none, worker) => save(worker))
      await work().finally(() => (run.isOver = true))
      await Promise.all(workers)
      return { saved, codes }
    }
    const stored = async (name: string): Promise<string[]> => {
      const { content } = await outside.ok('labelCategory.page', { siteId: 1, size: 10_000, page: 1 })
      return content.map(({ title }) => title).filter((title) => title.startsWith(`${name} `))
    }
    const isReady = async (which: number): Promise<number> =>
      fetch(`http://127.0.0.1:${ports[which]}/ready`).then(
        ({ status }) => status,
        () => 0,
      )

    it('the document of the API has its styles below the path', async () => {
      const page = await fetch(new URL('api/docs', proxy.url))
      const html = await page.text()
      const styles = [...html.matchAll(/<(?:link rel="stylesheet"|script)[^>]+(?:href|src)="([^"]+)"/g)]
      expect(styles.length).toBeGreaterThan(3)
      for (const [, address = ''] of styles)
        expect([address, (await fetch(new URL(address, page.url))).status]).toEqual([address, 200])
      expect((await fetch(new URL('json', page.url))).status).toBe(200)
    })

    it('while the bucket is away only calls fail that need it', async () => {
      s3.fault = 'away'
      const failed: unknown[] = []
      const { saved, codes } = await saveDuring('桶', async () => {
        for (let turn = 0; turn < 4; turn++)
          failed.push((await upload(outside, { name: `${turn}.zip`, content: `${turn} anew` })).code)
      })
      s3.fault = null
      expect(failed).toEqual([503, 503, 503, 503])
      expect(codes).toEqual([])
      expect((await stored('桶')).toSorted()).toEqual(saved.toSorted())
      await expect.poll(() => upload(outside, { name: '年报.zip', content: 'back again' })).toMatchObject({ code: 200 })
    })

    it('after a restart of the database everything is answered again at once, and what was answered is stored', async () => {
      const { saved, codes } = await saveDuring('库', async () => {
        await cluster.kill()
        await expect.poll(() => outside.call('labelCategory.page', { siteId: 1, page: 1 })).toMatchObject({ code: 503 })
        await cluster.start()
        await expect.poll(() => Promise.all([isReady(0), isReady(1)])).toEqual([200, 200])
      })
      expect(codes.filter((code) => code !== 503)).toEqual([])
      const after = await saveDuring('之后', async () => {
        for (let turn = 0; turn < 20; turn++) await outside.ok('labelCategory.page', { siteId: 1, page: 1 })
      })
      expect(after.codes).toEqual([])
      expect(await stored('库')).toEqual(expect.arrayContaining(saved))
    })

    it('no save is lost while both are stopped and started again one after the other', async () => {
      const { saved, codes } = await saveDuring('轮换', async () => {
        for (const which of [0, 1, 0]) {
          expect(await processes[which]?.kill('SIGTERM')).toMatchObject({ code: 0 })
          start(which)
          await expect.poll(() => isReady(which), { timeout: 30_000 }).toBe(200)
        }
      })
      expect(codes).toEqual([])
      expect((await stored('轮换')).toSorted()).toEqual(saved.toSorted())
    })

    it('a slow start is not asked: the other one answers meanwhile', async () => {
      await processes[1]?.kill('SIGTERM')
      const reachable = env.DATABASE_URL ?? ''
      // A database that is not there is tried again for a minute.
      env = { ...env, DATABASE_URL: `postgres://postgres@127.0.0.1:${await freePort()}/none` }
      const slow = start(1)
      env = { ...env, DATABASE_URL: reachable }
      const { saved, codes } = await saveDuring('慢', async () => {
        await expect.poll(() => slow.stderr, { timeout: 20_000 }).not.toBe('')
      })
      expect([codes, saved.length > 0, slow.child.exitCode, await isReady(1)]).toEqual([[], true, null, 0])
    })
  },
)
