import fc from 'fast-check'
import { expect, it } from 'vitest'
import { aColumnFacts, anEntry, engineSource } from '#tests/builders/engineSite.ts'
import { type ListQuery, listAll, SiteIndex } from './siteIndex.ts'

const COLUMNS = [aColumnFacts(1, '新闻', 'news'), aColumnFacts(2, '动态', 'more')]
const entries = (count: number) =>
  Array.from({ length: count }, (_none, at) => anEntry(at + 1, (at % 2) + 1, `文章${at + 1}`, { promotions: at % 3 }))
const indexOf = (all: ReturnType<typeof entries>) =>
  new SiteIndex(engineSource({ columns: COLUMNS, entries: all, files: {} }))

it('a part of a list is that of the whole list without the entry that it leaves out', () => {
  const [index, all] = [indexOf(entries(12)), indexOf(entries(12))]
  const query = fc.record({
    columns: fc.subarray([1, 2]),
    flags: fc.nat(2),
    top: fc.nat(2),
    excludedId: fc.nat(14),
  })
  fc.assert(
    fc.property(query, fc.nat(13), fc.nat(13), (asked, offset, limit) => {
      const whole: ListQuery = { ...listAll([]), ...asked }
      const wanted = all.list({ ...whole, excludedId: 0 }).filter(({ id }) => id !== asked.excludedId)
      const { shown, total } = index.part(whole, offset, limit)
      expect(shown.map(({ id }) => id)).toEqual(wanted.slice(offset, offset + limit).map(({ id }) => id))
      expect(total).toBe(wanted.length)
    }),
  )
})

it('lists that leave out one entry each are sorted once, not once per entry', () => {
  let compared = 0
  const all = entries(300).map((entry) =>
    Object.defineProperty(entry, 'sort', {
      get: () => {
        compared += 1
        return 0
      },
    }),
  )
  const index = indexOf(all)
  const others = (id: number) => index.part({ ...listAll([1, 2]), excludedId: id }, 0, 5)
  others(1)
  const once = compared
  expect(once).toBeGreaterThan(0)
  for (const { id } of all) expect(others(id).shown).toHaveLength(5)
  expect(compared).toBe(once)
})
