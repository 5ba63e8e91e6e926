import { describe, expect, it } from 'vitest'
import { optionOf, packPromotions, PROMOTIONS, promotionCode, readOption, unpackPromotions } from './promotions.ts'

describe('promotions of content', () => {
  it('have option numbers 1 to 24 in pairs, set then cancel', () => {
    const numbers = PROMOTIONS.flatMap(({ flag }) => [optionOf(flag, true), optionOf(flag, false)])
    expect(numbers).toEqual(Array.from({ length: 24 }, (_none, at) => at + 1))
    expect(
      numbers.map((number) => readOption(number)).map((option) => option && optionOf(option.flag, option.on)),
    ).toEqual(numbers)
    expect([0, 25, 1.5, -1, Number.NaN].map(readOption)).toEqual(Array(5).fill(undefined))
  })
  it('have the codes 1108 to 1119', () => {
    expect(PROMOTIONS.map(({ flag }) => promotionCode(flag))).toEqual(
      Array.from({ length: 12 }, (_none, at) => 1108 + at),
    )
  })
  it('are kept as bits', () => {
    expect(unpackPromotions(packPromotions({ indexTop: true, leftElite: true }))).toMatchObject({
      indexTop: true,
      indexHot: false,
      leftElite: true,
    })
    expect(packPromotions(unpackPromotions(0b101010101010))).toBe(0b101010101010)
  })
})
