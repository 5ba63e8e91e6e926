import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { exportedSite, importedSite, readArchive, withoutIds } from '#tests/builders/siteArchive.ts'
import { pngOf, upload } from '#tests/builders/upload.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { startTestServer, type TestServer } from '#tests/integration/server/harness/server.ts'

const SITE = 1
/** The number of an entry in a link of `fill`. */
const LINK = /(?<=round\/2026\/)\d+(?=\.html\?)/g

/** An entry with a picture, a link to another one, and some history. @returns the ids of both */
async function fill(server: TestServer): Promise<{ first: number; second: number; classId: number; picture: string }> {
  const admin = await server.as('admin')
  const { data } = await upload(admin, {
    name: '照片.png',
    kind: 'image',
    content: pngOf(3, 2),
    query: { siteId: String(SITE), register: '1', identifier: crypto.randomUUID() },
  })
  const { id: classId } = await emptyColumn(admin)
  await server.deps.db
    .updateTable('site_column')
    .set({ frontDetailUrl: '["/round/{year}/{id}.html"]' })
    .where('id', '=', classId)
    .execute()
  const second = await saveArticle(admin, classId, { title: '后来的一篇' })
  const content = (title: string) =>
    `<p>${title} <img src="${data.accessPath}"> <a href="/round/2026/${second.id}.html?a=1">见此</a>
     <a href="https://other.example/round/2026/${second.id}.html">别处</a></p>`
  const first = await saveArticle(admin, classId, { title: '第一篇', content: content('甲') }, { isStatus: false })
  await saveArticle(admin, classId, { title: '第一篇', content: content('乙') }, { id: first.id })
  return { first: first.id, second: second.id, classId, picture: data.accessPath }
}

onBothDatabases('a whole site as a file', (server) => {
  let other: TestServer
  beforeAll(async () => {
    other = await startTestServer()
  })
  afterAll(() => other.close())

  it(
    'comes out, goes into another server on another database, and back, the same but for its ids',
    { timeout: 120_000 },
    async () => {
      const { second, picture } = await fill(server())
      const admin = await server().as('admin')
      const archive = await exportedSite(admin, SITE)
      const read = readArchive(archive)
      const there = await other.as('admin')
      const job = await importedSite(there, archive)
      expect(job, job.message).toMatchObject({ state: 'done' })
      const again = await exportedSite(there, job.resultId)
      const back = await importedSite(admin, again)
      expect(back, back.message).toMatchObject({ state: 'done' })
      const last = readArchive(await exportedSite(admin, back.resultId))
      const [before, after] = [withoutIds(read, LINK), withoutIds(last, LINK)]
      for (const kind of Object.keys(before))
        if (!['settings', 'templates', 'dictionaries', 'columns', 'workflowNodes'].includes(kind))
          expect(after[kind], kind).toEqual(before[kind])
      expect(after['columns']?.length).toBe(before['columns']?.length)
      expect([...last.files.keys()].sort()).toEqual([...read.files.keys()].sort())
      // Its picture and its link are those of the new site.
      const db = server().deps.db
      const entries = await db
        .selectFrom('content')
        .innerJoin('content_body', 'content_body.contentId', 'content.id')
        .select(['content.id', 'title', 'bodies'])
        .where('siteId', '=', back.resultId)
        .where('title', 'in', ['第一篇', '后来的一篇'])
        .execute()
      const [text = ''] = entries.flatMap(({ title: name, bodies }) => (name === '第一篇' ? bodies : []))
      const target = entries.find(({ title: name }) => name === '后来的一篇')
      expect(text).toContain(`href=\\"/round/2026/${target?.id}.html?a=1\\"`)
      expect(text).toContain(`https://other.example/round/2026/${second}.html`)
      expect(text).not.toContain(picture)
      const address = /\/files\/[\w./]+/.exec(text)?.[0] ?? ''
      expect(Buffer.from(await (await admin.fetch(address.slice(1))).arrayBuffer())).toEqual(pngOf(3, 2))
      // It can be found by its words, and its totals are right.
      const { classId } = await db
        .selectFrom('content')
        .select('classId')
        .where('id', '=', target?.id ?? 0)
        .executeTakeFirstOrThrow()
      const found = await admin.ok('content.page', { classId, key: '后来的', page: 1, size: 10 })
      expect(found.totalElements).toBe(1)
      expect(await db.selectFrom('site_import').selectAll().execute()).toEqual([])
      expect(await db.selectFrom('site_import_map').selectAll().execute()).toEqual([])
    },
  )
})
