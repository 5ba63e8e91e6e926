import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createGitWait } from './gitWait.ts'

it('waits for git until the timeout, reports the timeout once per lock, and waits again for the next lock', async () => {
  const root = await mkdtemp(join(tmpdir(), 'sitecraft-git-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await mkdir(join(root, '.git'))
  const lock = join(root, '.git/index.lock')
  let now = 1000
  let timeouts = 0
  const wait = createGitWait(
    root,
    60,
    () => now,
    () => (timeouts += 1),
  )
  const at = async (time: number): Promise<[boolean, number]> => {
    now = time
    return [await wait.isBusy(), timeouts]
  }
  expect(await at(1000)).toEqual([false, 0])
  await writeFile(lock, '')
  expect(await at(2000)).toEqual([true, 0])
  expect(await at(2059)).toEqual([true, 0])
  expect(await at(2060)).toEqual([false, 1])
  expect(await at(9000)).toEqual([false, 1])
  await rm(lock)
  expect(await at(9001)).toEqual([false, 1])
  await writeFile(lock, '')
  expect(await at(9002)).toEqual([true, 1])
  expect(await at(9062)).toEqual([false, 2])
})
