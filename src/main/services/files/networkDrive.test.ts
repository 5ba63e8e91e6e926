import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { isNetworkPath, isNetworkFolder } from './networkDrive.ts'

it.each([
  ['win32', '\\\\nas\\share\\Sitecraft', 0, true],
  ['win32', '\\\\?\\UNC\\nas\\share', 0, true],
  ['win32', '\\\\?\\C:\\Users\\a', 0, false],
  ['win32', 'C:\\Users\\a', 0, false],
  ['linux', '/home/a', 0x6969, true],
  // Node may answer it as a signed number.
  ['linux', '/home/a', 0xfe534d42 | 0, true],
  ['linux', '/home/a', 0xef53, false],
] as const)('on %s %s of type %i: %s', (platform, path, type, expected) => {
  expect(isNetworkPath({ platform, path, type })).toBe(expected)
})

it('the folder for temporary files is on this computer, and one that is gone is nowhere', async () => {
  expect(await isNetworkFolder(tmpdir())).toBe(false)
  expect(await isNetworkFolder('/nowhere/at/all')).toBe(false)
})
