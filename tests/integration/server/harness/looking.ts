import { readdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { TestClient } from './client.ts'
import { runServer } from './process.ts'

export type Env = Record<string, string>

/** A session of the administrator, by a one-time token of the server's machine. */
export async function sessionOf(url: string, { dataDir, env }: { dataDir: string; env: Env }): Promise<string> {
  const { stdout } = await runServer(['token', '--data', dataDir], env)
  return (await new TestClient(url).ok('account.autoLogin', { token: stdout.trim() })).token
}

/** Where a look in this temporary folder has put the backup. */
export async function placeOfLook(temp: string, env: Env) {
  const name = (await readdir(temp)).find((each) => each.startsWith('sitecraft-look-')) ?? ''
  const dataDir = path.join(temp, name)
  if (!env.DATABASE_URL) return { dataDir, env }
  const client = new pg.Client(env.DATABASE_URL)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'sitecraft\\_look\\_%'`,
  )
  await client.end()
  const side = new URL(env.DATABASE_URL)
  side.pathname = `/${rows[0]?.name}`
  return { dataDir, env: { ...env, DATABASE_URL: side.href } }
}
