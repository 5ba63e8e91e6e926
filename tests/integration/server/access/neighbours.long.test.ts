import { beforeEach, expect, it } from 'vitest'
import { type ApiName, apiNames, operations } from '#shared/contract/registry.ts'
import { onBothDatabases } from '../harness/onBothDatabases.ts'
import type { TestServer } from '../harness/server.ts'
import { waitForJobs, rowsOf } from '../harness/snapshot.ts'
import type { Row } from './row.ts'
import { ROWS } from './rows.ts'
import { askerOf, buildWorld, type Stage } from './world.ts'

const writes = apiNames
  .filter((name) => operations[name].effect === 'write')
  .flatMap((name): [ApiName, Row][] => (ROWS[name] ? [[name, ROWS[name]]] : []))

/** Tables in which a call may change rows of other test sites, and why. */
const SHARED: Partial<Record<ApiName, Record<string, string>>> = {
  'column.restore': { role: 'the groups get their grants of the column back' },
  'content.cleanRecycle': {
    content: 'empties the bin of the whole column',
    content_body: 'as content',
    content_revision: 'as content',
    content_initials: 'as content',
    content_words: 'as content',
  },
  'content.restore': { content_count: 'of the whole column' },
  'fieldCommon.draft': { field_common: 'the input names a field of the installation' },
  'fieldCommon.updateSort': { field_common: 'as fieldCommon.draft' },
}

const rows = async (server: TestServer): Promise<Set<string>> => {
  await waitForJobs(server)
  const tables = await rowsOf(server)
  return new Set(tables.flatMap(([table, own]) => own.map((row) => `${table} ${row}`)))
}

/** Calls on a site or a template: a test site has only one of them, so a second record cannot be created in it. */
const OF_TEMPLATE = /^(site|template\w*)\./

/** Tests per server: each test adds two sites, and every snapshot reads all of them. */
const TESTS_PER_SERVER = 25

onBothDatabases('a write', (_server, start) => {
  let server: TestServer
  let left = 0
  beforeEach(async () => {
    if (left === 0) [server, left] = [await start({ isClockStill: true }), TESTS_PER_SERVER]
    left -= 1
  })
  const worldOf = async (): Promise<Stage> => {
    const admin = await server.as('admin')
    return { admin, server, world: await buildWorld(server, admin) }
  }

  it.each(writes)('%s: changes no other record, in the same site or in another one', async (name, row) => {
    await row.before?.(await worldOf())
    const others = await rows(server)
    const stage = await worldOf()
    if (row.before && !OF_TEMPLATE.test(name)) {
      const world = await rows(server)
      const { code, mark } = stage.world
      await row.before({ ...stage, world: { ...stage.world, code: `${code}b`, mark: `${mark}b` } })
      for (const each of await rows(server)) if (!world.has(each)) others.add(each)
    }
    const own = { ...stage.world, made: Number(await row.before?.(stage)) }
    const client = row.needs === 'super' ? await server.as('admin') : await askerOf(server, 'right', own)
    const before = await rows(server)
    const answer = await client.call(name, row.input(own))
    if (typeof row.needs !== 'number') expect(answer.status, answer.msg).toBe(200)
    const after = await rows(server)
    const lost = [...others].filter((each) => before.has(each) && !after.has(each))
    const excused = Object.keys(SHARED[name] ?? {})
    expect(lost.filter((each) => !excused.some((table) => each.startsWith(`${table} `)))).toEqual([])
  })
})
