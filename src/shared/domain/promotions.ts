/** B·§3, B·§4: the twelve promotions of an entry, in the order of their codes and option numbers. */
export const PROMOTIONS = [
  { flag: 'indexTop', title: '首页置顶' },
  { flag: 'indexHot', title: '首页热门' },
  { flag: 'indexElite', title: '首页推荐' },
  { flag: 'channelTop', title: '频道置顶' },
  { flag: 'channelHot', title: '频道热门' },
  { flag: 'channelElite', title: '频道推荐' },
  { flag: 'menuTop', title: '栏目页置顶' },
  { flag: 'menuHot', title: '栏目页热门' },
  { flag: 'menuElite', title: '栏目页推荐' },
  { flag: 'navElite', title: '导航推荐' },
  { flag: 'rightElite', title: '右侧推荐' },
  { flag: 'leftElite', title: '左侧推荐' },
] as const
export type PromotionFlag = (typeof PROMOTIONS)[number]['flag']
export type Promotions = Record<PromotionFlag, boolean>

/** B·§6: 1108 home top to 1119 left recommend. */
const FIRST_CODE = 1108
/** The permission code for setting and clearing the flag. */
export const promotionCode = (flag: PromotionFlag): number =>
  FIRST_CODE + PROMOTIONS.findIndex((each) => each.flag === flag)

/** B·§4: option numbers come in pairs, set then clear, from 1/2 home top to 23/24 left recommend. */
export const optionOf = (flag: PromotionFlag, on: boolean): number =>
  2 * PROMOTIONS.findIndex((each) => each.flag === flag) + (on ? 1 : 2)

/** Parses an option number; undefined outside 1 to 24. */
export function parseOption(optionType: number): { flag: PromotionFlag; title: string; on: boolean } | undefined {
  const promotion = Number.isInteger(optionType) ? PROMOTIONS[(optionType - 1) >> 1] : undefined
  return promotion && { ...promotion, on: optionType % 2 === 1 }
}

/** Converts the flags to bits of one number, home top the lowest, and back. */
export const packPromotions = (flags: Partial<Promotions>): number =>
  PROMOTIONS.reduce((bits, { flag }, at) => (flags[flag] ? bits | (1 << at) : bits), 0)
export const unpackPromotions = (bits: number): Promotions =>
  Object.fromEntries(PROMOTIONS.map(({ flag }, at) => [flag, (bits & (1 << at)) !== 0])) as Promotions

const POSITIONS: ReadonlyMap<string, number> = new Map(PROMOTIONS.map(({ flag }, at) => [flag, at]))
/** Reads one packed flag by its name; undefined for an unknown name. */
export function readPromotion(bits: number, name: string): boolean | undefined {
  const at = POSITIONS.get(name)
  return at === undefined ? undefined : (bits & (1 << at)) !== 0
}
