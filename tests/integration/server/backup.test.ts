import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { backup, restore as restoreWith } from '#server/backup/backup.ts'
import { claimDataDir } from '#server/process/instanceLock.ts'
import { storesOf } from '#server/storage/stores.ts'
import { buildTemplate } from '#tests/builders/template.ts'
import { type Cluster, useCluster, whyNoPostgres } from './harness/postgres.ts'
import { startTestServer, type TestServer } from './harness/server.ts'

const folder = async (): Promise<string> => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-backup-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

const restore = (place: Parameters<typeof restoreWith>[0], dir: string) => restoreWith(place, dir, claimDataDir)

const ENGINES = [
  ['the embedded database', null],
  ['PostgreSQL', whyNoPostgres()],
] as const

describe.each(ENGINES)('a backup of %s', (title, missing) => {
  const onPostgres = title === 'PostgreSQL'
  let cluster: Cluster | undefined
  beforeAll(async () => {
    if (onPostgres && missing === null) cluster = await useCluster()
  })
  afterAll(() => cluster?.stop())
  const begin = async (options: { dataDir?: string; databaseUrl?: string }): Promise<TestServer> => {
    const server = await startTestServer({
      passwords: { adminPassword: 'admin123456', demoPassword: 'demo123456' },
      ...options,
    })
    onTestFinished(() => server.close())
    return server
  }

  it.skipIf(missing !== null)(
    'holds all that was answered before it began, while others go on writing',
    async () => {
      const databaseUrl = await cluster?.createDatabase()
      const [dataDir, dir, target] = [await folder(), await folder(), await folder()]
      const live = await begin({ dataDir, ...(databaseUrl && { databaseUrl }) })
      const admin = await live.as('admin')
      const before = await buildTemplate(admin)
      await admin.ok('templateFile.newFile', { path: before.folder, filename: 'kept.html' })
      const followed = await admin.ok('templateSync.manifest', { folder: before.folder })
      let writing = true
      let written = 0
      const writer = (async () => {
        while (writing) {
          const made = await buildTemplate(admin)
          await admin.ok('templateFile.newFile', { path: made.folder, filename: 'a.html' })
          if (written++ % 2 === 0) await admin.ok('template.deleteByIdList', [{ id: made.id }])
        }
      })()
      expect(await backup({ dataDir, databaseUrl, s3: null }, dir)).toContain(dir)
      writing = false
      await writer
      await expect(backup({ dataDir, databaseUrl, s3: null }, dir)).rejects.toMatchObject({ code: 'conflict' })
      await live.close()

      const empty = await cluster?.createDatabase()
      await restore({ dataDir: target, databaseUrl: empty }, dir)
      const again = await begin({ dataDir: target, ...(empty && { databaseUrl: empty }) })
      const root = await again.as('admin')
      expect(await root.ok('template.findById', { id: before.id })).toMatchObject({ folder: before.folder })
      expect((await root.ok('templateFile.list', { path: before.folder })).map(({ name }) => name)).toContain(
        'kept.html',
      )
      const since = { folder: before.folder, since: followed.version, epoch: followed.epoch }
      expect(await root.ok('templateSync.changes', since)).toMatchObject({ reset: true })
      const { templates } = await storesOf(again.deps)
      const { content } = await root.ok('template.list', { size: 1000 })
      for (const each of content) expect(await templates.stat([each.folder]), each.folder).not.toBeNull()
      // Numbers go on where they were.
      expect((await buildTemplate(root)).id).toBeGreaterThan(Math.max(...content.map(({ id }) => id)))
      expect(existsSync(path.join(dir, 'backup.json'))).toBe(true)
    },
    120_000,
  )
})
