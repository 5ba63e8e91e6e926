import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, it, onTestFinished } from 'vitest'
import { embeddedFile } from '#server/db/connect.ts'
import { copiesDir } from '#server/db/copyBefore.ts'
import { sqlite } from '#server/db/dialect.ts'
import { migrations } from '#server/db/migrate.ts'
import { ServerProcess } from './harness/process.ts'

const names = Object.keys(migrations).toSorted()

/** A data folder as a program left it that knew the first migrations only, with a template in it. */
async function folderOf(known: readonly string[]): Promise<string> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-upgrade-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const db = new Kysely<Record<string, never>>({ dialect: sqlite(embeddedFile(dataDir)) })
  const some = Object.fromEntries(Object.entries(migrations).filter(([name]) => known.includes(name)))
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => some } }).migrateToLatest()
  expect(error).toBeUndefined()
  await sql`create table kept_of_old (text varchar(20))`.execute(db)
  await sql`insert into kept_of_old values ('老数据')`.execute(db)
  await db.destroy()
  return dataDir
}

function start(dataDir: string): ServerProcess {
  const server = new ServerProcess(['--port', '0', '--data', dataDir])
  onTestFinished(() => server.kill('SIGKILL').then(() => undefined))
  return server
}

const rowsOf = (file: string, query: string): unknown[] => {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database.prepare(query).all()
  } finally {
    database.close()
  }
}
const OLD = 'select text from kept_of_old'

it.each([
  ['the tenth', names.slice(0, 10)],
  ['the fortieth', names.slice(0, 40)],
  ['all but one in the middle', names.filter((name) => name !== '0071_content_expiry')],
])('data of %s migration is copied first, and then upgraded', { timeout: 60_000 }, async (_what, known) => {
  const dataDir = await folderOf(known)
  const server = start(dataDir)
  await server.listening()
  await server.kill('SIGTERM')
  const [copy = '', ...more] = await readdir(copiesDir(dataDir))
  expect([more, copy]).toEqual([[], expect.stringMatching(/^sitecraft-\d{4}-.+\.db$/)])
  const file = path.join(copiesDir(dataDir), copy)
  expect(rowsOf(file, OLD)).toEqual([{ text: '老数据' }])
  expect(rowsOf(file, 'select name from kysely_migration')).toHaveLength(known.length)
  expect(rowsOf(embeddedFile(dataDir), OLD)).toEqual([{ text: '老数据' }])
  expect(rowsOf(embeddedFile(dataDir), 'select name from kysely_migration')).toHaveLength(names.length)
})

it('a program that knows less refuses newer data, says so, and changes nothing', { timeout: 60_000 }, async () => {
  const dataDir = await folderOf(names)
  const database = new DatabaseSync(embeddedFile(dataDir))
  database.exec("insert into kysely_migration values ('9001_future', '2030-01-01')")
  database.close()
  const before = (await stat(embeddedFile(dataDir))).size
  const server = start(dataDir)
  const { code, stderr } = await server.exited
  expect(code).not.toBe(0)
  expect(stderr).toContain('数据由更新版本的站匠写成（9001_future）')
  expect(stderr).not.toContain('    at ')
  expect((await stat(embeddedFile(dataDir))).size).toBe(before)
  expect(existsSync(copiesDir(dataDir))).toBe(false)
})

it('an upgrade that is killed in the middle is whole at the next start', { timeout: 90_000 }, async () => {
  const dataDir = await folderOf(names.slice(0, 10))
  for (const wait of [0, 1, 2]) {
    const server = start(dataDir)
    const there = (): boolean => existsSync(copiesDir(dataDir))
    await expect.poll(there, { timeout: 30_000, interval: 5 }).toBe(true)
    // Once at the copy, then a little later in the migrations.
    for (let turn = 0; turn < wait * 5; turn++) await new Promise((resolve) => setImmediate(resolve))
    await server.kill('SIGKILL')
  }
  const last = start(dataDir)
  await last.listening()
  await last.kill('SIGTERM')
  expect(rowsOf(embeddedFile(dataDir), OLD)).toEqual([{ text: '老数据' }])
  expect(rowsOf(embeddedFile(dataDir), 'select name from kysely_migration')).toHaveLength(names.length)
  const copies = (await readdir(copiesDir(dataDir))).filter((name) => name.endsWith('.db'))
  expect(copies).toHaveLength(1)
  expect(rowsOf(path.join(copiesDir(dataDir), copies[0] ?? ''), 'pragma integrity_check')).toEqual([
    { integrity_check: 'ok' },
  ])
})
