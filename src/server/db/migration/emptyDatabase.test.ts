import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, embeddedFile } from '../connect.ts'
import { createFromPrepared } from './emptyDatabase.ts'

let folder: string
let prepared: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitecraft-empty-test-'))
  prepared = join(folder, 'empty.db')
  await promisify(execFile)(process.execPath, ['scripts/run.mjs', 'emptyDatabase', prepared])
}, 60_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Every table and index, as the database itself tells. */
function schemaOf(file: string): unknown[] {
  const db = new DatabaseSync(file)
  const rows = db
    .prepare(`select type, name, sql from sqlite_master where name not like 'sqlite_%' order by 1, 2`)
    .all()
  db.close()
  return rows
}

it('is what the migrations make, and they find nothing left to do', async () => {
  const [begun, migrated] = [await mkdtemp(join(folder, 'a-')), await mkdtemp(join(folder, 'b-'))]
  await createFromPrepared(embeddedFile(begun), prepared)
  expect((await stat(embeddedFile(begun))).mode & 0o077).toBe(0)
  const before = schemaOf(embeddedFile(begun))
  expect(before.length).toBeGreaterThan(100)
  const db = await connect({ dataDir: begun })
  expect(await db.selectFrom('account').select('id').execute()).toEqual([])
  await db.destroy()
  await (await connect({ dataDir: migrated })).destroy()
  expect(schemaOf(embeddedFile(begun))).toEqual(before)
  expect(before).toEqual(schemaOf(embeddedFile(migrated)))
})

it('leaves a database alone that is there, and does nothing without a prepared one', async () => {
  const dir = await mkdtemp(join(folder, 'c-'))
  await createFromPrepared(join(dir, 'new.db'), join(folder, 'missing.db'))
  await expect(stat(join(dir, 'new.db'))).rejects.toThrow()
  await writeFile(join(dir, 'own.db'), 'mine')
  await createFromPrepared(join(dir, 'own.db'), prepared)
  expect(await readFile(join(dir, 'own.db'), 'utf8')).toBe('mine')
})
