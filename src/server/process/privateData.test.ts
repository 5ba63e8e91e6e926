import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { restrictAccess } from '#services/dataFolder/restrictAccess.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { makePrivate } from './privateData.ts'

let dataDir = ''
beforeEach(async () => {
  const made = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-private-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  dataDir = path.join(made, 'data')
  await mkdir(path.join(dataDir, 'uploads'), { recursive: true })
  await writeFile(path.join(dataDir, 'sitecraft.db'), 'x')
  await writeFile(path.join(dataDir, 'uploads', 'a.pdf'), 'x')
  await writeFile(path.join(made, 'outside'), 'x')
  await symlink(path.join(made, 'outside'), path.join(dataDir, 'link'))
  for (const folder of [dataDir, path.join(dataDir, 'uploads')]) await chmod(folder, 0o755)
  for (const file of ['sitecraft.db', 'uploads/a.pdf', '../outside']) await chmod(path.join(dataDir, file), 0o644)
})
const mode = async (name: string) => ((await stat(path.join(dataDir, name))).mode & 0o777).toString(8)

describe.skipIf(process.platform === 'win32')('a data folder that others can read', () => {
  it('is closed to them by the server, with what lies in it, and nothing outside', async () => {
    expect(makePrivate(dataDir)).toEqual([])
    const modes = await Promise.all(['.', 'uploads', 'sitecraft.db', 'uploads/a.pdf', '../outside'].map(mode))
    expect(modes).toEqual(['700', '700', '600', '600', '644'])
  })
  it('is closed to them by the program too', async () => {
    await restrictAccess(dataDir, memoryLog())
    expect(await Promise.all(['.', 'uploads', 'sitecraft.db', '../outside'].map(mode))).toEqual([
      '700',
      '700',
      '600',
      '644',
    ])
  })
  it('costs no walk over all that was ever uploaded', async () => {
    await Promise.all(Array.from({ length: 600 }, (_, n) => writeFile(path.join(dataDir, 'uploads', `f${n}`), '')))
    for (let n = 0; n < 600; n++) await chmod(path.join(dataDir, 'uploads', `f${n}`), 0o644)
    makePrivate(dataDir)
    const modes = await Promise.all(Array.from({ length: 600 }, (_, n) => mode(`uploads/f${n}`)))
    expect(modes.filter((text) => text === '644').length).toBeGreaterThan(50)
    expect(await mode('uploads')).toBe('700')
  })
  it('is left alone, and said, where all users share it', async () => {
    await chmod(dataDir, 0o1777)
    expect(makePrivate(dataDir)[0]).toContain(dataDir)
    expect(await mode('sitecraft.db')).toBe('644')
  })
})
