import { describe, expect, it } from 'vitest'
import { optionOf, packPromotions, PROMOTIONS, promotionCode, parseOption, unpackPromotions } from './promotions.ts'

describe('promotions of content', () => {
  it('have option numbers 1 to 24 in pairs, set then cancel', () => {
    const numbers = PROMOTIONS.flatMap(({ flag }) => [optionOf(flag, true), optionOf(flag, false)])
    expect(numbers).toEqual(Array.from({ length: 24 }, (_none, at) => at + 1))
    expect(
      numbers.map((number) => parseOption(number)).map((option) => option && optionOf(option.flag, option.on)),
    ).toEqual(numbers)
    expect([0, 25, 1.5, -1, Number.NaN].map(parseOption)).toEqual(Array(5).fill(undefined))
  })
  it('have the codes 1108 to 1119', () => {
    expect(PROMOTIONS.map(({ flag }) => promotionCode(flag))).toEqual(
      Array.from({ length: 12 }, (_none, at) => 1108 + at),
    )
  })
  it.each([
    ['B-197', '首页置顶', 1, 1108],
    ['B-198', '首页热门', 3, 1109],
    ['B-199', '首页推荐', 5, 1110],
    ['B-200', '频道置顶', 7, 1111],
    ['B-201', '频道热门', 9, 1112],
    ['B-202', '频道推荐', 11, 1113],
    ['B-203', '栏目页置顶', 13, 1114],
    ['B-204', '栏目页热门', 15, 1115],
    ['B-205', '栏目页推荐', 17, 1116],
    ['B-206', '导航推荐', 19, 1117],
    ['B-207', '右侧推荐', 21, 1118],
    ['B-208', '左侧推荐', 23, 1119],
  ])('[%s] %s is set by %i and cancelled by the next, with the code %i', (_row, title, set, code) => {
    expect(parseOption(set)).toMatchObject({ title, on: true })
    const cancel = parseOption(set + 1)
    expect(cancel).toMatchObject({ title, on: false })
    expect(cancel && promotionCode(cancel.flag)).toBe(code)
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
