import { describe, expect, it } from 'vitest'
import { type ContentAction, contentRefusal, optionRefusal } from './contentAccess.ts'
import { type Authority, SUPER_GROUP } from './permissions.ts'
import { optionOf, PROMOTIONS } from './promotions.ts'

const COLUMN = { id: 300, siteId: 1, title: '集团新闻' }
const who = (...settingList: number[]): Authority => ({
  groupId: 9,
  siteItemDTOList: [{ siteId: 1, menuItemDTOList: [{ menuId: 300, settingList }] }],
})
const SUPER: Authority = { groupId: SUPER_GROUP, siteItemDTOList: [] }
/** The column of another site and another column of the site. */
const BESIDE: Authority = {
  groupId: 9,
  siteItemDTOList: [{ siteId: 1, menuItemDTOList: [{ menuId: 301, settingList: [1101, 1102, 1103, 1104] }] }],
}
const ELSEWHERE: Authority = {
  groupId: 9,
  siteItemDTOList: [{ siteId: 2, menuItemDTOList: [{ menuId: 300, settingList: [1101, 1102, 1103, 1104] }] }],
}

const NEEDS: Record<Exclude<ContentAction, 'read'>, number> = {
  add: 1101,
  openBins: 1101,
  edit: 1102,
  copy: 1102,
  sort: 1102,
  remove: 1103,
  publish: 1104,
  copyMany: 1104,
  export: 1120,
  import: 1121,
  status: 1122,
}
const actions = Object.entries(NEEDS) as [Exclude<ContentAction, 'read'>, number][]
const ALL = [1101, 1102, 1103, 1104, 1105, 1120, 1121, 1122]

describe('what may be done to the content of a column', () => {
  it.each(actions)('%s needs code %i of the column, and no other will do', (action, code) => {
    expect(contentRefusal(who(code), COLUMN, action)).toBeNull()
    const others = who(...ALL.filter((each) => each !== code))
    expect(contentRefusal(others, COLUMN, action)).toMatch(/^您没有在栏目“集团新闻”中.+的权限$/)
    expect(contentRefusal(SUPER, COLUMN, action)).toBeNull()
  })
  it.each([...actions.map(([action]) => action), 'read' as const])(
    '%s in a column or a site that is not granted is refused without its title',
    (action) => {
      expect(contentRefusal(BESIDE, COLUMN, action)).toBe('您没有该栏目的权限')
      expect(contentRefusal(ELSEWHERE, COLUMN, action)).toBe('您没有该站点的权限')
      expect(contentRefusal({ groupId: 9, siteItemDTOList: [] }, COLUMN, action)).toBe('您没有该站点的权限')
    },
  )
  it('reading needs the column with whatever code', () => {
    expect(contentRefusal(who(), COLUMN, 'read')).toBeNull()
    expect(contentRefusal(SUPER, COLUMN, 'read')).toBeNull()
  })
})

describe('the small codes of variant B', () => {
  const SMALL: Partial<Record<(typeof actions)[number][0], number>> = {
    add: 1,
    openBins: 1,
    edit: 2,
    copy: 2,
    sort: 2,
    remove: 3,
    publish: 4,
    copyMany: 4,
    status: 22,
  }
  const all = Array.from({ length: 22 }, (_each, at) => at + 1)
  it.each(Object.entries(SMALL) as [keyof typeof SMALL, number][])(
    'let %s by code %i, as variant A does by 1100 more, and by no other [B-275] [B-276] [B-289] [B-290] [B-291] [B-292] [B-305]',
    (action, small) => {
      expect(contentRefusal(who(small), COLUMN, action)).toBeNull()
      expect(contentRefusal(who(1100 + small), COLUMN, action)).toBeNull()
      const others = who(...all.filter((each) => each !== small))
      expect(contentRefusal(others, COLUMN, action)).toMatch(/^您没有在栏目“集团新闻”中.+的权限$/)
    },
  )
  it('are none for sheets', () => {
    expect(contentRefusal(who(...all), COLUMN, 'export')).not.toBeNull()
    expect(contentRefusal(who(...all), COLUMN, 'import')).not.toBeNull()
  })
  it.each([
    ['B-293', 'indexTop', 8],
    ['B-294', 'indexHot', 9],
    ['B-295', 'indexElite', 10],
    ['B-296', 'channelTop', 11],
    ['B-297', 'channelHot', 12],
    ['B-298', 'channelElite', 13],
    ['B-299', 'menuTop', 14],
    ['B-300', 'menuHot', 15],
    ['B-301', 'menuElite', 16],
    ['B-302', 'navElite', 17],
    ['B-303', 'rightElite', 18],
    ['B-304', 'leftElite', 19],
  ] as const)('[%s] set and cancel %s by code %i and by no other', (_row, flag, small) => {
    for (const on of [true, false]) {
      expect(optionRefusal(who(small), COLUMN, optionOf(flag, on))).toBeNull()
      const others = who(...all.filter((each) => each !== small))
      expect(optionRefusal(others, COLUMN, optionOf(flag, on))).toMatch(/的权限$/)
    }
  })
})

describe('setting and cancelling a flag', () => {
  it.each(PROMOTIONS.map(({ flag, title }, at) => [title, flag, 1108 + at] as const))(
    '%s (%s) needs code %i [B-277] [B-278] [B-279] [B-280] [B-281] [B-282] [B-283] [B-284] [B-285] [B-286] [B-287] [B-288]',
    (title, flag, code) => {
      for (const on of [true, false]) {
        const option = optionOf(flag, on)
        expect(optionRefusal(who(code), COLUMN, option)).toBeNull()
        const others = PROMOTIONS.map((_each, at) => 1108 + at).filter((each) => each !== code)
        expect(optionRefusal(who(...others), COLUMN, option)).toBe(`您没有在栏目“集团新闻”中设置“${title}”的权限`)
        expect(optionRefusal(BESIDE, COLUMN, option)).toBe('您没有该栏目的权限')
        expect(optionRefusal(ELSEWHERE, COLUMN, option)).toBe('您没有该站点的权限')
      }
    },
  )
  it('other numbers are refused', () => {
    for (const option of [0, 25, 1.5, -1, NaN]) expect(optionRefusal(SUPER, COLUMN, option)).toMatch(/1 到 24/)
  })
})
