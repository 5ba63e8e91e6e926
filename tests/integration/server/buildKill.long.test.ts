import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { embeddedFile } from '#server/db/connect.ts'
import { currentSlot, siteFolder, slotFolder } from '#server/areas/site/statics/index.ts'
import { columnsOf } from '#tests/builders/column.ts'
import { TestClient } from './harness/client.ts'
import { runServer, ServerProcess } from './harness/process.ts'

const ARTICLES = 1500
const SITE = 1

/** More articles like the first of the site's news. */
function fill(dataDir: string): void {
  const db = new DatabaseSync(embeddedFile(dataDir))
  const [{ id, columns }] = db
    .prepare(
      `select min(c.id) as id, (select group_concat('"' || name || '"') from pragma_table_info('content') where name <> 'id') as columns
       from content c join site_column s on s.id = c."classId" where s.title = '集团新闻' and c."isStatus" = 1 and c."siteId" = ${SITE}`,
    )
    .all() as unknown as [{ id: number; columns: string }]
  db.exec(`with recursive n(at) as (select 1 union all select at + 1 from n where at < ${ARTICLES})
    insert into content (${columns}) select ${columns} from n, content where id = ${id}`)
  db.close()
}

/** What visitors see: how many pages there are, and of which versions of the template they were made. */
function seen(dataDir: string): { pages: number; versions: string[] } {
  const folder = siteFolder(dataDir, SITE)
  const slot = currentSlot(folder)
  if (!slot) return { pages: 0, versions: [] }
  const root = slotFolder(folder, slot)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))
  const versions = files.map((file) => /<!--v(\d+)-->/.exec(readFileSync(path.join(root, file), 'utf8'))?.[1] ?? file)
  return { pages: files.length, versions: [...new Set(versions)] }
}

it(
  'a build that is killed at any moment leaves the former site whole, and the next server ends it',
  { timeout: 600_000 },
  async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-killed-'))
    const args = ['--port', '0', '--data', dataDir]
    let server = new ServerProcess(args)
    const { url } = await server.listening()
    const { stdout } = await runServer(['token', '--data', dataDir, '--user', 'admin'])
    const { token } = await new TestClient(url).ok('account.autoLogin', { token: stdout.trim() })
    let admin = new TestClient(url, token)
    fill(dataDir)
    const place = { path: 'corporate', openFileName: 'layout.html' }
    const text = (await admin.ok('templateFile.open', place)).content
    const menuIds = (await columnsOf(admin, SITE)).map(({ id }) => id)
    const build = async (version: number): Promise<number> => {
      const content = text.replace('</body>', `<!--v${version}--></body>`)
      await admin.ok('templateFile.save', { path: 'corporate', saveFileName: 'layout.html', content })
      return (await admin.ok('statics.buildHTML', { siteId: SITE, menuIds })).jobId
    }
    const done = async (id: number): Promise<void> => {
      await expect
        .poll(async () => (await admin.ok('job.findById', { id })).endDate, { timeout: 120_000, interval: 100 })
        .not.toBe('')
      expect(await admin.ok('job.findById', { id })).toMatchObject({ state: 'done' })
    }
    // The page for addresses that lead nowhere is built from the template, too.
    await done(await build(0))
    const whole = seen(dataDir)
    expect(whole).toEqual({ pages: expect.any(Number), versions: ['0'] })
    expect(whole.pages).toBeGreaterThan(ARTICLES)

    let inTheMiddle = 0
    for (const [at, part] of [0, 0.05, 0.4, 0.8, 0.95].entries()) {
      const version = at + 1
      const jobId = await build(version)
      // Killed as soon as so much is done.
      for (;;) {
        const { state, message } = await admin.ok('job.findById', { id: jobId })
        const [, pages = '0', of = '1'] = /已处理 (\d+) \/ (\d+)/.exec(message) ?? []
        if (state === 'running' && Number(pages) / Number(of) >= part) inTheMiddle += 1
        if (state === 'done' || (state === 'running' && Number(pages) / Number(of) >= part)) break
      }
      await server.kill('SIGKILL')
      const left = seen(dataDir)
      expect([left.pages, left.versions.length]).toEqual([whole.pages, 1])
      expect([String(at), String(version)]).toContain(left.versions[0])

      server = new ServerProcess(args)
      admin = new TestClient((await server.listening()).url, token)
      // What visitors see is one version or the other while the build goes on, too.
      const page = await fetch(new URL('/site/group/', admin.url))
      expect([page.status, /<!--v(\d+)-->/.exec(await page.text())?.[1]]).toEqual([
        200,
        expect.stringMatching(new RegExp(`^(?:${at}|${version})$`)),
      ])
      await done(jobId)
      expect(seen(dataDir)).toEqual({ pages: whole.pages, versions: [String(version)] })
    }
    expect(inTheMiddle).toBeGreaterThan(2)
    await server.kill('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  },
)
