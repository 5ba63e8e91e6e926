import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '#server/db/connect.ts'
import { putBesideServer } from '#tests/builders/templateFiles.ts'
import { TestClient } from './harness/client.ts'
import { runServer, ServerProcess } from './harness/process.ts'

const FILES = 3000

it('a copy whose server was killed is done by the next one, once', { timeout: 240_000 }, async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-killed-'))
  const args = ['--port', '0', '--data', dataDir]
  const killed = new ServerProcess(args)
  const { url } = await killed.listening()
  const { stdout } = await runServer(['token', '--data', dataDir, '--user', 'admin'])
  const { token } = await new TestClient(url).ok('account.autoLogin', { token: stdout.trim() })
  const pages = Array.from({ length: FILES }, (_none, i): [string, string] => [`many/${i}.html`, '<p>页</p>'])
  await putBesideServer({ dataDir }, 'corporate', pages)

  await killed.kill('SIGKILL')
  // The copy itself takes no longer than its commit: the job stands as one whose server was killed in the middle.
  const input = { id: 1, title: '断电分站', symbol: 'outage', folder: 'outage', domain: 'outage.example.com' }
  const db = openDatabase({ dataDir })
  const { id: jobId } = await db
    .insertInto('job')
    .values({
      kind: 'site.copy',
      title: '复制',
      state: 'running',
      siteId: 1,
      accountId: 1,
      username: 'admin',
      progress: 0,
      message: '',
      resultId: 0,
      attempts: 1,
      cancelAsked: 0,
      leaseUntil: 1,
      createTime: Date.now(),
      input: JSON.stringify(input),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.destroy()

  const next = new ServerProcess(args)
  const after = new TestClient((await next.listening()).url, token)
  await expect
    .poll(() => after.ok('job.findById', { id: jobId }), { timeout: 150_000 })
    .toMatchObject({ state: 'done', message: '已完成' })
  expect((await after.ok('site.page', { key: 'outage' })).totalElements).toBe(1)
  expect(await after.ok('templateFile.list', { path: 'outage/many' })).toHaveLength(FILES)
  await next.kill('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})
