import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { bytesKey } from '#server/db/bytesKey.ts'
import { connect } from '#server/db/connect.ts'
import { acquireSessionLock } from '#server/db/locks.ts'
import { move } from '#server/process/move/index.ts'
import { openSource } from '#server/process/move/installation.ts'
import type { S3Options } from '#server/storage/s3/options.ts'
import { endedJob, exportedSite } from '#tests/builders/siteArchive.ts'
import { buildTemplate, hashOf, putFile } from '#tests/builders/template.ts'
import { upload } from '#tests/builders/upload.ts'
import { type S3Server, startS3 } from '#tests/fakes/s3.ts'
import { TestClient } from './harness/client.ts'
import { type Cluster, useCluster, whyNoPostgres } from './harness/postgres.ts'
import { runServer, ServerProcess } from './harness/process.ts'
import { startTestServer } from './harness/server.ts'

const missing = whyNoPostgres()
if (missing) console.info(`skipped on PostgreSQL: ${missing}`)

type Env = Record<string, string>

const folder = async (): Promise<string> => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-move-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

async function start(dataDir: string, env: Env): Promise<{ admin: TestClient; stop: () => Promise<unknown> }> {
  const server = new ServerProcess(['--port', '0', '--data', dataDir], env)
  onTestFinished(async () => void (await server.kill('SIGKILL')))
  const nobody = await server.listening()
  const { stdout } = await runServer(['token', '--data', dataDir], env)
  const admin = new TestClient(nobody.url, (await nobody.ok('account.autoLogin', { token: stdout.trim() })).token)
  return { admin, stop: () => server.kill('SIGTERM') }
}

const NUMBER = 40

describe.skipIf(missing)('the command move', () => {
  let cluster: Cluster
  let s3: S3Server
  beforeAll(async () => {
    cluster = await useCluster()
    s3 = await startS3()
  })
  afterAll(async () => {
    await s3.close()
    await cluster.stop()
  })

  const bucket = (): Env => ({
    SITECRAFT_S3_ACCESS_KEY: s3.options.accessKeyId,
    SITECRAFT_S3_SECRET_KEY: s3.options.secretAccessKey,
    SITECRAFT_S3_PREFIX: s3.options.prefix,
  })

  /** Something of each kind that lies in files or refers to them. */
  async function write(admin: TestClient) {
    const template = await buildTemplate(admin, { files: { 'css/a.css': 'first', '首页.html': '<p>首页</p>' } })
    await admin.ok('templateFile.save', { path: `${template.folder}/css`, saveFileName: 'a.css', content: 'second' })
    for (let at = 0; at < NUMBER; at++) await putFile(admin, template.folder, `many/${at}.txt`, `第 ${at} 个`)
    const recycled = await buildTemplate(admin, { files: { 'kept.css': 'in the recycle area' } })
    await admin.ok('template.deleteByIdList', [{ id: recycled.id }])
    const { data: file } = await upload(admin, { name: '年报.zip', content: 'an upload' })
    return { template, recycled, file }
  }

  async function expectAll(admin: TestClient, { template, recycled, file }: Awaited<ReturnType<typeof write>>) {
    const { folder: at } = template
    const open = (where: string, openFileName: string) => admin.ok('templateFile.open', { path: where, openFileName })
    expect((await open(`${at}/css`, 'a.css')).content).toBe('second')
    expect((await open(at, '首页.html')).content).toBe('<p>首页</p>')
    expect((await open(`${at}/many`, `${NUMBER - 1}.txt`)).content).toBe(`第 ${NUMBER - 1} 个`)
    const page = { path: `${at}/css/a.css`, page: 1, size: 100 }
    const versions = (await admin.ok('templateRevision.page', page)).content
    expect(versions.map(({ kind }) => kind)).toEqual(['save', 'sync'])
    const { version } = await admin.ok('templateRevision.file', { id: versions[1]?.id ?? 0 })
    expect(version.text).toBe('first')
    await admin.ok('template.restore', [{ id: recycled.id }])
    expect((await open(recycled.folder, 'kept.css')).content).toBe('in the recycle area')
    await admin.ok('template.deleteByIdList', [{ id: recycled.id }])
    expect(await (await admin.fetch(file.accessPath)).text()).toBe('an upload')
    const key = '集团'
    expect((await admin.ok('search.find', { key })).found.filter(({ kind }) => kind === 'entry')).not.toEqual([])
  }

  it('brings an installation to PostgreSQL and a bucket, also after it was killed, and back', async () => {
    const dataDir = await folder()
    const first = await start(dataDir, {})
    const written = await write(first.admin)
    const archive = await exportedSite(first.admin, 1)
    const backup = await endedJob(first.admin, (await first.admin.ok('backup.start', {}))?.jobId ?? 0)
    expect(backup, backup.message).toMatchObject({ state: 'done' })
    const { backups } = await first.admin.ok('backup.state', {})
    expect(backups).toHaveLength(1)
    /** The export can be fetched there, and the backup is in the list. */
    const expectKept = async (admin: TestClient) => {
      const [kept] = await admin.ok('siteArchive.exports', { siteId: 1 })
      const address = await admin.ok('siteArchive.download', { siteId: 1, jobId: kept?.jobId ?? 0 })
      expect(Buffer.from(await (await fetch(address)).arrayBuffer()).equals(archive)).toBe(true)
      expect((await admin.ok('backup.state', {})).backups).toEqual(backups)
    }
    const databaseUrl = await cluster.createDatabase()
    const args = ['move', '--data', dataDir, '--to-database', databaseUrl, '--to-s3', s3.options.endpoint]

    // While the server runs the files are copied, and it says what is left.
    const early = await runServer(args, bucket())
    expect(early.code).toBe(1)
    expect(early.stderr).toContain('文件已复制完成')
    await putFile(first.admin, written.template.folder, 'late.css', 'written meanwhile')
    await first.stop()

    const killed = new ServerProcess(args, bucket())
    await expect.poll(() => killed.stdout, { timeout: 60_000 }).toContain('第二步')
    await killed.kill('SIGKILL')
    const moved = await runServer(args, bucket())
    expect(moved).toMatchObject({ code: 0, stderr: '' })
    expect(moved.stdout).toMatch(/已迁移并核对：\d+ 行数据、\d+ 个上传的文件和模板文件的内容/)
    expect(await runServer(args, bucket())).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('迁移完成，本次未做任何操作'),
    })

    const env = { ...bucket(), DATABASE_URL: databaseUrl, SITECRAFT_S3_URL: s3.options.endpoint }
    const there = await start(await folder(), env)
    await expectAll(there.admin, written)
    await expectKept(there.admin)
    const late = { path: written.template.folder, openFileName: 'late.css' }
    expect((await there.admin.ok('templateFile.open', late)).content).toBe('written meanwhile')
    await putFile(there.admin, written.template.folder, 'new.css', 'written there')
    await there.stop()

    // The old place is as it was.
    const old = await start(dataDir, {})
    await expectAll(old.admin, written)
    await old.stop()

    const [back, source] = [await folder(), await folder()]
    const home = await runServer(['move', '--data', source, '--to-database', 'embedded', '--to-data', back], env)
    expect(home).toMatchObject({ code: 0, stderr: '' })
    const again = await start(back, {})
    await expectAll(again.admin, written)
    await expectKept(again.admin)
    const fresh = { path: written.template.folder, openFileName: 'new.css' }
    expect((await again.admin.ok('templateFile.open', fresh)).content).toBe('written there')
    await again.stop()
  }, 240_000)

  it('run twice empties no folder, and neither does one into the data of others', async () => {
    const [apart, back, taken] = [await folder(), await folder(), await folder()]
    const databaseUrl = await cluster.createDatabase()
    const options = { ...s3.options, prefix: 'twice/' }
    const begin = async (more: Parameters<typeof startTestServer>[0]) => {
      const server = await startTestServer({ databaseUrl, ...more })
      onTestFinished(() => server.close())
      return { server, admin: await server.as('admin') }
    }
    const there = await begin({ dataDir: apart, s3: options })
    const { folder: at } = await buildTemplate(there.admin, { files: { 'a.css': 'first' } })
    await there.server.close()
    const run = (dataDir: string, bucketOf: S3Options | null, to: { dataDir?: string; s3?: S3Options }) =>
      move(
        {
          dataDir,
          databaseUrl,
          s3: bucketOf,
          move: { database: undefined, dataDir: to.dataDir, s3: to.s3 ?? null },
          backupDir: undefined,
        },
        () => undefined,
      )

    expect(await run(apart, options, { dataDir: back })).toContain('已迁移并核对')
    expect(await run(apart, options, { dataDir: back })).toContain('本次未做任何操作')
    const file = path.join(back, 'uploads', ...bytesKey(await hashOf('first')).split('/'))
    expect(await readFile(file, 'utf8')).toBe('first')

    const own = path.join(taken, 'uploads', 'own.css')
    await mkdir(path.dirname(own))
    await writeFile(own, 'of somebody else')
    await expect(run(back, null, { dataDir: taken })).rejects.toThrow('已有数据')
    expect(await readFile(own, 'utf8')).toBe('of somebody else')

    const { server, admin } = await begin({ dataDir: back })
    const open = { path: at, openFileName: 'a.css' }
    expect((await admin.ok('templateFile.open', open)).content).toBe('first')
    await server.close()
    expect(await run(back, null, { s3: options })).toContain('已迁移并核对')
  }, 240_000)

  it('lets no server start on the database while it moves it, and no second one move it', async () => {
    const databaseUrl = await cluster.createDatabase()
    const dataDir = await folder()
    await (await connect({ dataDir, databaseUrl })).destroy()
    const source = await openSource({ dataDir, databaseUrl, s3: null })
    onTestFinished(() => source.db.destroy())
    const release = await acquireSessionLock(source.db, 'move')
    expect(await acquireSessionLock(source.db, 'move')).toBeNull()
    const { code, stderr } = await new ServerProcess(['--port', '0', '--data', dataDir], { DATABASE_URL: databaseUrl })
      .exited
    expect(code).not.toBe(0)
    expect(stderr).toContain('数据库正在迁移（move），暂时无法启动')
    await release?.()
    await (await connect({ dataDir, databaseUrl })).destroy()
  })

  it('says what is wrong before it does anything', async () => {
    const dataDir = await folder()
    const nothing = await runServer(['move', '--data', dataDir])
    expect(nothing).toMatchObject({ code: 1, stderr: expect.stringContaining('--to-database') })
    const url = await cluster.createDatabase()
    const empty = await runServer(['move', '--data', dataDir, '--to-database', url, '--to-data', dataDir])
    expect(empty).toMatchObject({ code: 1, stderr: expect.stringContaining('没有可迁移的内容') })
  }, 60_000)
})
