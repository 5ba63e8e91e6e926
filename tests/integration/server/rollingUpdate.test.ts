import { Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { postgres } from '#server/db/dialect.ts'
import { migrate, migrations } from '#server/db/migration/migrate.ts'
import type { Database } from '#server/db/schema.ts'
import { connectionNames } from '#server/db/migration/expandContract.ts'
import { type Cluster, useCluster, whyNoPostgres } from './harness/postgres.ts'
import { ServerProcess } from './harness/process.ts'
import { startServers } from './harness/twoServers.ts'

/** What a later version of the program brings: first what it needs, then what only the former one needed goes. */
const ADDS: Migration = {
  up: (db) =>
    sql`alter table label_category add column "colour" text not null default 'blue'`.execute(db).then(() => {}),
}
const TAKES: Migration = { up: (db) => sql`alter table label_category drop column "colour"`.execute(db).then(() => {}) }
const LATER = { ...migrations, '9001_label_colour': ADDS, '9002_label_colour_contract': TAKES }

describe.skipIf(whyNoPostgres())('two versions at once', { timeout: 120_000 }, () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await useCluster()
  })
  afterAll(() => cluster.stop())

  it('the former one works beside what was added; what it needs goes when it has ended', async () => {
    const { processes, admins, dataDir, databaseUrl } = await startServers(cluster, 1)
    const [former, admin] = [processes[0], admins[0]]
    if (!former || !admin) throw new Error('a process was to start')
    const readiness = async (): Promise<number> => (await fetch(new URL('ready', admin.url))).status
    const save = (title: string) => admin.ok('labelCategory.save', { title, siteId: 1 })
    const { pool: name } = connectionNames(Object.keys(LATER))
    const db = new Kysely<Database>({ dialect: postgres(databaseUrl, { onIdleError: () => {}, name }) })
    onTestFinished(() => db.destroy())
    const applied = async () =>
      (
        await sql<{ name: string }>`select name from kysely_migration where name like '9%' order by name`.execute(db)
      ).rows.map(({ name }) => name)

    expect(await migrate(db, LATER)).toEqual(['9002_label_colour_contract'])
    expect(await applied()).toEqual(['9001_label_colour'])
    await save('旧版本写的')
    expect(await readiness()).toBe(200)

    // It may come back as well, as when the newer one is given up.
    const start = (): ServerProcess => {
      const server = new ServerProcess(['--port', '0', '--data', dataDir], { DATABASE_URL: databaseUrl })
      onTestFinished(async () => void (await server.kill('SIGKILL')))
      return server
    }
    const again = start()
    await again.listening()
    await former.kill('SIGTERM')
    expect(await migrate(db, LATER)).toEqual(['9002_label_colour_contract'])
    await again.kill('SIGTERM')

    // PostgreSQL notices the end of a connection a moment later.
    await expect.poll(() => migrate(db, LATER)).toEqual([])
    expect(await applied()).toEqual(['9001_label_colour', '9002_label_colour_contract'])
    const { code, stderr } = await start().exited
    expect(code).not.toBe(0)
    expect(stderr).toContain('数据由更新版本的站匠写入（9002_label_colour_contract）')
  })
})
