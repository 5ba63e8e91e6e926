import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { BY_ADMINISTRATOR, findUpdateObstacle } from './installedBy.ts'

it('a desk that was installed by MSI is not updated by itself, one that was installed by the .exe is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-installed-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const program = join(folder, 'sitecraft.exe')
  expect(findUpdateObstacle('win32', program)).toBe(BY_ADMINISTRATOR)
  expect(findUpdateObstacle('linux', program)).toBe('')
  // NSIS lays it there (UNINSTALL_FILENAME of electron-builder's template).
  await writeFile(join(folder, 'Uninstall sitecraft.exe'), '')
  expect(findUpdateObstacle('win32', program)).toBe('')
})
