import { expect, it } from 'vitest'
import { minTableWidth } from './columnWidths.ts'

it('a table is no narrower than its columns: those in pixels, shares with their least width, and 120 px for the others', () => {
  const columns = [{ width: '98px' }, { width: '8%', minWidth: 80 }, { width: '26%' }, {}]
  expect(minTableWidth(columns, false)).toBe(98 + 80 + 120 + 120)
  expect(minTableWidth(columns, true)).toBe(98 + 80 + 120 + 120 + 44)
})
