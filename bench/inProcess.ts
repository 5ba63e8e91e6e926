import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { findAccountByName, issueLoginToken } from '#server/areas/people/account/index.ts'
import { connect, type ConnectOptions, openDatabase } from '#server/db/connect.ts'
import type { Database } from '#server/db/schema.ts'
import { type ServerDeps, systemClock } from '#server/deps.ts'

/** Passwords of the seed, which nobody uses to sign in. */
export const PASSWORDS = { adminPassword: 'bench of the server', demoPassword: 'bench of the server' }

/** Dependencies of an in-process server, with the data folder's database or another one. */
export async function openDeps(dataDir: string, databaseUrl?: string): Promise<ServerDeps> {
  return {
    db: await connect({ dataDir, databaseUrl }),
    clock: systemClock,
    log: pino({ level: 'silent' }),
    dataDir,
    resourcesDir: path.resolve(import.meta.dirname, '..', 'resources'),
    corsOrigins: [],
    trustedProxies: [],
    publicUrl: null,
  }
}

/** Creates a session of the seeded administrator. */
export async function adminToken(app: FastifyInstance, { db, clock }: ServerDeps): Promise<string> {
  const admin = await findAccountByName(db, 'admin')
  if (!admin) throw new Error('the seed made no administrator')
  const login = await app.inject({
    method: 'POST',
    url: '/api/cebest-cms/account/auto-login',
    payload: { token: await issueLoginToken(db, admin.id, clock.now()) },
  })
  return login.json<{ data: { token: string } }>().data.token
}

/** Runs work with a separate connection, without the server's statement timeout. */
export async function withDatabase<T>(
  target: Pick<ConnectOptions, 'dataDir' | 'databaseUrl'>,
  work: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const db: Kysely<Database> = openDatabase({ ...target, queryTimeoutMs: 3600_000 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
