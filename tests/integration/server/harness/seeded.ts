import { cpSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import { connect } from '#server/db/connect.ts'
import { systemClock } from '#server/deps.ts'
import { type FirstRun, seed } from '#server/seed/index.ts'
import { type Cluster, SEEDED } from './postgres.ts'

export const ADMIN_PASSWORD = 'correct horse'
export const DEMO_PASSWORD = 'battery staple'
export const RESOURCES = path.resolve(import.meta.dirname, '..', '..', '..', '..', 'resources')

/** What a first run leaves: its data folder, its database on the cluster if it was given one, and its answer. */
interface Seeded {
  dataDir: string
  databaseUrl: string | undefined
  firstRun: FirstRun | null
}

const made = new Map<'embedded' | 'postgres', Promise<Seeded>>()

/**
 * Puts the state after a first run into an empty data folder and, with a cluster, into a new database of it: hundreds of
 * suites begin with it, so it is seeded once and then copied. Null outside of the suite's set-up.
 */
export async function copySeeded(dataDir: string, cluster: Cluster | undefined): Promise<Seeded | null> {
  const folder = process.env[SEEDED]
  if (!folder || (cluster && !cluster.isShared)) return null
  const kind = cluster ? 'postgres' : 'embedded'
  const first = made.get(kind) ?? make(folder, cluster)
  made.set(kind, first)
  const { databaseUrl, firstRun, ...from } = await first
  // By promises the copy of its 180 files takes five times as much of the processor.
  cpSync(from.dataDir, dataDir, { recursive: true })
  return { dataDir, databaseUrl: databaseUrl && (await cluster?.createDatabase(databaseUrl)), firstRun }
}

async function make(folder: string, cluster: Cluster | undefined): Promise<Seeded> {
  const dataDir = await mkdtemp(path.join(folder, 'seeded-'))
  const databaseUrl = await cluster?.createDatabase()
  const db = await connect({ dataDir, databaseUrl })
  const deps = {
    db,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    dataDir,
    resourcesDir: RESOURCES,
    corsOrigins: [],
    trustedProxies: [],
    publicUrl: null,
    s3: undefined,
  }
  const firstRun = await seed(deps, { adminPassword: ADMIN_PASSWORD, demoPassword: DEMO_PASSWORD })
  await db.destroy()
  return { dataDir, databaseUrl, firstRun }
}
