import { expect, it } from 'vitest'
import type { Classify } from '#shared/contract/classify.ts'
import { anEntry } from '#tests/builders/classifyRow.ts'
import { indexTree, NEW_ID, withNew } from '#renderer/ui/rowEdit/rowTree.ts'
import { filterEntries, createNewEntry } from './tree.ts'

const tree = [
  anEntry(1, '地区', {
    child: [anEntry(2, '广东省', { subTitle: 'GD', child: [anEntry(3, '广州市')] }), anEntry(4, '云南省')],
  }),
  anEntry(5, '行业'),
]
const ids = (entries: readonly Classify[]): number[] => [...indexTree(entries).keys()]

it('keeps the found entries, those above and those below them, by both texts and whatever the case', () => {
  expect(ids(filterEntries(tree, '云南'))).toEqual([1, 4])
  expect(ids(filterEntries(tree, 'gd'))).toEqual([1, 2, 3])
  expect(filterEntries(tree, '没有')).toEqual([])
  expect(filterEntries(tree, ' ')).toBe(tree)
})
it('keeps a matching entry unchanged, so that its row does not render again', () => {
  expect(filterEntries(tree, '行业')[0]).toBe(tree[1])
  expect(filterEntries(tree, '广东')[0]?.child[0]).toBe(tree[0]?.child[0])
})
it('keeps the entry that is being edited, whatever is searched for', () => {
  expect(ids(filterEntries(tree, '云南', 3))).toEqual([1, 2, 3, 4])
})
it('puts an empty row below a parent or at the end, and leaves the other branches alone', () => {
  expect(ids(withNew(tree, 0, createNewEntry(0)))).toEqual([1, 2, 3, 4, 5, NEW_ID])
  const below = withNew(tree, 2, createNewEntry(2))
  expect(ids(below)).toEqual([1, 2, 3, NEW_ID, 4, 5])
  expect(below[1]).toBe(tree[1])
  expect(below[0]?.child[1]).toBe(tree[0]?.child[1])
})
it('knows how deep an entry stands and how many are below it', () => {
  const index = indexTree(tree)
  expect([1, 2, 3, 5].map((id) => [index.get(id)?.level, index.get(id)?.below])).toEqual([
    [1, 3],
    [2, 1],
    [3, 0],
    [1, 0],
  ])
})
