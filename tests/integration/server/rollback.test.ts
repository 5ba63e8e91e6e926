import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { buildTemplate, putBatchBody, putFile } from '#tests/builders/template.ts'
import { zipOf } from '#tests/builders/zip.ts'
import type { TestClient } from './harness/client.ts'
import { onBothDatabases } from './harness/onBothDatabases.ts'

/** From now on a transaction that locks a template fails when it commits: a broken reference that is looked at last. */
async function failCommits(db: Kysely<Database>): Promise<void> {
  await sql`create table broken (id integer references account (id) deferrable initially deferred)`.execute(db)
  if (engineOf(db) === 'sqlite') {
    await sql`create trigger break_it after update on template begin insert into broken values (-1); end`.execute(db)
    return
  }
  await sql`create function break_it() returns trigger language plpgsql as 'begin insert into broken values (-1); return null; end'`.execute(
    db,
  )
  await sql`create trigger break_it after update on template for each row execute function break_it()`.execute(db)
}

/** From now on no line of the operation log can be written. */
const failLog = (db: Kysely<Database>) => db.schema.alterTable('operation_log').renameTo('log_away').execute()

/** Everything that a client can see of a template. */
async function view(client: TestClient, id: number) {
  const { name, folder } = await client.ok('template.findById', { id })
  const { entries } = await client.ok('templateSync.manifest', { folder })
  return { name, folder, files: entries.map((entry) => [entry.path, entry.sha256]) }
}

onBothDatabases('a change that can not be kept', (_server, start) => {
  it.each([
    ['its commit fails', failCommits],
    ['its log line fails', failLog],
  ])('leaves the files as they were when %s', async (_why, fail) => {
    const server = await start()
    const admin = await server.as('admin')
    const { id, folder } = await buildTemplate(admin, { files: { 'a.css': 'a', 'img/b.css': 'b' } })
    const zip = zipOf([
      { name: 'a.css', content: 'replaced' },
      { name: 'new/c.css', content: 'c' },
    ])
    await putFile(admin, folder, 'site.zip', zip)
    const before = await view(admin, id)
    const hash = String(before.files.find(([path]) => path === 'a.css')?.[1])
    await fail(server.deps.db)
    for (const call of [
      () => admin.call('templateFile.remove', { path: folder, deleteFileName: 'img' }),
      () => admin.call('templateFile.rename', { path: folder, sourceFileName: 'img', rename: 'pictures' }),
      () => admin.call('templateFile.rename', { path: folder, sourceFileName: 'a.css', rename: 'A.css' }),
      () => admin.call('templateSync.remove', { folder, path: 'a.css', expected: hash }),
      () => admin.call('templateSync.removeBatch', { folder, paths: [{ path: 'a.css', expected: hash }] }),
      () => admin.call('templateFile.unzip', { path: folder, unzipFileName: 'site.zip' }),
      () => admin.call('template.save', { id, name: 'other', folder: `${folder}-moved` }),
      () => admin.call('template.deleteByIdList', [{ id }]),
    ]) {
      expect(await call()).toMatchObject({ status: 500, code: 500, data: null })
      expect(await view(admin, id), call.toString()).toEqual(before)
    }
  })
  it('of files in a batch leaves nothing, and can be made again', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const { folder } = await buildTemplate(admin, { files: { 'a.css': 'a' } })
    const { version: since, epoch } = await admin.ok('templateSync.manifest', { folder })
    const { db } = server.deps
    await failLog(db)
    const body = putBatchBody(folder, [
      { path: 'a.css', content: 'a2', expected: 'a' },
      { path: 'b.css', content: 'b' },
    ])
    expect(await admin.call('templateSync.putBatch', body)).toMatchObject({ status: 500 })
    await db.schema.alterTable('log_away').renameTo('operation_log').execute()
    const { entries } = await admin.ok('templateSync.changes', { folder, since, epoch })
    expect(entries).toEqual([])
    const { data } = await admin.call('templateSync.putBatch', body)
    expect(data.outcomes).toEqual([{ is: 'ok' }, { is: 'ok' }])
  })
})
