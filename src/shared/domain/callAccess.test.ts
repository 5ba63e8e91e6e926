import { describe, expect, it } from 'vitest'
import { button, menu, open, role, session } from '../contract/access.ts'
import { idsAt, mayCall, targetRefusal } from './callAccess.ts'
import type { Authority } from './permissions.ts'
import { MENU } from './systemMenus.ts'

/** Holds the menu 模板 of the system, and in site 1 the column 5 with these permission ids. */
const who = (...settingList: number[]): Authority => ({
  groupId: 7,
  siteItemDTOList: [
    { siteId: 0, menuItemDTOList: [{ menuId: MENU.templates, settingList: [1101] }] },
    { siteId: 1, menuItemDTOList: [{ menuId: 5, settingList }] },
  ],
})
const nobody: Authority = { groupId: 7, siteItemDTOList: [] }
const boss: Authority = { groupId: 1, siteItemDTOList: [] }
const own = { id: 5, siteId: 1, title: '新闻' }

describe('whether a call may be made at all', () => {
  it.each([
    [open, 'yes', 'yes', 'yes'],
    [session, 'sign-in', 'yes', 'yes'],
    [role, 'sign-in', 'no', 'yes'],
    [menu(MENU.templates), 'sign-in', 'no', 'yes'],
    [menu(MENU.label, MENU.templates), 'sign-in', 'no', 'yes'],
    [menu(MENU.label), 'sign-in', 'no', 'no'],
    [button(MENU.templates, 1101), 'sign-in', 'no', 'yes'],
    [button(MENU.templates, 1103), 'sign-in', 'no', 'no'],
  ] as const)('%o', (access, stranger, withoutRole, holder) => {
    expect([mayCall(access, null), mayCall(access, nobody), mayCall(access, who())]).toEqual([
      stranger,
      withoutRole,
      holder,
    ])
    expect(mayCall(access, boss)).toBe('yes')
  })
})

it.each([
  ['siteId', { siteId: 3 }, [3]],
  ['siteIds[]', { siteIds: [3, 0, 4, 3, '5', null] }, [3, 4]],
  ['list[].classId', { list: [{ classId: 8 }, { classId: 0 }, {}, null] }, [8]],
  ['[]', [6, 7], [6, 7]],
  ['siteId', null, []],
  ['siteId', { siteId: '3' }, []],
  ['siteIds[]', { siteIds: 3 }, []],
])('the ids at %s of %j are %j', (path, input, ids) => {
  expect(idsAt(input, path)).toEqual(ids)
})

describe('the sites and columns that a call names', () => {
  const read = (authority: Authority, columns = [own]) =>
    targetRefusal(authority, { of: 'content', path: 'classId', actions: ['edit', 'publish'] }, { ids: [5], columns })

  it('are asked for one by one: each action that is named suffices, each column needs one', () => {
    expect([read(who(1102)), read(who(1104)), read(boss), read(who(1102), [])]).toEqual([null, null, null, null])
    expect(read(who(1103))).toMatch(/权限/)
    expect(read(who(1102), [own, { ...own, id: 6 }])).toMatch(/权限/)
    expect(read(who(), [{ ...own, siteId: 0 }]), 'a menu of the system holds no content').toBeNull()
  })

  it('of a site need the site', () => {
    const place = { of: 'site', path: 'siteId' } as const
    expect(targetRefusal(who(1101), place, { ids: [1], columns: [] })).toBeNull()
    expect(targetRefusal(who(1101), place, { ids: [1, 2], columns: [] })).toBe('您没有该站点的权限')
    expect(targetRefusal(who(1101), place, { ids: [], columns: [] })).toBeNull()
  })
})
