import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '#tests/fakes/syncHarness.ts'
import { createIgnoreRules } from '../core/ignoreRules.ts'
import { watchWithChokidar } from './chokidarWatch.ts'
import { MAX_FOR_CHOKIDAR, watchFolder } from './watchFolder.ts'
import type { Watcher } from './watcher.ts'

let root: string
let watcher: Watcher
const hints: string[] = []
const followed: string[] = []
/** What is done the moment a folder is said to be followed. */
let onFollowed: (folder: string) => void = () => undefined
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sitecraft-watch-'))
  await mkdir(join(root, 'a/b'), { recursive: true })
  await writeFile(join(root, 'a/b/1.css'), 'one')
  await mkdir(join(root, 'node_modules/lib'), { recursive: true })
})
afterEach(async () => {
  watcher.close()
  onFollowed = () => undefined
  await rm(root, { recursive: true, force: true })
})

async function start(): Promise<void> {
  hints.length = 0
  followed.length = 0
  watcher = watchWithChokidar(
    { root, files: 1, ignores: createIgnoreRules() },
    {
      onHint: (disk) => hints.push(disk),
      onFollowed(folder) {
        followed.push(folder)
        onFollowed(folder)
      },
      onTrouble: (error) => expect.fail(String(error)),
    },
  )
  watcher.watch('')
  await until(() => followed.includes(''))
}
/** Resolves when a hint names it. */
async function expectHint(disk: string): Promise<void> {
  await expect.poll(() => hints, { timeout: 3000, interval: 5 }).toContain(disk)
}

test('[S4] a folder is watched the moment it is said to be followed', async () => {
  await start()
  for (let n = 0; n < 20; n++) {
    const passing = `new-${n}/deep/passing.css`
    onFollowed = (folder) => {
      if (folder !== `new-${n}/deep`) return
      // It is there in no listing, so only a watch can name it.
      writeFileSync(join(root, passing), '1')
      rmSync(join(root, passing))
    }
    mkdirSync(join(root, `new-${n}/deep`), { recursive: true })
    await expectHint(passing)
  }
})

test('[S1] a file of the same size and time is named, and so is one that goes', async () => {
  await start()
  const file = join(root, 'a/b/1.css')
  const { atime, mtime } = statSync(file)
  writeFileSync(file, 'two')
  await expectHint('a/b/1.css')
  for (let time = 0; time < 3; time++) {
    hints.length = 0
    writeFileSync(file, `th${time}`)
    utimesSync(file, atime, mtime)
    await expectHint('a/b/1.css')
  }
  hints.length = 0
  rmSync(file)
  await expectHint('a/b/1.css')
})

test('what is in an ignored folder is never named, as long as the rules ignore it', async () => {
  await start()
  writeFileSync(join(root, 'node_modules/lib/index.js'), '1')
  writeFileSync(join(root, 'a/b/2.css'), '2')
  await expectHint('a/b/2.css')
  expect(hints.filter((disk) => disk.startsWith('node_modules/'))).toEqual([])
  expect(followed).toEqual([''])
})

test('a folder that the rules no longer ignore is followed when asked', async () => {
  let lines = 'out/\n'
  await mkdir(join(root, 'out/deep'), { recursive: true })
  watcher = watchWithChokidar(
    { root, files: 1, ignores: (path, kind) => createIgnoreRules(lines)(path, kind) },
    {
      onHint: (disk) => hints.push(disk),
      onFollowed: (folder) => followed.push(folder),
      onTrouble: (error) => expect.fail(String(error)),
    },
  )
  hints.length = 0
  followed.length = 0
  watcher.watch('')
  await until(() => followed.includes(''))
  lines = ''
  watcher.watch('out')
  await until(() => followed.includes('out/deep'))
  writeFileSync(join(root, 'out/deep/1.css'), '1')
  await expectHint('out/deep/1.css')
})

test('[S4] [S5] a replaced folder is watched again before it is read', async () => {
  await start()
  for (let n = 0; n < 20; n++) {
    hints.length = 0
    followed.length = 0
    rmSync(join(root, 'a'), { recursive: true })
    mkdirSync(join(root, 'a/b'), { recursive: true })
    // As the engine does when it finds another folder under the name.
    watcher.unwatch('a')
    watcher.watch('a')
    await until(() => followed.includes('a') && followed.includes('a/b'), 3000)
    writeFileSync(join(root, 'a/b/1.css'), String(n))
    await expectHint('a/b/1.css')
  }
})

test('large folders, and roots whose name chokidar would misread, have the other watcher', async () => {
  const followsAtOnce = (files: number, folder: string): boolean => {
    watcher = watchFolder(
      { root: folder, files, ignores: createIgnoreRules() },
      { onHint: () => undefined, onFollowed: () => undefined, onTrouble: (error) => expect.fail(String(error)) },
    )
    const answer = watcher.watch('')
    watcher.close()
    return answer
  }
  expect(followsAtOnce(MAX_FOR_CHOKIDAR - 1, root)).toBe(false)
  expect(followsAtOnce(MAX_FOR_CHOKIDAR, root)).toBe(true)
  if (process.platform === 'win32') return
  await mkdir(join(root, 'a\\b'))
  expect(followsAtOnce(1, join(root, 'a\\b'))).toBe(true)
})
