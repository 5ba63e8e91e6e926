import { expect, it } from 'vitest'
import { aColumn } from '#tests/builders/columnRow.ts'
import { countBelow, indexTree } from '#renderer/features/columns/columnTreeItems.ts'
import { filterTree } from './filterTree.ts'

const group = aColumn(201, '新闻中心', {
  child: [aColumn(202, '公司新闻'), aColumn(203, '行业动态', { child: [aColumn(204, '技术 NEWS')] })],
})
const tree = [group, aColumn(205, '关于我们', { enTitle: 'About us' })]
const titles = (text: string): string[] => [...indexTree(filterTree(tree, text)).values()].map((each) => each.title)

it('keeps the found columns and those above them', () => {
  expect(titles('公司')).toEqual(['新闻中心', '公司新闻'])
  expect(titles('技术')).toEqual(['新闻中心', '行业动态', '技术 NEWS'])
})
it('looks at both names, whatever the case', () => {
  expect(titles('news')).toEqual(['新闻中心', '行业动态', '技术 NEWS'])
  expect(titles('ABOUT')).toEqual(['关于我们'])
})
it('keeps all without a text, and nothing when nothing is found', () => {
  expect(filterTree(tree, '  ')).toBe(tree)
  expect(filterTree(tree, '没有')).toEqual([])
})
it('keeps the columns that it leaves as they are, so that their rows need no new drawing', () => {
  expect(filterTree(tree, 'ABOUT')[0]).toBe(tree[1])
  expect(filterTree(tree, '公司')[0]?.child[0]).toBe(group.child[0])
})
it('counts what stands below, chosen or not, once', () => {
  expect([countBelow([group]), countBelow([aColumn(1, 'x')]), countBelow([])]).toEqual([3, 0, 0])
  const [first, second] = group.child
  expect(countBelow([group, ...(first ? [first] : [])])).toBe(2)
  expect(countBelow([...(first ? [first] : []), ...(second ? [second] : [])])).toBe(1)
})
