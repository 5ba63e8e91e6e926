import { execFile } from 'node:child_process'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { layoutOf } from '#services/sync/local/layout.ts'
import { stateDirOf } from '#services/sync/records.ts'
import { createFakeRemote, type FakeRemote } from '#tests/fakes/remote.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

let desk: SyncHarness
let remote: FakeRemote
afterEach(() => desk.close())

const run = promisify(execFile)
const git = async (...args: string[]): Promise<string> =>
  (await run('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: desk.root })).stdout
const ten = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`p/${n}.css`, `body${n}`]))

async function connected(timing = {}): Promise<string> {
  remote = createFakeRemote(ten)
  desk = await openSyncHarness(remote, { timing })
  await git('init', '-q', '-b', 'main')
  const id = await desk.connect()
  await until(async () => expect(await desk.texts()).toMatchObject(ten))
  await until(async () => expect((await desk.view()).state).toBe('idle'))
  await git('add', '.')
  await git('commit', '-q', '-m', 'all')
  // The branch that both sides agree on is noted at the end of a sync.
  const { lastSync } = await desk.view()
  await desk.service.handlers['workspaces.syncNow']({ id })
  await until(async () => expect((await desk.view()).lastSync > lastSync).toBe(true))
  return id
}
const trash = async (): Promise<string[]> =>
  (await desk.service.handlers['workspaces.trash']({ id: (await desk.view()).id })).map(({ path }) => path)

test('git sees nothing of the sync: status, add, stash, checkout and clean leave it alone and it them', async () => {
  const id = await connected()
  expect(await git('status', '--porcelain', '--untracked-files=all')).toBe('')
  expect((await git('ls-files')).split('\n').filter((path) => path.includes('sitecraft'))).toEqual([])
  expect((await readdir(layoutOf(desk.root).reserved)).toSorted()).toEqual(['.gitignore', 'tmp', 'workspace.json'])
  remote.remove('p/1.css')
  await until(async () => expect(await trash()).toEqual(['p/1.css']))
  await git('stash', '-q', '--all')
  await git('clean', '-q', '-fdx')
  expect(await trash()).toEqual(['p/1.css'])
  // What git took away of the engine's own is made again, and the folder is still held.
  await desk.service.handlers['workspaces.syncNow']({ id })
  await until(async () => expect(await readdir(layoutOf(desk.root).reserved)).toContain('.gitignore'))
  await desk.write('p/2.css', 'edited')
  await until(() => expect(remote.texts()['p/2.css']).toBe('edited'))
})

test('[S18] a branch that lacks most files stops the sync; switched back, it goes on by itself and nothing was deleted', async () => {
  await connected()
  await git('checkout', '-q', '-b', 'other')
  await git('rm', '-q', ...[0, 1, 2, 3, 4, 5].map((n) => `p/${n}.css`))
  await git('commit', '-q', '-m', 'fewer')
  await until(async () => expect(await desk.view()).toMatchObject({ halt: { kind: 'git-checkout', deletes: 6 } }))
  await git('checkout', '-q', 'main')
  await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', halt: null, waiting: 0 }))
  expect(remote.texts()).toEqual(ten)
  expect(remote.calls.filter((call) => call.startsWith('remove'))).toEqual([])
})

/** Another branch: six files less, three changed, two more. */
async function checkedOut(): Promise<Record<string, string>> {
  const { id } = await desk.view()
  await desk.service.handlers['workspaces.pause']({ id })
  await git('checkout', '-q', '-b', 'other')
  await git('rm', '-q', ...[0, 1, 2, 3, 4, 5].map((n) => `p/${n}.css`))
  for (const n of [6, 7, 8]) await desk.write(`p/${n}.css`, `other${n}`)
  for (const name of ['x', 'y']) await desk.write(`q/${name}.css`, name)
  await git('add', '.')
  await git('commit', '-q', '-m', 'other')
  await desk.service.handlers['workspaces.resume']({ id })
  await until(async () => expect((await desk.view()).halt).toMatchObject({ kind: 'git-checkout', deletes: 6 }))
  return {
    'p/6.css': 'other6',
    'p/7.css': 'other7',
    'p/8.css': 'other8',
    'p/9.css': 'body9',
    'q/x.css': 'x',
    'q/y.css': 'y',
  }
}

test('a checkout is one question about all that it would do, and one answer carries all of it out', async () => {
  await connected()
  const other = await checkedOut()
  const { id, halt } = await desk.view()
  expect(halt?.message).toContain('从“main”切换到“other”：会在服务器上删除 6 个、修改 3 个、新增 2 个文件')
  // Nothing of the branch is on the server before the answer.
  expect(remote.texts()).toEqual(ten)
  const { items } = await desk.service.handlers['workspaces.halt']({ id })
  expect(items.filter(({ action }) => action === 'upload')).toHaveLength(5)
  const asked = new Set<string>()
  await desk.answer('proceed')
  await until(async () => {
    const now = await desk.view()
    if (now.halt) asked.add(now.halt.kind)
    expect(remote.texts()).toEqual(other)
    expect(now).toMatchObject({ state: 'idle', waiting: 0 })
  })
  expect([...asked]).toEqual([])
  expect((await trash()).toSorted()).toEqual([0, 1, 2, 3, 4, 5].map((n) => `p/${n}.css`))
})

test('a checkout that was not meant for the server: the answer brings the server’s files back', async () => {
  await connected()
  await checkedOut()
  await desk.answer('restore')
  const both = { ...ten, 'q/x.css': 'x', 'q/y.css': 'y' }
  await until(async () => expect(await desk.texts()).toMatchObject(both))
  await until(() => expect(remote.texts()).toEqual(both))
  expect((await trash()).toSorted()).toEqual(['p/6.css', 'p/7.css', 'p/8.css'])
})

test('while git holds its index lock nothing moves and the reason is shown; a forgotten lock is waited for no longer', async () => {
  await connected({ gitLongest: 2000 })
  const lock = join(desk.root, '.git/index.lock')
  await writeFile(lock, '')
  await desk.write('p/1.css', 'half a checkout')
  await until(async () => expect((await desk.view()).message).toContain('git 正在修改此文件夹'))
  expect(remote.texts()).toEqual(ten)
  await rm(lock)
  await until(() => expect(remote.texts()['p/1.css']).toBe('half a checkout'))
  await writeFile(lock, '')
  await desk.write('p/1.css', 'after a crash of git')
  await until(() => expect(remote.texts()['p/1.css']).toBe('after a crash of git'))
  const { log } = await desk.service.handlers['workspaces.detail']({ id: (await desk.view()).id })
  expect(log.map(({ text }) => text).join()).toContain('index.lock')
})

test('a workspace of an earlier version moves over: its trash goes to the data folder, its lock goes', async () => {
  const id = await connected()
  remote.remove('p/1.css')
  await until(async () => expect(await trash()).toEqual(['p/1.css']))
  await desk.service.close()
  const layout = layoutOf(desk.root, stateDirOf(desk.dataDir, id))
  await rename(layout.trash, layout.folderTrash)
  await rm(layout.marker)
  await rm(join(layout.reserved, '.gitignore'))
  const dead = { owner: 'x', host: 'elsewhere', pid: 1, template: 't', at: Date.now() - 120_000 }
  await writeFile(layout.folderLock, JSON.stringify(dead))
  await desk.restart()
  await until(async () => expect(await trash()).toEqual(['p/1.css']))
  await until(async () =>
    expect((await readdir(layout.reserved)).toSorted()).toEqual(['.gitignore', 'tmp', 'workspace.json']),
  )
  expect(await readdir(layout.trash)).toHaveLength(2)
  await desk.service.handlers['workspaces.disconnect']({ id })
  expect(await readdir(layout.folderTrash)).toHaveLength(2)
})

test('[S30] another program with a data folder of its own finds the folder held by this one', async () => {
  await connected()
  const { root } = desk
  const mine = desk
  const other = await openSyncHarness(createFakeRemote(ten))
  try {
    await expect(other.plan(root)).rejects.toThrow(`进程 ${process.pid}`)
  } finally {
    await other.close()
    desk = mine
  }
  expect(await readFile(join(root, 'p/1.css'), 'utf8')).toBe('body1')
})
