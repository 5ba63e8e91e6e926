import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { BackupCopier } from './copyFiles.ts'

let home: string
const at = (...names: string[]): string => path.join(home, ...names)
const modeOf = async (file: string): Promise<number> => (await stat(file)).mode & 0o777
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'sitecraft-copying-'))
  await mkdir(at('from/2026/11'), { recursive: true })
  await chmod(at('from'), 0o755)
  await writeFile(at('from/2026/11/a.pdf'), 'a')
})
afterEach(() => rm(home, { recursive: true, force: true }))

it.skipIf(process.platform === 'win32')('closes every folder that it makes to other users of the machine', async () => {
  await new BackupCopier().updateFolder(at('from'), at('tree'))
  await new BackupCopier().updateEntry(at('from'), at('one'), '2026/11/a.pdf')
  for (const folder of ['tree', 'tree/2026', 'tree/2026/11', 'one', 'one/2026', 'one/2026/11'])
    expect((await modeOf(at(folder))).toString(8), folder).toBe('700')
})

it('counts copied and removed files, and no unchanged ones', async () => {
  const copying = new BackupCopier()
  await copying.updateFolder(at('from'), at('to'))
  const first = copying.changes
  expect(first).toBe(4)
  await copying.updateFolder(at('from'), at('to'))
  expect(copying.changes).toBe(first)
  await writeFile(at('from/2026/11/a.pdf'), 'longer')
  await copying.updateEntry(at('from'), at('to'), '2026/11/a.pdf')
  expect(copying.changes).toBe(first + 1)
  await rm(at('from/2026/11/a.pdf'))
  await copying.updateEntry(at('from'), at('to'), '2026/11/a.pdf')
  expect(copying.changes).toBe(first + 2)
  await expect(stat(at('to/2026/11/a.pdf'))).rejects.toThrow('ENOENT')
})
