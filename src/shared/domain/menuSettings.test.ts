import { expect, it } from 'vitest'
import { offeredSettings } from './menuSettings.ts'
import { PERMISSION } from './permissions.ts'
import { MENU } from './systemMenus.ts'

const { exportSheet, importSheet } = PERMISSION

it('a screen with sheets offers their permissions and those of its column', () => {
  expect(offeredSettings(0, MENU.account, [])).toEqual([exportSheet, importSheet])
  expect(offeredSettings(0, MENU.netValue, [PERMISSION.edit, importSheet])).toEqual([PERMISSION.edit, importSheet])
})

it('a column of a site offers its own alone', () => {
  expect(offeredSettings(1, MENU.account, [PERMISSION.edit])).toEqual([PERMISSION.edit])
})
