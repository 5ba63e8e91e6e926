import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { exportedSite, importedSite, jsonOf, uploadedArchive, withLines } from '#tests/builders/siteArchive.ts'
import { changedZip, filesIn, textIn, zipOf } from '#tests/builders/zip.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { hashTables } from '#tests/integration/server/harness/snapshot.ts'
import { FORMAT } from './format.ts'

onBothDatabases('what is no good archive', (server) => {
  let exported: Promise<Buffer> | undefined
  const archiveOf = (): Promise<Buffer> =>
    (exported ??= server()
      .as('admin')
      .then((admin) => exportedSite(admin, 1)))

  const BAD: readonly [string, (archive: Buffer) => Buffer, number, RegExp][] = [
    ['another zip', () => zipOf([{ name: 'files/a.txt', content: 'a' }]), 400, /不属于站点导出包/],
    [
      'a name that leads elsewhere',
      () => zipOf([{ name: '../../etc/passwd', content: 'a' }]),
      400,
      /会写到目标文件夹之外/,
    ],
    ['an absolute name', () => zipOf([{ name: '/etc/passwd', content: 'a' }]), 400, /会写到目标文件夹之外/],
    ['an empty zip', () => zipOf([]), 400, /没有 site\.json/],
    ['half of it', (whole) => whole.subarray(0, whole.length / 2), 400, /上传不完整/],
    [
      'a newer format',
      (whole) => changedZip(whole, { 'site.json': jsonOf(() => ({ version: FORMAT + 1, program: '9.1' })) }),
      400,
      /来自更新的版本（站匠 9\.1）.*先升级/,
    ],
    [
      'a table of a newer version',
      (whole) =>
        changedZip(whole, {
          'polls.ndjson': () => Buffer.from('{}\n'),
          'site.json': jsonOf((head) => ({
            kinds: [...(head['kinds'] as object[]), { name: 'polls', lines: 1, bytes: 3, sha256: '0'.repeat(64) }],
          })),
        }),
      400,
      /来自更新的版本/,
    ],
    [
      'a missing table',
      (whole) => changedZip(whole, { 'contents.ndjson': () => null }),
      400,
      /contents\.ndjson 不完整/,
    ],
    [
      'a bomb',
      () =>
        zipOf([
          { name: 'site.json', content: '{}' },
          { name: `files/${'a'.repeat(64)}`, content: Buffer.alloc(8 * 1024 * 1024) },
        ]),
      413,
      /解压后大小异常/,
    ],
  ]
  it.each(BAD)('%s is refused at once, and nothing changes', async (_what, make, status, said) => {
    const admin = await server().as('admin')
    const accessPath = await uploadedArchive(admin, make(await archiveOf()))
    const answer = await admin.call('siteArchive.look', { accessPath })
    expect(answer.msg).toMatch(said)
    expect([status, 415]).toContain(answer.status)
    const form = { accessPath, title: '新站', symbol: 'bad-one', domain: '', folders: [], accounts: [], members: false }
    const before = await hashTables(server())
    expect((await admin.call('siteArchive.import', form)).msg).toMatch(said)
    expect((await hashTables(server()))['site']).toEqual(before['site'])
  })

  const WRONG: readonly [string, (archive: Buffer) => Buffer, RegExp][] = [
    [
      'other bytes of a file',
      (whole) => {
        const name = [...filesIn(whole).keys()].find((each) => each.startsWith('files/')) ?? ''
        return changedZip(whole, { [name]: (before) => Buffer.concat([before, Buffer.from('!')]) })
      },
      /与记录不一致/,
    ],
    [
      'a changed line',
      (whole) =>
        changedZip(whole, {
          'contents.ndjson': (before) => Buffer.from(before.toString().replace('"hits":0', '"hits":1')),
        }),
      /与 site\.json 中的记录不一致|无法读取/,
    ],
    ['an id that is none', (whole) => withLines(whole, 'contents', [{ id: 'x' }]), /编号有误/],
    ['an entry without texts', (whole) => withLines(whole, 'contents', [{ id: 1 }]), /contents\.ndjson 第 1 行有误/],
    [
      'a template file outside of its folder',
      (whole) => {
        const path = '../../escaped.html'
        const templateId = JSON.parse(textIn(whole, 'templates.ndjson').split('\n')[0] ?? '{}').id
        return withLines(whole, 'templateFiles', [{ templateId, path, kind: 'folder', size: 0, sha256: '' }])
      },
      /不能包含 \. 或 \.\./,
    ],
  ]
  it.each(WRONG)('%s ends the import, which leaves nothing', { timeout: 60_000 }, async (_what, make, said) => {
    const admin = await server().as('admin')
    const counts = async () => {
      const { db } = server().deps
      const names = [
        'site',
        'site_column',
        'content',
        'content_revision',
        'content_event',
        'content_count',
        'label',
      ] as const
      const tables = [...names, 'dictionary', 'template', 'site_redirect', 'site_import', 'site_import_map'] as const
      const found: Record<string, number> = {}
      for (const table of tables) {
        const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(table)}`.execute(db)
        found[table] = rows[0]?.total ?? 0
      }
      return found
    }
    const before = await counts()
    const job = await importedSite(admin, make(await archiveOf()))
    expect(job.state, job.message).toBe('failed')
    expect(job.message).toMatch(said)
    expect(await counts()).toEqual(before)
  })

  it('is accepted only from super administrators', async () => {
    const accessPath = await uploadedArchive(await server().as('editor'), await archiveOf())
    const answer = await (await server().as('editor')).call('siteArchive.look', { accessPath })
    expect(answer.status).toBe(403)
  })
})
