import { describe, expect, it } from 'vitest'
import { menu, open, session } from '../contract/define.ts'
import { type Authority, can, canSeeMenu, canUseSite, firstSiteId, hasRole, PERMISSION } from './permissions.ts'
import { mayCall } from './callAccess.ts'
import { MENU, SYSTEM_MENUS } from './systemMenus.ts'

const superAdmin: Authority = { groupId: 1, siteItemDTOList: [] }
const nobody: Authority = { groupId: 9, siteItemDTOList: [] }
const editor: Authority = {
  groupId: 2,
  siteItemDTOList: [
    { siteId: 0, menuItemDTOList: [{ menuId: MENU.content, settingList: [] }] },
    { siteId: 5, menuItemDTOList: [{ menuId: 200, settingList: [PERMISSION.add, PERMISSION.edit] }] },
    { siteId: 6, menuItemDTOList: [] },
  ],
}

describe('permissions', () => {
  it('grants the super administrators everything', () => {
    expect([
      hasRole(superAdmin),
      canSeeMenu(superAdmin, MENU.log),
      canUseSite(superAdmin, 77),
      can(superAdmin, { siteId: 3, menuId: 4, code: 1101 }),
    ]).toEqual([true, true, true, true])
  })
  it('knows an account without an operating role', () => {
    expect([hasRole(nobody), canSeeMenu(nobody, MENU.mine), canUseSite(nobody, 5)]).toEqual([false, false, false])
  })
  it('checks a code by site and column together', () => {
    expect(can(editor, { siteId: 5, menuId: 200, code: PERMISSION.add })).toBe(true)
    expect(can(editor, { siteId: 5, menuId: 200, code: PERMISSION.remove })).toBe(false)
    expect(can(editor, { siteId: 5, menuId: 201, code: PERMISSION.add })).toBe(false)
    expect(can(editor, { siteId: 6, menuId: 200, code: PERMISSION.add })).toBe(false)
  })
  it('lets a role into the sites that it holds a column of', () => {
    expect([5, 6, 7, 0].map((id) => canUseSite(editor, id))).toEqual([true, false, false, true])
  })
  it('always grants menu 42 and the menus below it to accounts with a role', () => {
    expect([MENU.mine, MENU.profile, MENU.siteMail, MENU.templates].map((m) => canSeeMenu(editor, m))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
  it('answers who may call an operation', () => {
    expect([
      mayCall(open, null),
      mayCall(session, null),
      mayCall(session, nobody),
      mayCall(menu(MENU.content), editor),
      mayCall(menu(MENU.templates), editor),
      mayCall(menu(MENU.templates), null),
    ]).toEqual(['yes', 'sign-in', 'yes', 'yes', 'no', 'sign-in'])
  })
  it('starts at the first site that is not the system [C-272]', () => {
    expect([firstSiteId(editor), firstSiteId(nobody)]).toEqual([5, 0])
  })
})

describe('system menus', () => {
  it('have each number once, a parent that is there, and a route unless they are groups', () => {
    const ids = SYSTEM_MENUS.map((m) => m.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set<number>(Object.values(MENU))).toEqual(new Set(ids))
    for (const m of SYSTEM_MENUS) {
      expect(m.parentId === 0 || ids.includes(m.parentId), m.title).toBe(true)
      expect(Boolean(m.path), m.title).toBe(m.parentId !== 0)
    }
  })
  it('puts the pending list at the address that document 002 states', () => {
    expect(SYSTEM_MENUS.find((m) => m.id === 179)).toMatchObject({ parentId: 176, path: '/U176/U179' })
  })
})
