import { spawn } from 'node:child_process'
import { chownSync, existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { runsAs } from './postgres.ts'

const PGBOUNCER = process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer'
/** Of its socket. */
const PORT = 6432

/** Why there is no PgBouncer to test with here; null when there is. */
export const whyNoPgbouncer = (): string | null => (existsSync(PGBOUNCER) ? null : `no PgBouncer at ${PGBOUNCER}`)

export interface Pooler {
  /** The same database through the pooler. */
  urlOf(databaseUrl: string): string
  stop(): Promise<void>
}

/** PgBouncer in transaction mode before the cluster of a database, with so many connections to it. */
export async function startPgbouncer(databaseUrl: string, connections: number): Promise<Pooler> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-pgbouncer-'))
  const user = runsAs()
  if (user) chownSync(dir, user.uid, user.gid)
  const settings = {
    listen_addr: '',
    listen_port: PORT,
    unix_socket_dir: dir,
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: connections,
    // The pool of pg names itself at the start of a connection.
    ignore_startup_parameters: 'extra_float_digits',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const host = new URL(databaseUrl).searchParams.get('host') ?? ''
  const file = path.join(dir, 'pgbouncer.ini')
  await writeFile(file, `[databases]\n* = host=${host} user=postgres\n[pgbouncer]\n${lines.join('\n')}\n`)
  const child = spawn(PGBOUNCER, [file], { ...user, cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let said = ''
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stderr).on('line', (line) => {
      said += `${line}\n`
      if (line.includes('process up')) resolve()
    })
    void ended.then(() => reject(new Error(`PgBouncer ended: ${said}`)))
  })
  return {
    urlOf(direct) {
      const url = new URL(direct)
      url.port = String(PORT)
      url.searchParams.set('host', dir)
      return url.href
    },
    async stop() {
      child.kill('SIGINT')
      const late = setTimeout(() => child.kill('SIGKILL'), 2000)
      await ended
      clearTimeout(late)
      await rm(dir, { recursive: true, force: true })
    },
  }
}
