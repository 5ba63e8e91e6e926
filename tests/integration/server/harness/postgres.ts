import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const BIN = process.env.POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin'

/** Why there is no PostgreSQL to test with here; null when there is. */
export function whyNoPostgres(): string | null {
  if (!existsSync(path.join(BIN, 'initdb'))) return `no PostgreSQL 15 in ${BIN}`
  if (process.getuid?.() === 0 && !postgresUser())
    return 'PostgreSQL refuses to run as root and there is no user postgres'
  return null
}

export interface Cluster {
  /** A new database, empty or a copy of one that nobody has open; answers its URL. */
  createDatabase(copyOf?: string): Promise<string>
  /** The suite's, which outlives this file. */
  isShared: boolean
  stop(): Promise<void>
}

/** Set by the suite's set-up: the folder of the cluster that all test files share. */
export const SHARED = 'SITECRAFT_TEST_CLUSTER'
/** Set by the suite's set-up: the folder for what each worker seeds once. */
export const SEEDED = 'SITECRAFT_TEST_SEEDED'

/** The suite's cluster, or one of its own for a file that runs without the set-up. */
export async function useCluster(): Promise<Cluster> {
  const dir = process.env[SHARED]
  if (!dir) return startCluster()
  return { createDatabase: (copyOf) => createDatabase(dir, copyOf), isShared: true, stop: async () => undefined }
}

const urlOf = (dir: string, database: string): string =>
  `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(dir)}`

async function createDatabase(dir: string, copyOf?: string): Promise<string> {
  const client = new pg.Client(urlOf(dir, 'postgres'))
  await client.connect()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const template = copyOf ? ` template ${new URL(copyOf).pathname.slice(1)}` : ''
  await client.query(`create database ${name}${template}`)
  await client.end()
  return urlOf(dir, name)
}

/** A cluster of one's own, which can be killed and started again. */
export interface OwnCluster extends Cluster {
  dir: string
  pid(): number
  kill(): Promise<void>
  start(): Promise<void>
}

type User = { uid: number; gid: number } | undefined

/** The user for programs that refuse to run as root. */
export const runsAs = (): User => (process.getuid?.() === 0 ? postgresUser() : undefined)

/** The user that PostgreSQL may run as, and an empty folder of its. */
async function folder(parent = os.tmpdir()): Promise<{ dir: string; user: User }> {
  const dir = await mkdtemp(path.join(parent, 'sitecraft-pg-'))
  const user = runsAs()
  if (user) chownSync(dir, user.uid, user.gid)
  return { dir, user }
}

/** Runs PostgreSQL over `data` in the folder, on a socket there. */
async function runPostgres(
  dir: string,
  user: User,
  flushes = false,
): Promise<Omit<OwnCluster, 'createDatabase' | 'isShared'>> {
  const more = flushes ? ['max_wal_size=128MB'] : ['fsync=off']
  const set = ['max_connections=300', ...more].flatMap((setting) => ['-c', setting])
  const settings = ['-D', path.join(dir, 'data'), '-k', dir, '-h', '', ...set]
  const as = { ...user, cwd: dir }
  let server: ChildProcess | undefined
  let ended = Promise.resolve()
  const start = async (): Promise<void> => {
    // After a kill the memory of the former one is given back when its last process has noticed.
    for (let tries = 50; ; tries--) {
      const started = spawn(path.join(BIN, 'postgres'), settings, { ...as, stdio: ['ignore', 'ignore', 'pipe'] })
      server = started
      ended = new Promise<void>((resolve) => started.once('exit', () => resolve()))
      const isReady = await new Promise<boolean>((resolve) => {
        createInterface(started.stderr).on(
          'line',
          (line) => /ready to accept (read-only )?connections/.test(line) && resolve(true),
        )
        void ended.then(() => resolve(false))
      })
      if (isReady) return
      if (tries === 0) throw new Error('PostgreSQL ended before it was ready')
      await delay(100)
    }
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    server?.kill(signal)
    await ended
  }
  await start()
  return {
    dir,
    pid: () => server?.pid ?? 0,
    kill: () => end('SIGKILL'),
    start,
    async stop() {
      await end('SIGQUIT')
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/**
 * A throw-away cluster on a socket in a temporary folder, run by a user that isn't root.
 * @param disk where its power may be cut: the cluster lies there and flushes what it writes
 */
export async function startCluster(disk?: string): Promise<OwnCluster> {
  const { dir, user } = await folder(disk)
  const data = path.join(dir, 'data')
  const options = ['-D', data, '-U', 'postgres', '-A', 'trust', ...(disk ? [] : ['--no-sync']), '-E', 'UTF8']
  execFileSync(path.join(BIN, 'initdb'), options, { ...user, cwd: dir })
  const running = await runPostgres(dir, user, disk !== undefined)
  return { ...running, isShared: false, createDatabase: (copyOf) => createDatabase(dir, copyOf) }
}

function postgresUser(): { uid: number; gid: number } | undefined {
  try {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' })))
    return uid && gid ? { uid, gid } : undefined
  } catch {
    return undefined
  }
}
