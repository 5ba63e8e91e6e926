import { expect, it } from 'vitest'
import { aField } from '#tests/builders/field.ts'
import { matchByName } from './fieldMatch.ts'
import { grantorOf, indexGrants } from './grants.ts'

it('fields are matched by name, then by what people call them, within their type and each once', () => {
  const source = [
    aField('title', { fieldAlias: '标题' }),
    aField('intro', { fieldAlias: '摘要' }),
    aField('more', { fieldAlias: '摘要' }),
    aField('date', { fieldAlias: '日期' }),
    aField('none', { fieldAlias: '' }),
  ]
  const target = [
    aField('summary', { fieldAlias: '摘要' }),
    aField('title', { fieldAlias: '名称' }),
    // Its name has found its field already.
    aField('head', { fieldAlias: '标题' }),
    aField('date', { fieldAlias: '日期', fieldType: 'DateTime' }),
    aField('other', { fieldAlias: '' }),
  ]
  expect(matchByName(source, target)).toEqual([
    { sourceField: 'title', targetField: 'title' },
    { sourceField: 'intro', targetField: 'summary' },
  ])
})

it('an account may grant what it has: per site, menu and permission', () => {
  const menus = (menuId: number, ...settingList: number[]) => ({ menuItemDTOList: [{ menuId, settingList }] })
  const sites = [
    { siteId: 1, ...menus(5, 1101) },
    { siteId: 1, ...menus(5, 1104) },
    { siteId: 2, ...menus(9) },
  ]
  expect([...(indexGrants(sites).get(1)?.get(5) ?? [])]).toEqual([1101, 1104])
  const { menu, code } = grantorOf({ groupId: 7, siteItemDTOList: sites })
  expect([menu(1, 5), menu(2, 5), menu(3, 5), menu(0, 5), menu(0, 6)]).toEqual([true, false, false, true, false])
  expect([code(1, 5, 1104), code(1, 5, 1102), code(2, 5, 1101), code(3, 9, 1101)]).toEqual([true, false, false, false])
  const all = grantorOf({ groupId: 1, siteItemDTOList: [] })
  expect([all.menu(3, 3), all.code(3, 3, 3)]).toEqual([true, true])
})
