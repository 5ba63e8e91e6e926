import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { fillTables } from '#tests/builders/anyRow.ts'
import { exportedSite, importedSite } from '#tests/builders/siteArchive.ts'
import { onBothDatabases } from './harness/onBothDatabases.ts'
import { type Cluster, useCluster, whyNoPostgres } from './harness/postgres.ts'
import { runServer, ServerProcess } from './harness/process.ts'

type Env = Record<string, string>

/** Copies of an installation go on giving out ids where the original was: one row goes into every table of each. */
describe('one row can be written into every table', () => {
  let cluster: Cluster | undefined
  let home: string
  const at = (name: string): string => path.join(home, name)
  const env = async (isPostgres: boolean): Promise<Env> =>
    isPostgres && cluster ? { DATABASE_URL: await cluster.createDatabase() } : {}
  const run = async (args: string[], given: Env): Promise<void> =>
    expect({ args, ...(await runServer(args, given)) }).toMatchObject({ code: 0 })
  const begin = async (data: string, given: Env): Promise<void> => {
    const server = new ServerProcess(['--port', '0', '--data', data], given)
    await server.listening()
    expect(await server.kill('SIGTERM')).toMatchObject({ code: 0 })
  }
  async function expectWritable(data: string, given: Env): Promise<void> {
    await run(['check', '--data', data], given)
    const db = await connect({ dataDir: data, databaseUrl: given['DATABASE_URL'] })
    try {
      expect((await fillTables(db, {})).length).toBeGreaterThan(100)
    } finally {
      await db.destroy()
    }
  }
  async function expectWritableCopy(name: string, data: string, given: Env, isPostgres: boolean): Promise<void> {
    const [backup, restored, place] = [at(`${name} backup`), at(`${name} restored`), await env(isPostgres)]
    await run(['backup', backup, '--data', data], given)
    await run(['restore', backup, '--data', restored], place)
    await expectWritable(restored, place)
  }

  beforeAll(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-writable-'))
    if (whyNoPostgres() === null) cluster = await useCluster()
  })
  afterAll(async () => {
    await cluster?.stop()
    await rm(home, { recursive: true, force: true })
  })

  it('after a restore of the embedded database', { timeout: 60_000 }, async () => {
    await begin(at('embedded'), {})
    await expectWritableCopy('embedded', at('embedded'), {}, false)
  })

  describe.skipIf(whyNoPostgres())('with PostgreSQL', { timeout: 180_000 }, () => {
    it('after a restore, also of a backup that an earlier version made without all sequences', async () => {
      const place = await env(true)
      await begin(at('first'), place)
      await expectWritableCopy('first', at('first'), place, true)
      const mark = at('first backup/backup.json')
      await writeFile(mark, JSON.stringify({ ...JSON.parse(await readFile(mark, 'utf8')), sequences: {} }))
      const older = await env(true)
      await run(['restore', at('first backup'), '--data', at('older')], older)
      await expectWritable(at('older'), older)
    })

    it('after a move, a backup of what was moved, a second move and the way back', async () => {
      await begin(at('desk'), {})
      const team = await env(true)
      await run(
        ['move', '--data', at('desk'), '--to-database', team['DATABASE_URL'] ?? '', '--to-data', at('team')],
        {},
      )
      await expectWritableCopy('team', at('team'), team, true)
      const second = await env(true)
      const [url, data] = [second['DATABASE_URL'] ?? '', at('second')]
      await run(['move', '--data', at('team'), '--to-database', url, '--to-data', data], team)
      await run(['move', '--data', data, '--to-database', 'embedded', '--to-data', at('back')], second)
      await expectWritableCopy('second', data, second, true)
      // Last, as the rows stay: what a move has filled itself, where no restore has set the ids since.
      await expectWritable(at('back'), {})
      await expectWritable(at('team'), team)
      await expectWritable(data, second)
    })
  })
})

onBothDatabases('one row can be written into every table, where sites were imported', (_server, start) => {
  it('from the archive of another server, into a new site and once more', { timeout: 120_000 }, async () => {
    const archive = await exportedSite(await (await start()).as('admin'), 1, { members: true, history: true })
    const server = await start()
    const admin = await server.as('admin')
    for (let at = 0; at < 2; at++) expect(await importedSite(admin, archive)).toMatchObject({ state: 'done' })
    expect((await fillTables(server.deps.db, {})).length).toBeGreaterThan(100)
  })
})
