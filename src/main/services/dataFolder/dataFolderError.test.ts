import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { dataFolderError } from './dataFolderError.ts'

const failed = (code: string): Error => Object.assign(new Error(`${code}: text of Node`), { code })

it.each([
  ['EROFS', 'read-only', '无法写入数据文件夹 /d，请检查权限，或用 --data 换一个'],
  ['ENOTDIR', 'invalid', '/d 不是文件夹，请用 --data 换一个'],
  ['ENAMETOOLONG', 'invalid', '数据文件夹 /d 的路径太长，请用 --data 换一个'],
  ['EDQUOT', 'no-space', '数据文件夹 /d 所在的磁盘已满，请清理后重试'],
  ['ESTALE', 'read-only', expect.stringContaining('网络盘可能已断开')],
])('a start that fails with %s says what to do', (code, expected, message) => {
  expect(dataFolderError(failed(code), '/d')).toMatchObject({ code: expected, message })
})

it('leaves what is no fault of the folder to the caller', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitecraft-folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(dataFolderError(failed('ENOENT'), folder)).toBeNull()
  expect(dataFolderError(new AppError('unsupported', '更新版本的数据'), '/nowhere')).toBeNull()
})
