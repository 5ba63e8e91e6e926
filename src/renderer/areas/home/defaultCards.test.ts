import { expect, it } from 'vitest'
import { PERMISSION } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { aSession } from '#tests/builders/session.ts'
import { listDefaultCards } from './defaultCards.ts'

const who = (menus: readonly number[], codes: readonly number[]) =>
  aSession({
    groupId: 9,
    siteItemDTOList: [
      { siteId: 0, menuItemDTOList: menus.map((menuId) => ({ menuId, settingList: [] })) },
      { siteId: 1, menuItemDTOList: [{ menuId: 202, settingList: [...codes] }] },
    ],
  })

it('differs for administrators, editors, designers and readers', () => {
  expect(listDefaultCards(aSession())).toEqual([
    'tasks',
    'quick',
    'server',
    'recent',
    'drafts',
    'published',
    'workspaces',
    'sites',
  ])
  const writer = ['tasks', 'quick', 'recent', 'drafts', 'published', 'sites']
  expect(listDefaultCards(who([MENU.approvalTasks], [PERMISSION.edit]))).toEqual(writer)
  // The other numbering of the documents: 1 is 1101.
  expect(listDefaultCards(who([MENU.approvalTasks], [1]))).toEqual(writer)
  expect(listDefaultCards(who([MENU.dashboard, MENU.templates], [PERMISSION.status]))).toEqual([
    'quick',
    'workspaces',
    'recent',
    'sites',
    'published',
    'server',
  ])
  const reader = aSession({ groupId: 9, siteItemDTOList: who([], [PERMISSION.status]).siteItemDTOList.slice(1) })
  expect(listDefaultCards(reader)).toEqual(['quick', 'published', 'sites'])
})
