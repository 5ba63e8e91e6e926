import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  areAllTicked,
  copyTicks,
  toMenuItems,
  readTicks,
  rebaseTicks,
  areTicksEqual,
  tickDifferences,
  type TickMenu,
  tickMenus,
  type Ticks,
  tickSetting,
  tickSettings,
} from './roleTicks.ts'

const NAMES = new Map([
  [1101, '新增'],
  [1102, '编辑'],
  [1103, '删除'],
])
const menu = (menuId: number, menuName: string, codes: number[] = [], more: Partial<TickMenu> = {}): TickMenu => ({
  menuId,
  menuName,
  fixed: false,
  checked: false,
  settingVOList: codes.map((id) => ({ id, name: NAMES.get(id) ?? String(id), checked: false })),
  child: [],
  ...more,
})

/** 新闻 (编辑) with 国内 (新增 编辑) and 国际 (删除), and 我的 with 个人信息. */
const TREE = [
  menu(10, '新闻', [1102], { child: [menu(11, '国内', [1101, 1102]), menu(12, '国际', [1103])] }),
  menu(42, '我的', [], { child: [menu(43, '个人信息', [1102])] }),
]
const [NEWS] = TREE as [TickMenu]
const NOTHING: Ticks = new Map()
const MINE = { 42: [], 43: [1102] }
const shown = (ticks: Ticks): Record<string, number[]> =>
  Object.fromEntries([...ticks].map(([menuId, codes]) => [menuId, [...codes].toSorted((a, b) => a - b)]))
const ticksOf = (of: Record<number, number[]>): Ticks =>
  new Map(Object.entries(of).map(([menuId, codes]) => [Number(menuId), new Set(codes)]))

describe('ticking', () => {
  it('ticking a menu ticks its settings and descendants, and unticking removes them [C-066] [C-068]', () => {
    const ticked = tickMenus(NOTHING, [NEWS], true)
    expect(shown(ticked)).toEqual({ 10: [1102], 11: [1101, 1102], 12: [1103] })
    expect(shown(tickMenus(ticked, [NEWS.child[0] as TickMenu], false))).toEqual({ 10: [1102], 12: [1103] })
    expect(shown(tickMenus(ticked, [NEWS], false))).toEqual({})
  })
  it('ticking a setting ticks its menu; unticking the last one keeps the menu [C-067]', () => {
    const ticked = tickSetting(NOTHING, 11, 1101, true)
    expect(shown(ticked)).toEqual({ 11: [1101] })
    expect(shown(tickSetting(ticked, 11, 1101, false))).toEqual({ 11: [] })
    expect(shown(NOTHING), 'the state before stays as it was').toEqual({})
  })
  it('never touches 我的 and what is below it, nor what the caller does not hold', () => {
    const held = ticksOf(MINE)
    expect(shown(tickMenus(held, TREE, false))).toEqual(MINE)
    expect(shown(tickMenus(held, TREE, true))).toEqual({ ...MINE, 10: [1102], 11: [1101, 1102], 12: [1103] })
    const fixed = [menu(10, '新闻', [], { fixed: true, child: [menu(11, '国内', [1101])] })]
    expect(shown(tickMenus(NOTHING, fixed, true))).toEqual({ 11: [1101] })
    expect(areAllTicked(ticksOf({ 11: [1101] }), fixed)).toBe(true)
  })
  it('one setting of all menus touches those alone that offer it', () => {
    const ticked = tickSettings(NOTHING, TREE, 1102, true)
    expect(shown(ticked)).toEqual({ 10: [1102], 11: [1102] })
    expect(shown(tickSettings(ticked, TREE, 1102, false))).toEqual({ 10: [], 11: [] })
  })
  it('is complete when every menu has every setting', () => {
    expect(areAllTicked(NOTHING, TREE)).toBe(false)
    const ticked = tickMenus(NOTHING, TREE, true)
    expect(areAllTicked(ticked, TREE)).toBe(true)
    expect(areAllTicked(tickSetting(ticked, 12, 1103, false), TREE)).toBe(false)
  })
})

describe('what the server says', () => {
  it('is read with 我的 always ticked, and a ticked setting ticking its menu', () => {
    const tree = [
      menu(10, '新闻', [], { checked: true }),
      menu(11, '产品', [], { settingVOList: [{ id: 1101, name: '新增', checked: true }] }),
      menu(12, '招聘', [1101]),
      menu(42, '我的', [], { child: [menu(43, '个人信息', [1102])] }),
    ]
    expect(shown(readTicks(tree))).toEqual({ ...MINE, 10: [], 11: [1101] })
  })
  it('comes back as it was when nothing is changed', () => {
    const ticks = ticksOf({ 10: [], 11: [1102, 1101], 12: [1103] })
    expect(toMenuItems(TREE, ticks)).toEqual([
      { menuId: 10, settingList: [] },
      { menuId: 11, settingList: [1101, 1102] },
      { menuId: 12, settingList: [1103] },
    ])
    expect(areTicksEqual(ticks, ticksOf({ 12: [1103], 10: [], 11: [1101, 1102] }))).toBe(true)
    expect(areTicksEqual(ticks, ticksOf({ 10: [], 11: [1101, 1102] }))).toBe(false)
  })
})

describe('what differs', () => {
  it('names menus by their way and settings by their names', () => {
    expect(tickDifferences(TREE, ticksOf({ 10: [1102], 11: [1101] }), ticksOf({ 11: [1102], 12: [1103] }))).toEqual([
      { menuId: 10, path: '新闻', menu: 'removed', added: [], removed: ['编辑'] },
      { menuId: 11, path: '新闻 / 国内', menu: 'kept', added: ['编辑'], removed: ['新增'] },
      { menuId: 12, path: '新闻 / 国际', menu: 'added', added: ['删除'], removed: [] },
    ])
    expect(tickDifferences(TREE, ticksOf({ 10: [] }), ticksOf({ 10: [] }))).toEqual([])
  })
})

describe('a change over that of another user', () => {
  it('keeps both, and the own one where both touched the same', () => {
    const base = ticksOf({ 10: [1102], 11: [1101] })
    const mine = ticksOf({ 10: [], 11: [1101, 1102] })
    const latest = ticksOf({ 10: [1102], 11: [], 12: [1103] })
    expect(shown(rebaseTicks(base, mine, latest))).toEqual({ 10: [], 11: [1102], 12: [1103] })
    expect(shown(rebaseTicks(base, ticksOf({ 11: [1101] }), latest)), 'a menu that was unticked').toEqual({
      11: [],
      12: [1103],
    })
  })
  it('is the latest when nothing was changed, and mine when nobody else changed anything', () => {
    const codes = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 4 })
    const ticks = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 4 }), codes), { maxLength: 4 })
      .map((menus): Ticks => new Map(menus.map(([menuId, list]) => [menuId, new Set(list)])))
    fc.assert(
      fc.property(ticks, ticks, (a, b) => {
        expect(areTicksEqual(rebaseTicks(a, a, b), b)).toBe(true)
        expect(areTicksEqual(rebaseTicks(a, b, a), b)).toBe(true)
        expect(areTicksEqual(rebaseTicks(a, b, b), b)).toBe(true)
      }),
    )
  })
})

describe('copying', () => {
  it('from another group matches by id, and only grants offered settings', () => {
    const from = { menus: TREE, ticks: ticksOf({ 11: [1101, 1102, 1199] }), sameSite: true }
    const copied = copyTicks(from, { menus: TREE, ticks: ticksOf({ ...MINE, 12: [1103] }) })
    expect(shown(copied.ticks)).toEqual({ ...MINE, 11: [1101, 1102] })
    expect(copied).toMatchObject({ matched: 3, unmatched: 0 })
  })
  it('from another site matches by names, and keeps menus without a match', () => {
    const other = [menu(110, '新闻', [1102], { child: [menu(111, '国内', [1102]), menu(113, '体育', [1101])] })]
    const from = { menus: TREE, ticks: ticksOf({ 10: [1102], 11: [1101, 1102] }), sameSite: false }
    const copied = copyTicks(from, { menus: other, ticks: ticksOf({ 113: [1101] }) })
    expect(shown(copied.ticks)).toEqual({ 110: [1102], 111: [1102], 113: [1101] })
    expect(copied).toMatchObject({ matched: 2, unmatched: 1 })
  })
})
