import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { DAY_MS, formatDateTime } from '#shared/util/dates.ts'
import { TestClient } from './harness/client.ts'
import { type Env, placeOfLook, sessionOf } from './harness/looking.ts'
import { type Cluster, useCluster, whyNoPostgres } from './harness/postgres.ts'
import { runServer, ServerProcess } from './harness/process.ts'

const ENGINES = [
  ['the embedded database', null],
  ['PostgreSQL', whyNoPostgres()],
] as const

describe.each(ENGINES)('a look into a backup of %s', (title, missing) => {
  let cluster: Cluster | undefined
  beforeAll(async () => {
    if (title === 'PostgreSQL' && missing === null) cluster = await useCluster()
  })
  afterAll(() => cluster?.stop())

  it.skipIf(missing !== null)(
    'shows it beside the server that goes on, changes nothing, and leaves nothing',
    async () => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-looked-'))
      onTestFinished(() => rm(folder, { recursive: true, force: true }))
      const [dataDir, dir, temp] = [path.join(folder, 'data'), path.join(folder, 'backup'), folder]
      const databaseUrl = await cluster?.createDatabase()
      const env: Env = { TMPDIR: temp, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
      const live = new ServerProcess(['--port', '0', '--data', dataDir], env)
      onTestFinished(async () => void (await live.kill('SIGKILL')))
      const { url } = await live.listening()
      const token = await sessionOf(url, { dataDir, env })
      const admin = new TestClient(url, token)
      await admin.ok('label.page', {})
      const expireDate = formatDateTime(Date.now() + DAY_MS)
      const form = { name: '同步程序', scopes: ['content.read'], expireDate }
      const { id, token: revoked } = await admin.ok('apiToken.create', form)
      expect((await new TestClient(url, `Bearer ${revoked}`).call('site.page', {})).status).toBe(200)
      expect((await runServer(['backup', dir, '--data', dataDir], env)).stdout).toContain(dir)
      await admin.ok('apiToken.revoke', { id })
      await admin.ok('labelCategory.save', { title: '备份之后', siteId: 1 })

      const looking = new ServerProcess(['look', dir, '--port', '0'], env)
      onTestFinished(async () => void (await looking.kill('SIGKILL')))
      // The session is in the backup, too, and an API token that has been revoked since.
      const { url: side } = await looking.listening()
      const asBefore = new TestClient(side, token)
      expect((await asBefore.call('site.page', {})).status).toBe(401)
      expect((await new TestClient(side, `Bearer ${revoked}`).call('site.page', {})).status).toBe(401)
      const seen = new TestClient(side, await sessionOf(side, await placeOfLook(temp, env)))
      expect((await seen.ok('site.page', {})).totalElements).toBe((await admin.ok('site.page', {})).totalElements)
      expect(JSON.stringify(await seen.ok('labelCategory.page', { siteId: 1 }))).not.toContain('备份之后')
      const refused = await seen.call('labelCategory.save', { title: '不行', siteId: 1 })
      expect(refused.msg).toBe('本服务器是备份的查看副本，只能查看，不能修改')
      expect(JSON.stringify(await admin.ok('labelCategory.page', { siteId: 1 }))).toContain('备份之后')
      await looking.kill('SIGTERM')
      expect((await readdir(temp)).filter((name) => name.startsWith('sitecraft-look-'))).toEqual([])
    },
    120_000,
  )
})
