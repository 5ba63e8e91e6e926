import { expect, it } from 'vitest'
import { greeting } from './greeting.ts'

it.each([
  [0, '早上好'],
  [7, '早上好'],
  [8, '上午好'],
  [11, '上午好'],
  [12, '中午好'],
  [13, '中午好'],
  [14, '下午好'],
  [17, '下午好'],
  [18, '晚上好'],
  [23, '晚上好'],
])('at %i the greeting is %s [A-329] [C-387]', (hour, text) => {
  expect(greeting(hour)).toBe(text)
})
