import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { engineOf } from '#server/db/dialect.ts'
import { checkAll, formatReport as describeReport, INVARIANTS } from '#server/process/check/index.ts'
import { readLinks } from '#server/process/check/referenceChecks.ts'
import { tables } from '#server/areas/tables.ts'
import type { Table } from '#server/db/table.ts'
import { anyRow, plainTables } from '#tests/builders/anyRow.ts'
import { onBothDatabases } from '../harness/onBothDatabases.ts'
import { runServer } from '../harness/process.ts'
import { startTestServer } from '../harness/server.ts'
import { hashTables } from '../harness/snapshot.ts'
import { BREAKS, breakContext, UNBROKEN } from './breaks.ts'
import { buildWorld, found, optionsOf, type World } from './world.ts'

/** Rows that a reference is asked of, where that depends on their state. */
const STATES: Readonly<Record<string, Record<string, string | number>>> = {
  approval: { state: 'waiting' },
  content_schedule: { state: 'planned' },
}

onBothDatabases('the check of an installation', (server, start) => {
  let built: Promise<World> | undefined
  const world = () => (built ??= buildWorld(server()))

  it('finds nothing in a sound one that is at work, and changes nothing', async () => {
    await world()
    const before = await hashTables(server())
    expect(await found(server())).toEqual({})
    expect(await hashTables(server())).toEqual(before)
  })

  it('knows of each column that looks like a reference what it names, or why it names nothing', () => {
    const all = Object.entries<Table>(tables)
    const unplaced = all.flatMap(([table, { columns }]) =>
      Object.entries(columns).flatMap(([name, { spec }]) => {
        const looks = /[a-z]Ids?$|^(draftOf|xgid)$/.test(name)
        return looks && !spec.reference && !spec.noReference ? `${table}.${name}` : []
      }),
    )
    expect(unplaced).toEqual([])
    const references = all.flatMap(([, { columns }]) =>
      Object.values(columns).flatMap(({ spec }) => spec.reference?.to ?? []),
    )
    expect(references.filter((to) => !(to in tables))).toEqual([])
  })

  it('names every invariant with a way to break it', () => {
    const codes = INVARIANTS.map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    expect([...Object.keys(BREAKS), ...Object.keys(UNBROKEN)].toSorted()).toEqual(codes.toSorted())
  })

  it('reports every reference without a target', async () => {
    const other = await start()
    const { db } = other.deps
    const tables = new Map((await plainTables(db)).map((table) => [table.name, table]))
    const links = (await readLinks({ db, engine: engineOf(db) })).filter(({ table }) => tables.has(table))
    expect(links.length).toBeGreaterThan(70)
    for (const { table, column } of links) {
      const place = tables.get(table)
      if (place) await anyRow(db, place, { ...STATES[table], [column]: column === 'blobKey' ? 'none' : 987_654_321 })
    }
    const codes = Object.entries(await found(other)).flatMap(([code, items]) =>
      items.some((item) => /=(987654321|none)（/.test(item)) ? code : [],
    )
    expect(codes.toSorted()).toEqual(
      [...new Set(links.map(({ table, column }) => `reference.${table}.${column}`))].toSorted(),
    )
  })

  it('reports every other invariant that is broken', async () => {
    const place = breakContext(server(), await world())
    let before = await found(server())
    const unseen: string[] = []
    for (const [code, breakIt] of Object.entries(BREAKS)) {
      await breakIt(place)
      const after = await found(server())
      if (after[code] === undefined || after[code].join() === before[code]?.join()) unseen.push(code)
      before = after
    }
    expect(unseen).toEqual([])
    const { findings } = await checkAll(optionsOf(server()))
    for (const line of describeReport({ sound: false, checked: 1, findings }).split('\n').slice(0, -1))
      expect(line).toMatch(/^(问题|提示) \[[\w.]+\] \p{Script=Han}.*：\d+ 处（.+）。.+。处理：.+。$/u)
  }, 120_000)

  it('is a command beside the running server: 0 for a sound one, 1 with findings, JSON on request', async () => {
    const other = await start()
    const { db, dataDir } = other.deps
    const env: Record<string, string> = other.databaseUrl ? { DATABASE_URL: other.databaseUrl } : {}
    const sound = await runServer(['check', '--data', dataDir], env)
    expect(sound, sound.stderr).toMatchObject({ code: 0 })
    expect(sound.stdout).toMatch(/^检查完成：\d+ 项均正常\n$/)
    expect(sound.stderr).toContain('content.counts')
    await db.updateTable('content_count').set({ total: 77 }).execute()
    const broken = await runServer(['check', '--data', dataDir, '--json'], env)
    expect(broken.code).toBe(1)
    expect(JSON.parse(broken.stdout)).toMatchObject({ sound: false, findings: [{ code: 'content.counts' }] })
  })
})

it('reports a damaged page of the embedded database', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitecraft-check-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const server = await startTestServer({ dataDir })
  // The log is in the file, not beside it, once the last connection is closed.
  await server.close()
  const file = join(dataDir, 'sitecraft.db')
  const pages = new DatabaseSync(file)
  const root = pages.prepare(`select rootpage as page from sqlite_master where name = 'dictionary'`).get()
  const size = pages.prepare('pragma page_size').get()
  pages.close()
  const at = (Number(root?.['page']) - 1) * Number(size?.['page_size'])
  const handle = await open(file, 'r+')
  await handle.write(Buffer.alloc(64, 0xff), 0, 64, at)
  await handle.close()
  const ran = await runServer(['check', '--data', dataDir])
  expect(ran.code, ran.stderr).toBe(1)
  expect(ran.stdout).toContain('[database.pages]')
})
