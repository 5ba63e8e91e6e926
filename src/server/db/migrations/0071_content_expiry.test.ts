import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery, sql, type SqlBool } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { connect } from '../connect.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'sitecraft-plans-test-'))
const db = await connect({ dataDir })
afterAll(async () => {
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

it('reads many entries that are named by id by their ids, not all entries outside of the bin', async () => {
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
