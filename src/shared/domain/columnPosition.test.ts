import { expect, it } from 'vitest'
import { COLUMN_POSITIONS, offeredPositions } from './columnPosition.ts'

it('are top navigation, upper right, left and hot ranking [A-050]', () => {
  expect(COLUMN_POSITIONS).toEqual([
    { id: 1, title: '顶部导航' },
    { id: 2, title: '右上角' },
    { id: 3, title: '左侧' },
    { id: 4, title: '热门排行' },
  ])
})
it('are offered by modules 8 and 9 only, and 9 has the top navigation alone', () => {
  const offered = Array.from({ length: 10 }, (_, moduleId) => offeredPositions({ identifies: '', moduleId }))
  expect(offered).toEqual([[], [], [], [], [], [], [], [], [1, 2, 3, 4], [1]])
})
it('are all offered to columns with a mark', () => {
  expect(offeredPositions({ identifies: 'banner', moduleId: 0 })).toEqual([1, 2, 3, 4])
})
