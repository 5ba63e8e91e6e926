import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildServer } from '#server/app.ts'
import { seed } from '#server/seed/index.ts'
import type { MenuField } from '#shared/contract/column.ts'
import { adminToken, openDeps, PASSWORDS } from '../inProcess.ts'
import type { Engine, Filled } from './types.ts'

/** A running server; `token` is a session. */
export interface FilledServer extends Filled {
  url: string
  token: string
  close(): Promise<void>
}

/** Starts a server on a new database with this number of entries in one column. */
export async function startFilledServer(engine: Engine, rows: number): Promise<FilledServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'sitecraft-bench-'))
  const databaseUrl = await engine.make()
  const deps = await openDeps(dataDir, databaseUrl)
  const { db } = deps
  await seed(deps, PASSWORDS)
  const column = await db
    .selectFrom('site_column')
    .select(['id', 'siteId', 'fields'])
    .where('title', '=', '解决方案')
    .executeTakeFirstOrThrow()
  await db.deleteFrom('content').where('classId', '=', column.id).execute()
  await db.deleteFrom('content_count').where('classId', '=', column.id).execute()
  // Without required fields every entry can be published.
  const fields = (JSON.parse(column.fields) as MenuField[]).map((field) => ({ ...field, isRequired: false }))
  await db
    .updateTable('site_column')
    .set({ fields: JSON.stringify(fields) })
    .where('id', '=', column.id)
    .execute()
  await engine.addRows({ dataDir, databaseUrl }, { ...column, fields }, rows)
  const app = await buildServer(deps)
  const token = await adminToken(app, deps)
  const close = async () => {
    await app.close()
    await db.destroy()
    rmSync(dataDir, { recursive: true })
  }
  return { dataDir, databaseUrl, classId: column.id, url: await app.listen({ port: 0 }), token, close }
}

const opened = new Map<string, Promise<FilledServer>>()

/** Returns the server of this size, shared by all comparisons of a run. */
export function getServer(engine: Engine, rows: number): Promise<FilledServer> {
  const key = `${engine.name} ${rows}`
  const server = opened.get(key) ?? startFilledServer(engine, rows)
  opened.set(key, server)
  return server
}

/** Closes all servers after the last comparison. */
export async function closeAll(engine: Engine): Promise<void> {
  for (const server of opened.values()) await (await server).close()
  opened.clear()
  await engine.end()
}
