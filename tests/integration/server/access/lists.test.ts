import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type ApiName, apiNames, operations } from '#shared/contract/registry.ts'
import type { TestClient } from '../harness/client.ts'
import { onBothDatabases } from '../harness/onBothDatabases.ts'
import { contentLists } from './contentLists.ts'
import { type List, type Place, placeOf, type Stage, stageOf, textOf } from './listed.ts'
import { ownLists } from './ownLists.ts'
import { siteLists } from './siteLists.ts'

const LISTS = [...siteLists, ...ownLists, ...contentLists]

/** Lists with pages that are not asked here, and why not. */
const OTHERS: Partial<Record<ApiName, string>> = {
  'sitemap.preview': 'of the pages that were built, see the tests of the site map',
  'content.revisions': 'of what saves leave behind, see the tests of the history',
  'templateRevision.page': 'of files that are saved, see the tests of the versions',
  'templateRevision.removed': 'as templateRevision.page',
  'delivery.entries': 'for other programs, see the tests of the interface',
}

const PAGING: readonly string[] = ['page', 'size', 'pageIndex', 'pageSize']
const fieldsOf = (name: ApiName): string[] => {
  const { properties = {} } = z.toJSONSchema(operations[name].input, { unrepresentable: 'any', io: 'input' })
  return Object.keys(properties)
}
const hasPages = (name: ApiName): boolean => PAGING.every((field) => fieldsOf(name).includes(field))
const isOptional = (name: ApiName, field: string): boolean => {
  const { required = [] } = z.toJSONSchema(operations[name].input, { unrepresentable: 'any', io: 'input' })
  return !required.includes(field)
}

describe('lists', () => {
  it('that have pages stand in the table', () => {
    const asked = new Set(LISTS.map(([name]) => name))
    const reads = apiNames.filter((name) => operations[name].effect === 'read' && hasPages(name))
    expect(reads.filter((name) => !asked.has(name) && !OTHERS[name])).toEqual([])
    expect(Object.keys(OTHERS).filter((name) => asked.has(name as ApiName))).toEqual([])
  })
})

/** What a list shows: the ids in its order, and how many it says there are. */
interface Shown {
  ids: unknown[]
  total: number
}

onBothDatabases('a list', (_server, start) => {
  let admin: TestClient
  let open: () => Promise<Stage>
  beforeAll(async () => {
    const server = await start({ isClockStill: true, runsJobs: false })
    admin = await server.as('admin')
    open = () => stageOf(server, admin)
  })

  const ask = async (name: ApiName, list: List, input: object): Promise<Shown> => {
    const answer = await admin.call(name, input)
    expect(answer.status, `${JSON.stringify(input)}: ${answer.msg}`).toBe(200)
    const data = answer.data as object
    const page = data as { content?: Record<string, unknown>[]; totalElements?: number }
    const rows = page.content ?? (data as Record<string, unknown>[])
    const idOf = list.idOf ?? ((row) => row.id)
    return { ids: rows.map((row) => idOf(row)), total: page.totalElements ?? rows.length }
  }

  it.each(LISTS)('%s: shows what was asked for, and nothing of what is beside it', async (name, list) => {
    const stage = await open()
    const [here, elsewhere]: Place[] = [await placeOf(stage, list, 1), await placeOf(stage, list, 2)]
    if (!here || !elsewhere) throw new Error('no places were made')
    const first = await list.make(stage, here, 'first')
    const hasNeighbour = list.isOwn === true || list.scope !== undefined
    if (hasNeighbour) await list.make(stage, elsewhere, 'first')
    await list.hide?.(stage, here)
    const second = await list.make(stage, here, 'second')
    const both = list.isOldestFirst ? [first, second] : [second, first]

    const fields = fieldsOf(name)
    const hasKey = fields.includes('key') && !list.without?.includes('key')
    const words = hasKey ? { key: stage.word } : {}
    const scope = list.scope?.(here, stage) ?? words
    expect(await ask(name, list, scope), 'both, and no other').toEqual({ ids: both, total: 2 })
    if (hasPages(name)) {
      for (const [at, id] of both.entries())
        expect(await ask(name, list, { ...scope, page: at + 1, size: 1 }), `page ${at + 1}`).toEqual({
          ids: [id],
          total: 2,
        })
    }
    if (hasKey) {
      expect(await ask(name, list, { ...scope, key: stage.word }), 'by a word of both').toEqual({ ids: both, total: 2 })
      expect(await ask(name, list, { ...scope, key: textOf(stage, 'first') }), 'by a word').toEqual({
        ids: [first],
        total: 1,
      })
    }
    const filters = list.filters?.(here, stage) ?? {}
    for (const [field, values] of Object.entries(filters))
      for (const [at, id] of [
        ['first', first],
        ['second', second],
      ] as const)
        for (const value of values[at] ?? [])
          expect(await ask(name, list, { ...scope, [field]: value }), `${field} ${JSON.stringify(value)}`).toEqual({
            ids: [id],
            total: 1,
          })
    const named = Object.keys(scope)
    const known = [...PAGING, ...named, ...Object.keys(filters), ...(list.without ?? []), 'key']
    expect(
      fields.filter((field) => !known.includes(field)),
      'each filter stands in the table',
    ).toEqual([])
    if (hasKey && 'siteId' in scope && isOptional(name, 'siteId')) {
      const { siteId: _one, ...everywhere } = scope
      expect((await ask(name, list, { ...everywhere, ...words })).total, 'in all sites').toBe(list.isOwn ? 2 : 3)
    }
  })
})
