import { expect, it } from 'vitest'
import { aColumn } from '#tests/builders/columnRow.ts'
import { listChannels } from './channels.ts'

it('leaves out columns with ids below 100 and shows what stands below them in their place [A-040]', () => {
  const deep = aColumn(101, '深', { child: [aColumn(102, '更深')] })
  const tree = [aColumn(42, '我的', { child: [aColumn(99, '系统', { child: [deep] })] }), aColumn(100, '新闻')]
  expect(listChannels(tree).map(({ id }) => id)).toEqual([101, 100])
})

it('answers the very list when nothing is hidden', () => {
  const tree = [aColumn(100, '新闻')]
  expect(listChannels(tree)).toBe(tree)
})
