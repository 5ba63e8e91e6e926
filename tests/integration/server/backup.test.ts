import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm, truncate } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { backup } from '#server/backup/backup.ts'
import { restore as restoreWith } from '#server/backup/restore.ts'
import { checkAll } from '#server/process/check/index.ts'
import { lockDataDir } from '#server/process/instanceLock.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { buildTemplate } from '#tests/builders/template.ts'
import { type Cluster, useCluster, whyNoPostgres } from './harness/postgres.ts'
import { startTestServer, type TestServer } from './harness/server.ts'

const folder = async (): Promise<string> => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-backup-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

const restore = (place: Parameters<typeof restoreWith>[0], dir: string) => restoreWith(place, dir, lockDataDir)

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
      expect(await backup({ dataDir, databaseUrl, s3: null, db: live.deps.db }, dir)).toContain(dir)
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
      const { content } = await root.ok('template.list', { size: 1000 })
      for (const each of content)
        expect((await root.call('templateFile.list', { path: each.folder })).status, each.folder).toBe(200)
      // Numbers go on where they were.
      expect((await buildTemplate(root)).id).toBeGreaterThan(Math.max(...content.map(({ id }) => id)))
      expect(existsSync(path.join(dir, 'backup.json'))).toBe(true)
    },
    120_000,
  )

  it.skipIf(missing !== null)(
    'brings back texts with every kind of line end, and nothing of itself before its files are there',
    async () => {
      const databaseUrl = await cluster?.createDatabase()
      const [dataDir, dir, target] = [await folder(), await folder(), await folder()]
      const live = await begin({ dataDir, ...(databaseUrl && { databaseUrl }) })
      const admin = await live.as('admin')
      const { folder: at } = await buildTemplate(admin)
      await admin.ok('templateFile.newFile', { path: at, filename: 'page.html' })
      const column = await emptyColumn(admin)
      const title = '一\u2028二\u2029三\u0085四'
      const { id } = await saveArticle(admin, column.id, { title })
      await backup({ dataDir, databaseUrl, s3: null }, dir)
      await live.close()

      const empty = await cluster?.createDatabase()
      const into = { dataDir: target, databaseUrl: empty }
      // As when the process is killed while files are copied.
      const [files, away] = [path.join(dir, 'files'), path.join(dir, 'away')]
      await rename(files, away)
      await expect(restore(into, dir)).rejects.toThrow('ENOENT')
      expect(existsSync(path.join(target, 'sitecraft.db'))).toBe(false)
      await rename(away, files)
      await rm(target, { recursive: true })
      await restore(into, dir)
      const again = await begin({ dataDir: target, ...(empty && { databaseUrl: empty }) })
      const root = await again.as('admin')
      expect((await root.ok('content.findById', { classId: column.id, id })).title).toBe(title)
      expect((await root.ok('templateFile.list', { path: at })).map(({ name }) => name)).toContain('page.html')
    },
    120_000,
  )

  it.skipIf(missing !== null)(
    'has what each row names, also when templates go and files change while it is made',
    async () => {
      const databaseUrl = await cluster?.createDatabase()
      const [dataDir, dir, target] = [await folder(), await folder(), await folder()]
      const live = await begin({ dataDir, ...(databaseUrl && { databaseUrl }) })
      const admin = await live.as('admin')
      const { folder: at } = await buildTemplate(admin, { files: { 'a.css': 'first' } })
      let [writing, saved] = [true, 0]
      const writers = [
        async () => {
          await admin.ok('templateFile.save', { path: at, saveFileName: 'a.css', content: `save ${(saved += 1)}` })
        },
        async () => {
          const { id } = await buildTemplate(admin, { files: { 'b.css': 'b' } })
          await admin.ok('template.deleteByIdList', [{ id }])
        },
      ].map(async (write) => {
        while (writing) await write()
      })
      await expect.poll(() => saved, { timeout: 30_000 }).toBeGreaterThan(2)
      await backup({ dataDir, databaseUrl, s3: null, db: live.deps.db }, dir)
      writing = false
      await Promise.all(writers)
      await live.close()

      const empty = await cluster?.createDatabase()
      await restore({ dataDir: target, databaseUrl: empty }, dir)
      const again = await begin({ dataDir: target, ...(empty && { databaseUrl: empty }) })
      const keys = { rsaKeyFile: undefined, secretKey: undefined, secretKeyBefore: undefined }
      const { findings } = await checkAll({ db: again.deps.db, dataDir: target, s3: null, files: true, ...keys })
      expect(findings.filter(({ level }) => level === 'fault')).toEqual([])
    },
    180_000,
  )

  it.skipIf(missing !== null)('is not restored when a copy of it was cut off', async () => {
    const databaseUrl = await cluster?.createDatabase()
    const [dataDir, dir, target] = [await folder(), await folder(), await folder()]
    await begin({ dataDir, ...(databaseUrl && { databaseUrl }) })
    await backup({ dataDir, databaseUrl, s3: null }, dir)
    const [name = ''] = (await readdir(path.join(dir, 'database'))).filter((each) =>
      /^(account|sitecraft)\./.test(each),
    )
    await truncate(path.join(dir, 'database', name), 100)
    const refused = restore({ dataDir: target, databaseUrl: await cluster?.createDatabase() }, dir)
    await expect(refused).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('不是一份完整的备份'),
    })
    expect(await readdir(target)).toEqual([])
  })
})
