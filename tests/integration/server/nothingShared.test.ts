import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/connect.ts'
import { buildStatics } from '#tests/builders/builtSite.ts'
import { ChunkedFile } from '#tests/builders/chunks.ts'
import { columnNamed } from '#tests/builders/column.ts'
import { pairs, saveArticle } from '#tests/builders/content.ts'
import { endedJob, readArchive, uploadedArchive } from '#tests/builders/siteArchive.ts'
import { hashOf } from '#tests/builders/template.ts'
import { type S3Server, s3Environment, startS3 } from '#tests/fakes/s3.ts'
import { TestClient } from './harness/client.ts'
import { placeOfLook, sessionOf } from './harness/looking.ts'
import { type Cluster, useCluster, whyNoPostgres } from './harness/postgres.ts'
import { runServer, ServerProcess } from './harness/process.ts'

const missing = whyNoPostgres()
if (missing) console.info(`skipped on PostgreSQL: ${missing}`)

/** Server processes, each with a data folder of its own: they share a database, a bucket and the key of secrets. */
describe.skipIf(missing)('two servers that share a database and a bucket', () => {
  let cluster: Cluster
  let s3: S3Server
  let env: Record<string, string>
  const folders: string[] = []
  const processes: ServerProcess[] = []
  const admins: TestClient[] = []
  const start = async (): Promise<TestClient> => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-apart-'))
    folders.push(dataDir)
    const server = new ServerProcess(['--port', '0', '--data', dataDir], env)
    processes.push(server)
    const client = await server.listening()
    const { stdout } = await runServer(['token', '--data', dataDir, '--user', 'admin'], env)
    return new TestClient(client.url, (await client.ok('account.autoLogin', { token: stdout.trim() })).token)
  }
  const [one, two] = [() => admins[0] as TestClient, () => admins[1] as TestClient]

  beforeAll(async () => {
    cluster = await useCluster()
    s3 = await startS3()
    env = {
      SITECRAFT_LOG: 'warn',
      DATABASE_URL: await cluster.createDatabase(),
      SITECRAFT_ADMIN_PASSWORD: 'admin123456',
      SITECRAFT_SECRET_KEY: 'a text of thirty-two characters, or more',
      ...s3Environment(s3),
    }
    admins.push(...(await Promise.all([start(), start()])))
  }, 120_000)
  afterAll(async () => {
    for (const server of processes) await server.kill('SIGKILL')
    await s3.close()
    await cluster.stop()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })

  const put = async (client: TestClient, file: string, text: string, expected: string | null = null) =>
    client.call('templateSync.put', {
      folder: 'starter',
      path: file,
      expected,
      sha256: await hashOf(text),
      content: Buffer.from(text).toString('base64'),
    })
  const content = async (client: TestClient, openFileName: string) =>
    (await client.ok('templateFile.open', { path: 'starter', openFileName })).content

  it('have the same template files: what one writes the other reads, and one writer gets through', async () => {
    expect(await readdir(path.join(String(folders[0]), 'templates')).catch(() => [])).toEqual([])
    let known: string | null = null
    for (let round = 0; round < 3; round++) {
      const texts = Array.from({ length: 10 }, (_, index) => `round ${round} writer ${index}`)
      const answers = await Promise.all(
        texts.map((text, index) => put(index % 2 ? one() : two(), 'race.txt', text, known)),
      )
      const won = texts.filter((_text, index) => answers[index]?.code === 200)
      expect(won).toHaveLength(1)
      expect([await content(one(), 'race.txt'), await content(two(), 'race.txt')]).toEqual([won[0], won[0]])
      known = await hashOf(won[0] ?? '')
    }
  })

  it('take the password that was encrypted with the key of either', async () => {
    const keys = await Promise.all([one(), two()].map((client) => client.ok('rsa.publicKey', {})))
    expect(keys[0]).toEqual(keys[1])
  })

  it('make one file of chunks that come to them in turn, and serve it both', async () => {
    const chunk = 30 * 1024
    const content = randomBytes(10 * chunk + 11)
    const spec = { name: '年报.zip', content, chunkSize: chunk, identifier: content.subarray(0, 8).toString('hex') }
    const files = [one(), two()].map((client) => new ChunkedFile(client, spec))
    const send = (number: number) => (files[number % 2] as ChunkedFile).send(number)
    let last
    for (let number = 1; number <= (files[0]?.count ?? 0); number++) {
      last = await send(number)
      expect(last).toMatchObject({ code: 200 })
    }
    for (const client of [one(), two()]) {
      const served = await client.fetch(String(last?.data.accessPath))
      expect(Buffer.from(await served.arrayBuffer()).equals(content)).toBe(true)
    }
  })

  it('hand out what the other keeps for a while: sheets and previews', async () => {
    const sheet = new URL(await one().ok('account.exportSheet', { roleId: 0, key: '' })).pathname.slice(1)
    for (const client of [one(), two()]) {
      const answer = await client.fetch(sheet)
      expect([answer.status, (await answer.arrayBuffer()).byteLength > 1000]).toEqual([200, true])
    }
    const { id: classId } = await columnNamed(one(), '集团新闻')
    const fieldList = pairs({ title: '只是预览', content: '<p>正文</p>' })
    const [address = ''] = await one().ok('content.preview', { classId, id: 0, fieldList })
    const seen = await two().fetch(new URL(address).pathname.slice(1))
    expect([seen.status, await seen.text()]).toEqual([200, expect.stringContaining('只是预览')])
  })

  const filesIn = async (folder: string): Promise<string[]> => {
    const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    return found.filter((item) => item.isFile()).map(({ name }) => name)
  }
  const ownFiles = async (name: string): Promise<string[]> =>
    (await Promise.all(folders.map((folder) => filesIn(path.join(folder, name))))).flat()

  it('hand out the export of a site that the other made, whole and in parts, and import what the other was sent', async () => {
    const made = await one().ok('siteArchive.export', { siteId: 1, members: true })
    const job = await endedJob(one(), made?.jobId ?? 0)
    expect(job, job.message).toMatchObject({ state: 'done' })
    const archives: Buffer[] = []
    for (const client of [two(), one()]) {
      const [listed] = await client.ok('siteArchive.exports', { siteId: 1 })
      const at = new URL(await client.ok('siteArchive.download', { siteId: 1, jobId: job.id })).pathname.slice(1)
      const whole = Buffer.from(await (await client.fetch(at)).arrayBuffer())
      expect(whole.length).toBe(listed?.size)
      const part = await client.fetch(at, { headers: { range: 'bytes=100-199' } })
      expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, whole.subarray(100, 200)])
      archives.push(whole)
    }
    const [archive] = archives as [Buffer]
    expect(archives[1]?.equals(archive)).toBe(true)
    expect(readArchive(archive).lines['contents']?.length).toBeGreaterThan(0)

    const accessPath = await uploadedArchive(one(), archive)
    const seen = await two().ok('siteArchive.look', { accessPath })
    const form = {
      accessPath,
      title: seen.title,
      symbol: seen.freeSymbol,
      domain: '',
      folders: seen.templates.map(({ folder, as }) => ({ folder, as })),
      accounts: [],
      members: true,
    }
    const begun = await two().ok('siteArchive.import', form)
    const ended = await endedJob(one(), begun?.jobId ?? 0)
    expect(ended, ended.message).toMatchObject({ state: 'done' })
    // Nothing of it is on a disk of theirs, and the archive that was imported is gone.
    expect(await ownFiles('archives')).toEqual([])
    await expect
      .poll(async () => (await filesIn(s3.directory)).filter((name) => name.startsWith('import-')))
      .toEqual([])
  }, 180_000)

  it('keep backups that both list, remove by number and can be looked into from elsewhere', async () => {
    const rules = { isOn: false, every: 'day', weekday: 0, time: '03:00', keep: 2 } as const
    await one().ok('backup.saveRules', rules)
    const names: string[] = []
    for (const client of [one(), two(), one()]) {
      const begun = await client.ok('backup.start', {})
      const job = await endedJob(client, begun?.jobId ?? 0)
      expect(job, job.message).toMatchObject({ state: 'done' })
      names.unshift((await two().ok('backup.state', {})).backups[0]?.name ?? '')
    }
    expect(new Set(names).size).toBe(3)
    for (const client of [one(), two()])
      await expect
        .poll(async () => (await client.ok('backup.state', {})).backups.map(({ name }) => name))
        .toEqual(names.slice(0, 2))
    expect(await ownFiles('backups')).toEqual([])
    const { folder, backups } = await two().ok('backup.state', {})
    expect(folder).toContain('site/backups')
    expect(backups[0]).toMatchObject({ engine: 'postgres' })
    expect(backups[0]?.size).toBeGreaterThan(100_000)
    // Its mark goes first, then its files.
    const ofOldest = async () => {
      const stored = await readdir(s3.directory, { recursive: true, withFileTypes: true })
      return stored.filter((item) => item.isFile() && path.join(item.parentPath, item.name).includes(String(names[2])))
    }
    await expect.poll(ofOldest).toEqual([])

    const temp = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-elsewhere-'))
    folders.push(temp)
    const looking = new ServerProcess(['look', String(names[0]), '--port', '0'], { ...env, TMPDIR: temp })
    processes.push(looking)
    const nobody = await looking.listening()
    // Sessions of then are none here.
    expect((await new TestClient(nobody.url, one().token).call('site.page', {})).status).toBe(401)
    const looked = new TestClient(nobody.url, await sessionOf(nobody.url, await placeOfLook(temp, env)))
    expect((await looked.ok('site.page', {})).totalElements).toBe((await one().ok('site.page', {})).totalElements)
    // Templates are read from the bucket that is in use, where it may change nothing.
    expect(await content(looked, 'race.txt')).toContain('round 2')
    await looking.kill('SIGTERM')
    expect((await readdir(temp)).filter((name) => name.startsWith('sitecraft-'))).toEqual([])
    const unknown = await runServer(['look', 'backup-20200101-000000', '--port', '0'], env)
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining(String(names[0])) })
  }, 180_000)

  it('end in one whole site when both build it at once', async () => {
    const { id: classId } = await columnNamed(one(), '集团新闻')
    for (let round = 0; round < 3; round++) {
      const title = `同时生成 ${round}`
      await saveArticle(one(), classId, { title, publishTime: '2020-01-01 09:00:00' }, { isStatus: true })
      const built = await Promise.all([buildStatics(one()), buildStatics(two()), buildStatics(one())])
      for (const { ended } of built) expect(ended, ended.message).toMatchObject({ state: 'done' })
      const db = openDatabase({ dataDir: String(folders[0]), databaseUrl: String(env['DATABASE_URL']) })
      const rows = await db.selectFrom('site_file').select('path').where('siteId', '=', 1).orderBy('path').execute()
      await db.destroy()
      expect(rows.length).toBeGreaterThan(10)
      const pages = async (client: TestClient) => {
        const found: [string, number, string][] = []
        for (const { path: at } of rows) {
          const page = await client.fetch(`site/group/${encodeURI(at)}`)
          found.push([at, page.status, await page.text()])
        }
        return found
      }
      const [first, second] = [await pages(one()), await pages(two())]
      expect(first.filter(([at, status]) => status !== 200 && at !== '404.html')).toEqual([])
      expect(first).toEqual(second)
      expect(first.some(([, , text]) => text.includes(title))).toBe(true)
    }
    // Nothing is missing and nothing is left: one more build has nothing to do.
    expect((await buildStatics(two())).state.report).toMatchObject({ written: 0, removed: 0 })
  }, 180_000)

  it('show the pages that one has built, and a new one goes on from there when it is gone', async () => {
    const { ended, state } = await buildStatics(one())
    expect([ended.state, state.report?.problems]).toEqual(['done', []])
    const page = async (client: TestClient, at = '') => (await client.fetch(`site/group/${at}`)).text()
    const home = await page(one())
    expect(home).toContain('<html')
    expect(await page(two())).toBe(home)
    expect((await two().fetch('site/group/no/such.html')).status).toBe(404)
    for (const server of processes.splice(0)) await server.kill('SIGKILL')
    admins.splice(0, 2, await start())
    expect(await page(one())).toBe(home)
    expect(await content(one(), 'race.txt')).toContain('round 2')
    // It builds upon what the others have built.
    expect((await buildStatics(one())).state.report).toMatchObject({ written: 0, removed: 0 })
    const { id: classId } = await columnNamed(one(), '集团新闻')
    await saveArticle(one(), classId, { title: '换了服务器', publishTime: '2020-01-01 09:00:00' }, { isStatus: true })
    const { report } = (await buildStatics(one())).state
    expect(report?.written).toBeGreaterThan(0)
    expect(report?.written).toBeLessThan(report?.pages ?? 0)
  }, 120_000)
})
