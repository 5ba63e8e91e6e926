import { expect, it } from 'vitest'
import { writeError } from './writeError.ts'

it.each([
  ['ENOSPC', 'no-space', '磁盘空间不足，请清理后重试'],
  ['EDQUOT', 'no-space', '磁盘空间不足，请清理后重试'],
  ['EROFS', 'read-only', '无法写入“/d/a”，请检查权限或选择其他位置'],
  [
    'ESTALE',
    'read-only',
    '暂时无法读写“/d/a”（ESTALE）：网络盘可能已断开，或文件正被其他程序占用，请稍后重试或换到本机磁盘',
  ],
  ['EACCES', 'read-only', '无法写入“/d/a”，请检查权限或选择其他位置'],
])('a write that fails with %s is %s and names the remedy', (code, expected, message) => {
  expect(writeError(Object.assign(new Error(), { code }), '/d/a')).toMatchObject({ code: expected, message })
})
it('leaves other failures to the caller', () => {
  expect(writeError(new Error('no disk'), '/d/a')).toBeNull()
})
