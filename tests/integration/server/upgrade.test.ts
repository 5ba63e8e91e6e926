import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { expect, it, onTestFinished } from 'vitest'
import { connect, embeddedFile } from '#server/db/connect.ts'
import { copiesDir } from '#server/db/migration/copyBeforeUpgrade.ts'
import { migrations } from '#server/db/migration/migrate.ts'
import { ServerProcess } from './harness/process.ts'

const LATER: Migration = {
  up: (db: Kysely<never>) =>
    sql`alter table kept_of_old add column more text not null default '新'`.execute(db).then(() => undefined),
}
const KILLED = path.join(import.meta.dirname, 'harness/killedUpgrade.ts')

/** A data folder of this version, with a table of its own. */
async function dataFolder(): Promise<string> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-upgrade-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const db = await connect({ dataDir })
  await sql`create table kept_of_old (text varchar(20))`.execute(db)
  await sql`insert into kept_of_old values ('老数据')`.execute(db)
  await db.destroy()
  return dataDir
}

/** The same as a program of before the first release left it. */
function asFormer(dataDir: string, name: string): void {
  const database = new DatabaseSync(embeddedFile(dataDir))
  database.exec('delete from kysely_migration')
  database.prepare("insert into kysely_migration values (?, '2026-01-01')").run(name)
  database.close()
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
const APPLIED = 'select name from kysely_migration order by name'

it('data of the former version is copied first, and then upgraded', async () => {
  const dataDir = await dataFolder()
  await (await connect({ dataDir, migrations: { ...migrations, '9001_more': LATER } })).destroy()
  const [copy = '', ...more] = await readdir(copiesDir(dataDir))
  expect([more, copy]).toEqual([[], 'sitecraft-0001-0001_tables.db'])
  const file = path.join(copiesDir(dataDir), copy)
  expect(rowsOf(file, 'select * from kept_of_old')).toEqual([{ text: '老数据' }])
  expect(rowsOf(file, APPLIED)).toEqual([{ name: '0001_tables' }])
  expect(rowsOf(embeddedFile(dataDir), 'select * from kept_of_old')).toEqual([{ text: '老数据', more: '新' }])
  expect(rowsOf(embeddedFile(dataDir), APPLIED)).toEqual([{ name: '0001_tables' }, { name: '9001_more' }])
})

it('a program that knows less refuses newer data, says so, and changes nothing', { timeout: 60_000 }, async () => {
  const dataDir = await dataFolder()
  const database = new DatabaseSync(embeddedFile(dataDir))
  database.exec("insert into kysely_migration values ('9001_future', '2030-01-01')")
  database.close()
  const before = (await stat(embeddedFile(dataDir))).size
  const server = start(dataDir)
  const { code, stderr } = await server.exited
  expect(code).not.toBe(0)
  expect(stderr).toContain('数据由更新版本的站匠写入（9001_future）')
  expect(stderr).not.toContain('    at ')
  expect((await stat(embeddedFile(dataDir))).size).toBe(before)
  expect(existsSync(copiesDir(dataDir))).toBe(false)
})

it('an upgrade that is killed in the middle is whole at the next start', { timeout: 90_000 }, async () => {
  const dataDir = await dataFolder()
  for (let time = 0; time < 2; time++)
    await expect(promisify(execFile)(process.execPath, [KILLED, dataDir])).rejects.toMatchObject({ signal: 'SIGKILL' })
  await (await connect({ dataDir, migrations: { ...migrations, '9001_more': LATER } })).destroy()
  expect(rowsOf(embeddedFile(dataDir), 'select * from kept_of_old')).toEqual([{ text: '老数据', more: '新' }])
  expect(rowsOf(embeddedFile(dataDir), "select name from sqlite_master where name = 'half'")).toEqual([])
  const copies = (await readdir(copiesDir(dataDir))).filter((name) => name.endsWith('.db'))
  expect(copies).toHaveLength(1)
  const copy = path.join(copiesDir(dataDir), copies[0] ?? '')
  expect(rowsOf(copy, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
  expect(rowsOf(copy, OLD)).toEqual([{ text: '老数据' }])
})

it('data from before the first release is refused, with what helps', { timeout: 90_000 }, async () => {
  const dataDir = await dataFolder()
  for (const name of ['0001_core', '0001_baseline']) {
    asFormer(dataDir, name)
    const { code, stderr } = await start(dataDir).exited
    expect(code).not.toBe(0)
    expect(stderr).toContain('请用原来的版本导出站点，再在新的数据文件夹中导入')
    expect(rowsOf(embeddedFile(dataDir), APPLIED)).toEqual([{ name }])
  }
})
