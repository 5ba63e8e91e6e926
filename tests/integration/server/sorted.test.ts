import { expect, it } from 'vitest'
import { type ApiName, apiNames } from '#shared/contract/registry.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { columnNamed } from '#tests/builders/column.ts'
import type { TestClient } from './harness/client.ts'
import { onBothDatabases } from './harness/onBothDatabases.ts'

type Rows = (admin: TestClient) => Promise<{ id: number; sort: number }[]>

const newsOf = async (admin: TestClient): Promise<number> => (await columnNamed(admin, '集团新闻')).id

/** The list behind every call that sets a row's sort number. */
const LISTS: Partial<Record<ApiName, Rows>> = {
  'site.updateSort': async (admin) => (await admin.ok('site.page', { page: 1, size: 50 })).content,
  'column.updateSort': (admin) => admin.ok('column.getTree', { siteId: 1 }),
  'classify.updateSort': async (admin) => {
    const [top] = await admin.ok('classify.getTree', { id: 0 })
    return admin.ok('classify.getTree', { id: requireValue(top, 'the first run makes one').id })
  },
  'content.updateSort': async (admin) =>
    (await admin.ok('content.page', { classId: await newsOf(admin), size: 100 })).content,
  'fieldCommon.updateSort': async (admin) => (await admin.ok('fieldCommon.getList', {}))[0]?.fields ?? [],
}
const calls = apiNames.filter((name) => name.endsWith('.updateSort'))

onBothDatabases('lists that are sorted by a number', (server) => {
  it.each(calls)('%s: a larger one sits higher [A-024]', async (call) => {
    const rows = requireValue(LISTS[call], 'every sorted list is named above')
    const admin = await server().as('admin')
    const before = await rows(admin)
    expect(before.length).toBeGreaterThan(1)
    const highest = Math.max(...before.map(({ sort }) => sort))
    const last = requireValue(before.at(-1), 'it has rows')
    const place = call === 'content.updateSort' ? { classId: await newsOf(admin) } : {}
    await admin.ok(call, { ...place, id: last.id, sort: highest + 1 })
    const after = await rows(admin)
    expect(after.map(({ id }) => id)).toEqual([last.id, ...before.slice(0, -1).map(({ id }) => id)])
    expect(after.map(({ sort }) => sort)).toEqual(after.map(({ sort }) => sort).toSorted((a, b) => b - a))
  })
})
