import { expect, it } from 'vitest'
import type { SerializedEntry } from './facts.ts'
import { packEntries, unpackEntries } from './packedEntries.ts'

const entry = (id: number, title: string): SerializedEntry => ({
  id,
  columnId: 7,
  title,
  date: '2026-01-02 03:04:05',
  sort: -3,
  promotions: 5,
  hits: 2 ** 40,
  revision: `${id}.1.2`,
  fields: JSON.stringify({ title, summary: '摘要 “引号” \u0000 😀', source: '' }),
})

it('entries are in a thread what they were outside of it, whatever their texts hold', () => {
  const sent = ['标题', '', 'a\u0000b', '😀 emoji', 'x'.repeat(5000)].map((title, at) => entry(at + 1, title))
  const { numbers, texts } = packEntries(sent)
  const got = unpackEntries(structuredClone({ numbers, texts }, { transfer: [numbers.buffer, texts.buffer] }))
  const seen = got.map(({ id, columnId, title, date, sort, promotions, hits, revision, fields }) => ({
    id,
    columnId,
    title,
    date,
    sort,
    promotions,
    hits,
    revision,
    fields: JSON.stringify(fields),
  }))
  expect(seen).toEqual(sent)
  expect(unpackEntries(packEntries([]))).toEqual([])
})
