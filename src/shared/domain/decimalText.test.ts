import { describe, expect, it } from 'vitest'
import { formatDecimal, isDecimalText, withDecimals } from './decimalText.ts'

describe('a decimal number as text', () => {
  it.each(['0', '-1', '1.0000', '123456789012345.1234567890', '0.1'])('is %o', (text) => {
    expect(isDecimalText(text)).toBe(true)
  })
  it.each(['', '1.', '.5', '01', '1e3', '1,000', '+1', ' 1', '1.12345678901', '1234567890123456', '一'])(
    'is not %o',
    (text) => {
      expect(isDecimalText(text)).toBe(false)
    },
  )
  it.each([
    [1.0234, '1.0234'],
    [100, '100'],
    [0, '0'],
    [-0, '0'],
    [1e-7, '0.0000001'],
    [-12.5, '-12.5'],
    [1e-11, ''],
    [1e15, ''],
    [999_999_999_999_999, '999999999999999'],
    [Number.NaN, ''],
    [-Infinity, ''],
  ])('of %o is %o', (value, text) => {
    expect(formatDecimal(value)).toBe(text)
  })
})

it.each([
  ['1.099', '1.0990'],
  ['1', '1.0000'],
  ['1.0990', '1.0990'],
  ['1.234567', '1.234567'],
  ['', ''],
])('%s has at least four places: %s', (text, shown) => {
  expect(withDecimals(text, 4)).toBe(shown)
})
