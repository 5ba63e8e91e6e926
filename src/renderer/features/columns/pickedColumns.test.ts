import { expect, it } from 'vitest'
import type { Authority } from '#shared/domain/permissions.ts'
import { pickedColumns } from './pickedColumns.ts'

const grants = [{ menuId: 202, settingList: [1105] }]
const editor: Authority = {
  groupId: 5,
  siteItemDTOList: [
    { siteId: 1, menuItemDTOList: grants },
    { siteId: 2, menuItemDTOList: [{ menuId: 301, settingList: [] }] },
  ],
}

it('are the ticked ones for a super administrator', () => {
  expect(pickedColumns({ groupId: 1, siteItemDTOList: [] }, 1, new Set([201, 202]))).toEqual([201, 202])
})
it('leave out what is not granted in this site', () => {
  expect(pickedColumns(editor, 1, new Set([201, 202, 301]))).toEqual([202])
})
