import { expect, it } from 'vitest'
import { manageUrlOf, offersPermission, initialPermissions } from './columnType.ts'

const offered = (menuType: number) =>
  [1101, 1102, 1103, 1104, 1105, 1106, 1107, 1108, 1119, 1120, 1121, 1122].filter((code) =>
    offersPermission(menuType, code),
  )

it('a single article starts with 1102 to 1105 and offers no other [A-158] [A-159]', () => {
  expect([manageUrlOf(0, 210), initialPermissions(0), offered(0)]).toEqual([
    '/admin/menu_manage/210',
    [1102, 1103, 1104, 1105],
    [1102, 1103, 1104, 1105],
  ])
})
it('a list starts with 1101 to 1107 and 1122 [A-160] [A-161]', () => {
  expect([manageUrlOf(1, 210), initialPermissions(1)]).toEqual([
    '/admin/model_manage/210',
    [1101, 1102, 1103, 1104, 1105, 1106, 1107, 1122],
  ])
  expect(offered(1)).toHaveLength(12)
})
it.each([2, 3, 99])('type %i is a plain column: 1105 and no address [A-139] [A-157]', (menuType) => {
  expect([manageUrlOf(menuType, 210), initialPermissions(menuType)]).toEqual(['', [1105]])
})
it('no type offers a code that does not exist', () => {
  for (const menuType of [0, 1, 2])
    for (const code of [0, 1100, 1123]) expect(offersPermission(menuType, code)).toBe(false)
})
