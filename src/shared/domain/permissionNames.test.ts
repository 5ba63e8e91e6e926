import { expect, it } from 'vitest'
import { PERMISSION_NAMES } from './permissionNames.ts'
import { PERMISSION } from './permissions.ts'

it('names every code once: those of content 1101–1119 and 1122, those of sheets 1120 and 1121 [C-273]', () => {
  const codes = PERMISSION_NAMES.map(({ id }) => id)
  expect(codes).toEqual(Array.from({ length: 22 }, (_each, at) => 1101 + at))
  expect([PERMISSION.exportSheet, PERMISSION.importSheet]).toEqual([1120, 1121])
  expect(new Set(PERMISSION_NAMES.map(({ title }) => title)).size).toBe(codes.length)
})
