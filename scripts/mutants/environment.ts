import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import {
  type OwnCluster,
  SEEDED,
  SHARED,
  startCluster,
  whyNoPostgres,
} from '#tests/integration/server/harness/postgres.ts'
import { memoryFolder } from '../testing/memoryFolder.ts'

/**
 * Runs a function with a folder for temporary files, which is removed when the process ends, even by a signal. The
 * working tree is not touched.
 */
export async function withTemporaryFolder<T>(run: () => Promise<T>): Promise<T> {
  const folder = memoryFolder() ?? mkdtempSync(join(os.tmpdir(), 'sitecraft-mutants-'))
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
  return run()
}

/** Resources that consecutive test runs share: a database cluster and a folder for temporary files. */
export class TestEnvironment {
  readonly #cluster: OwnCluster | null
  readonly #folder: string
  readonly #end = (): void => void (this.#cluster && process.kill(this.#cluster.pid(), 'SIGQUIT'))

  private constructor(cluster: OwnCluster | null) {
    this.#cluster = cluster
    this.#folder = mkdtempSync(join(os.tmpdir(), 'run-'))
    chmodSync(this.#folder, 0o755)
    if (cluster) process.once('exit', this.#end)
  }

  static async start(): Promise<TestEnvironment> {
    return new TestEnvironment(whyNoPostgres() ? null : await startCluster())
  }

  /** Cleans up after the last run and returns the environment variables of the next run. */
  async reset(): Promise<Record<string, string>> {
    rmSync(this.#folder, { recursive: true, force: true })
    const seeded = join(this.#folder, 'seeded')
    mkdirSync(seeded, { recursive: true })
    await this.#dropDatabases()
    return { TMPDIR: this.#folder, [SEEDED]: seeded, ...(this.#cluster && { [SHARED]: this.#cluster.dir }) }
  }

  async #dropDatabases(): Promise<void> {
    if (!this.#cluster) return
    const client = new pg.Client(
      `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(this.#cluster.dir)}`,
    )
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where datname like 'test\\_%'`,
    )
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`)
    await client.end()
  }

  async stop(): Promise<void> {
    process.off('exit', this.#end)
    await this.#cluster?.stop()
  }
}
