import { execFile } from 'node:child_process'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { layoutOf } from '#services/sync/local/layout.ts'
import { stateDirOf } from '#services/sync/records.ts'
import { createFakeRemote, type FakeRemote } from '#tests/fakes/remote.ts'
import { openDesk, until, type Desk } from '#tests/fakes/syncDesk.ts'

let desk: Desk
let remote: FakeRemote
afterEach(() => desk.close())

const run = promisify(execFile)
const git = async (...args: string[]): Promise<string> =>
  (await run('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: desk.root })).stdout
const ten = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`p/${n}.css`, `body${n}`]))

async function connected(timing = {}): Promise<string> {
  remote = createFakeRemote(ten)
  desk = await openDesk(remote, { timing })
  await git('init', '-q', '-b', 'main')
  const id = await desk.connect()
  await until(async () => expect(await desk.texts()).toMatchObject(ten))
  await until(async () => expect((await desk.view()).state).toBe('idle'))
  await git('add', '.')
  await git('commit', '-q', '-m', 'all')
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

test('a branch that lacks most files stops the sync; switched back, it goes on by itself and nothing was deleted', async () => {
  await connected()
  await git('checkout', '-q', '-b', 'other')
  await git('rm', '-q', ...[0, 1, 2, 3, 4, 5].map((n) => `p/${n}.css`))
  await git('commit', '-q', '-m', 'fewer')
  await until(async () => expect(await desk.view()).toMatchObject({ halt: { kind: 'mass-delete-remote', deletes: 6 } }))
  await git('checkout', '-q', 'main')
  await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', halt: null, waiting: 0 }))
  expect(remote.texts()).toEqual(ten)
  expect(remote.calls.filter((call) => call.startsWith('remove'))).toEqual([])
})

test('while git holds its index lock nothing moves and the reason is shown; a forgotten lock is waited for no longer', async () => {
  await connected({ gitLongest: 2000 })
  const lock = join(desk.root, '.git/index.lock')
  await writeFile(lock, '')
  await desk.write('p/1.css', 'half a checkout')
  await until(async () => expect((await desk.view()).message).toContain('git 正在改动这个文件夹'))
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
  const other = await openDesk(createFakeRemote(ten))
  try {
    await expect(other.plan(root)).rejects.toThrow(`进程 ${process.pid}`)
  } finally {
    await other.close()
    desk = mine
  }
  expect(await readFile(join(root, 'p/1.css'), 'utf8')).toBe('body1')
})
