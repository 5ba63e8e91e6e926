import { expect, it } from 'vitest'
import { writeError } from './writeError.ts'

it.each([
  ['ENOSPC', 'no-space', '磁盘空间不足，请清理后重试'],
  ['EDQUOT', 'no-space', '磁盘空间不足，请清理后重试'],
  ['EROFS', 'read-only', '不能写入“/d/a”，请检查权限或选择其他位置'],
  ['EACCES', 'read-only', '不能写入“/d/a”，请检查权限或选择其他位置'],
])('a write that fails with %s is %s and names the remedy', (code, expected, message) => {
  expect(writeError(Object.assign(new Error(), { code }), '/d/a')).toMatchObject({ code: expected, message })
})
it('leaves other failures to the caller', () => {
  expect(writeError(new Error('no disk'), '/d/a')).toBeNull()
})
