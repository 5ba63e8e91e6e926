import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { columnNamed, grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { endedJob, exportedSite, importedSite, readArchive, withLines } from '#tests/builders/siteArchive.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { ownerlessJob } from '#server/jobs/queue.ts'
import { wakeJobs } from '#server/jobs/runner.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { ARCHIVE_LIMITS, openArchive } from './open.ts'

type Line = Record<string, unknown>
/** The lines of a kind with some changes in those that are meant. */
const changed = (archive: Buffer, kind: string, isMeant: (line: Line) => boolean, change: (line: Line) => Line) =>
  withLines(
    archive,
    kind,
    (readArchive(archive).lines[kind] ?? []).map((line) => (isMeant(line) ? { ...line, ...change(line) } : line)),
  )

onBothDatabases('archives of sites', (server) => {
  it('with members can be downloaded only by accounts that may see members', { timeout: 120_000 }, async () => {
    const admin = await server().as('admin')
    const made = async (members: boolean) => {
      const { jobId } = await admin.ok('siteArchive.export', { siteId: 1, members })
      expect(await endedJob(admin, jobId)).toMatchObject({ state: 'done' })
      return jobId
    }
    const [plain, full] = [await made(false), await made(true)]
    const { id: classId } = await columnNamed(admin, '集团新闻')
    const grant = async (...menus: number[]) => {
      const system = menus.map((menuId) => ({ siteId: 0, menuId }))
      await grantExactly(server().deps.db, 'editor', [...system, { siteId: 1, menuId: classId }])
      return server().as('editor')
    }
    const listed = async (of: typeof admin) =>
      (await of.ok('siteArchive.exports', { siteId: 1 })).map(({ jobId }) => jobId)
    const editor = await grant(MENU.siteList)
    expect(await listed(editor)).toContain(plain)
    expect(await listed(editor)).not.toContain(full)
    expect((await editor.call('siteArchive.download', { siteId: 1, jobId: full })).code).toBe(404)
    expect((await editor.call('siteArchive.download', { siteId: 1, jobId: plain })).code).toBe(200)
    expect(await listed(await grant(MENU.siteList, MENU.memberManage))).toContain(full)
  })

  it(
    'bring when static pages are built, and nothing of it where they were made before there was a plan',
    {
      timeout: 120_000,
    },
    async () => {
      const admin = await server().as('admin')
      const plan = { every: 'week' as const, time: '23:30', weekdays: [2, 6], hours: 6 as const }
      await admin.ok('statics.saveSchedule', { id: 1, isOn: true, ...plan })
      const archive = await exportedSite(admin, 1)
      await admin.ok('statics.saveSchedule', { id: 1, isOn: false, ...plan })
      const before = changed(
        archive,
        'settings',
        ({ name }) => name === 'staticPages',
        () => ({ value: { isAuto: 0 } }),
      )
      const stateAfter = async (from: Buffer) => {
        const job = await importedSite(admin, from)
        expect(job, job.message).toMatchObject({ state: 'done' })
        return admin.ok('statics.state', { id: job.resultId })
      }
      expect(await stateAfter(archive)).toMatchObject({ plan, nextDate: expect.stringMatching(/ 23:30:00$/) })
      expect(await stateAfter(before)).toMatchObject({ plan: { every: 'day', time: '03:00' }, nextDate: '' })
    },
  )

  it('bring rich texts as they are cleaned when they are saved here', { timeout: 120_000 }, async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id } = await saveArticle(admin, classId, { title: '带脚本的' })
    const bad = '<p onclick="a()">字<script>alert(1)</script><img src="javascript:a()"></p>\ud800'
    const archive = await exportedSite(admin, 1)
    const entries = changed(
      archive,
      'contents',
      (line) => line['id'] === id,
      ({ values }) => ({
        values: { ...(values as object), content: bad },
      }),
    )
    const all = changed(
      entries,
      'revisions',
      (line) => line['contentId'] === id,
      ({ fields }) => ({
        fields: { ...(fields as object), content: bad },
      }),
    )
    const job = await importedSite(admin, all)
    expect(job, job.message).toMatchObject({ state: 'done' })
    const { db } = server().deps
    const found = await db
      .selectFrom('content')
      .innerJoin('content_body', 'content_body.contentId', 'content.id')
      .innerJoin('content_revision', 'content_revision.contentId', 'content.id')
      .select(['bodies', 'content_revision.fields'])
      .where('siteId', '=', job.resultId)
      .where('title', '=', '带脚本的')
      .execute()
    expect(found.length).toBeGreaterThan(0)
    for (const { bodies, fields } of found)
      for (const text of [bodies, fields])
        expect((JSON.parse(text) as Record<string, string>)['content']).toMatch(/^<p>字(<img[^>]*>)?<\/p>\ufffd$/)
  })

  it('are not imported for an account that is no longer super administrator', async () => {
    const { db, clock } = server().deps
    const { id: accountId } = await db
      .selectFrom('account')
      .select('id')
      .where('username', '=', 'editor')
      .executeTakeFirstOrThrow()
    const input = { title: '新站', symbol: 'not-super' }
    const queued = ownerlessJob({ kind: 'site.import', title: '导入站点', siteId: 0, input }, clock.now())
    const { id } = await db
      .insertInto('job')
      .values({ ...queued, accountId, username: 'editor' })
      .returning('id')
      .executeTakeFirstOrThrow()
    wakeJobs(server().deps, 'site.import')
    const job = () => db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await expect.poll(async () => (await job()).state, { timeout: 20_000 }).toBe('failed')
    expect((await job()).message).toContain('不再是超级管理员')
    expect(await db.selectFrom('site_import').select('id').where('jobId', '=', id).execute()).toEqual([])
  })

  it('are refused with a field whose name no form takes', { timeout: 120_000 }, async () => {
    const admin = await server().as('admin')
    const archive = await exportedSite(admin, 1)
    const fieldsOf = ({ fields }: Line) => fields as Line[]
    const named = (name: string) =>
      changed(
        archive,
        'columns',
        (line) => fieldsOf(line).length > 0,
        (line) => ({
          fields: fieldsOf(line).map((field, at) => (at === 0 ? { ...field, fieldName: name } : field)),
        }),
      )
    const job = await importedSite(admin, named('a"."b'))
    expect(job).toMatchObject({ state: 'failed', message: expect.stringContaining('（fields）') })
  })

  it('are read in parts of a bounded length, also from a line of a part on', { timeout: 120_000 }, async () => {
    const admin = await server().as('admin')
    const lines = Array.from({ length: 40 }, (_, at) => ({ id: at + 1, text: 'a'.repeat(at === 7 ? 3_000_000 : 1000) }))
    const file = join(server().deps.dataDir, 'long-lines.zip')
    await writeFile(file, withLines(await exportedSite(admin, 1), 'labels', lines))
    const read = async (size: number, from: number, limits = {}) => {
      const archive = await openArchive(file, { ...ARCHIVE_LIMITS, partLength: 10_000, ...limits })
      try {
        const parts: { from: number; rows: unknown[] }[] = []
        for await (const part of archive.lines('labels', size, from)) parts.push(part)
        return parts
      } finally {
        archive.close()
      }
    }
    for (const from of [0, 5, 13]) {
      const parts = await read(500, from)
      expect(Math.max(...parts.map(({ rows }) => rows.length))).toBe(10)
      expect(parts.flatMap(({ rows }) => rows)).toEqual(lines.slice(from))
      expect(parts.map((part) => part.from)[0]).toBe(from)
    }
    expect((await read(0, 0)).map(({ rows }) => rows.length)).toEqual([40])
    await expect(read(0, 0, { wholeBytes: 1000 })).rejects.toMatchObject({ code: 'too-large' })
    await expect(read(500, 0, { lineBytes: 1_000_000 })).rejects.toMatchObject({ code: 'invalid' })
  })
})
