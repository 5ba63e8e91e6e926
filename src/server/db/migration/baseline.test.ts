import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery, sql, type SqlBool } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { connect } from '../connect.ts'

onBothDatabases('the tables', (server) => {
  it('keep a department that accounts are in, whoever deletes it', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const { id } = await admin.ok('department.save', { title: '档案室' })
    await db.updateTable('account').set({ departmentId: id }).where('username', '=', 'admin').execute()
    await expect(db.deleteFrom('department').where('id', '=', id).execute()).rejects.toThrow()
    await db.updateTable('account').set({ departmentId: null }).where('username', '=', 'admin').execute()
    await db.deleteFrom('department').where('id', '=', id).execute()
  })
})

it('read many entries that are named by id by their ids, and expired ones by their index', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitecraft-plans-test-'))
  const db = await connect({ dataDir })
  onTestFinished(async () => {
    await db.destroy()
    await rm(dataDir, { recursive: true, force: true })
  })
  /** How the embedded database goes about a statement. */
  async function planOf(query: { compile: () => CompiledQuery }): Promise<string> {
    const { sql: text, parameters } = query.compile()
    const explained = CompiledQuery.raw(`explain query plan ${text}`, [...parameters])
    const { rows } = await db.executeQuery<{ detail: string }>(explained)
    return rows.map(({ detail }) => detail).join('; ')
  }
  const ids = Array.from({ length: 500 }, (_none, at) => at + 1)
  const named = db.selectFrom('content').selectAll().where('id', 'in', ids).where('isRecycled', '=', 0)
  expect(await planOf(named.orderBy('updateTime', 'desc'))).toContain('INTEGER PRIMARY KEY')
  const expired = db
    .selectFrom('content')
    .select('id')
    .where(sql<SqlBool>`"recycleTime" > 0`)
    .where('recycleTime', '<=', 1)
    .where('isRecycled', '=', 1)
  expect(await planOf(expired.orderBy('id').limit(500))).toContain('content_expiry')
})
