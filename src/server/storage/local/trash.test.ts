import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { DAY_MS } from '#shared/util/dates.ts'
import { emptyTrash, linkToTrash, trashSpot } from './trash.ts'

const folder = async (): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), 'sitecraft-trash-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

it('keeps what was removed for seven days, to the millisecond', async () => {
  const trash = await folder()
  const now = new Date('2026-11-28T08:00:00Z')
  const ages = { young: 7 * DAY_MS - 1, same: 7 * DAY_MS, old: 7 * DAY_MS + 1 }
  for (const [name, age] of Object.entries(ages))
    await mkdir(join(trash, `${now.getTime() - age}-${name}`, 'css'), { recursive: true })
  await emptyTrash(trash, now)
  const left = (await readdir(trash)).map((name) => name.split('-')[1])
  expect(new Set(left)).toEqual(new Set(['same', 'young']))
  await emptyTrash(join(trash, 'none'), now)
})

it('names a place by the time, with the path below, and makes the folder for it', async () => {
  const trash = await folder()
  const now = new Date(1234)
  const spots = [await trashSpot(trash, ['css', 'a.css'], now), await trashSpot(trash, ['css', 'a.css'], now)]
  expect(new Set(spots).size).toBe(2)
  for (const spot of spots) {
    const [top = '', ...path] = relative(trash, spot).split(sep)
    expect([top.startsWith('1234-'), path]).toEqual([true, ['css', 'a.css']])
    expect(await readdir(join(trash, top, 'css'))).toEqual([])
  }
})

it('gives a file a second name, which its replacement does not change', async () => {
  const trash = await folder()
  const file = join(await folder(), 'a.css')
  await writeFile(file, 'old')
  const spot = await linkToTrash(trash, file, ['a.css'], new Date(1))
  expect((await stat(spot)).ino).toBe((await stat(file)).ino)
  await rm(file)
  expect(await readFile(spot, 'utf8')).toBe('old')
  await expect(linkToTrash(trash, file, ['a.css'], new Date(1))).rejects.toThrow(/ENOENT/)
})
