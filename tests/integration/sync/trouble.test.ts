import { execFileSync } from 'node:child_process'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { createFakeRemote, type FakeRemote } from '#tests/fakes/remote.ts'
import { FAST, openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

let desk: SyncHarness
let remote: FakeRemote
afterEach(() => desk.close())

async function connected(files: Record<string, string>): Promise<string> {
  remote = createFakeRemote(files)
  desk = await openSyncHarness(remote)
  const id = await desk.connect()
  await inStep()
  remote.calls.length = 0
  return id
}
const inStep = (): Promise<void> =>
  until(async () => {
    expect(await desk.view()).toMatchObject({ state: 'idle', waiting: 0, conflicts: 0, failed: 0 })
    expect(await desk.texts()).toEqual(remote.texts())
  })
const trash = async () => desk.service.handlers['workspaces.trash']({ id: (await desk.view()).id })

describe('the shape of both sides changes', () => {
  const six = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`p/${n}.css`, `body${n}`]))

  test('a folder renamed differently on both sides is on both under both names', async () => {
    const id = await connected({ ...six, 'a.css': '1' })
    await desk.service.handlers['workspaces.pause']({ id })
    await rename(join(desk.root, 'p'), join(desk.root, 'here'))
    for (const [path, text] of Object.entries(six)) remote.write(path.replace('p/', 'there/'), text)
    remote.remove('p')
    await desk.service.handlers['workspaces.resume']({ id })
    await inStep()
    const names = Object.keys(remote.texts())
    expect(names.filter((name) => name.startsWith('here/'))).toHaveLength(6)
    expect(names.filter((name) => name.startsWith('there/'))).toHaveLength(6)
    expect(names).toHaveLength(13)
  })

  test('a file becomes a folder, and a folder a file, on either side', async () => {
    await connected({ ...six, x: 'file', y: 'file', 'f/1.css': '1', 'g/1.css': '1' })
    await desk.remove('x')
    await desk.write('x/in.css', 'in x')
    await desk.remove('f')
    await desk.write('f', 'now a file')
    await until(() => expect(remote.texts()).toMatchObject({ 'x/in.css': 'in x', f: 'now a file' }))
    remote.remove('y')
    remote.write('y/in.css', 'in y')
    remote.remove('g')
    remote.write('g', 'now a file')
    await until(async () => expect(await desk.texts()).toMatchObject({ 'y/in.css': 'in y', g: 'now a file' }))
    await inStep()
    expect((await trash()).map(({ path }) => path).toSorted()).toEqual(['f/1.css', 'g/1.css', 'x', 'y'])
  })

  test('a folder that became a file on the server while the host was away comes as that file', async () => {
    const id = await connected({ ...six, 'g/1.css': '1', 'g/h/2.css': '2' })
    await desk.service.handlers['workspaces.pause']({ id })
    remote.remove('g')
    remote.write('g', 'now a file')
    await desk.restart()
    await desk.service.handlers['workspaces.resume']({ id })
    await until(async () => expect((await desk.texts())['g']).toBe('now a file'))
    await inStep()
  })

  test('a folder that became a file there, with an edit in it here, stays whole on both sides', async () => {
    const id = await connected({ ...six, 'f/1.css': '1', 'f/2.css': '2' })
    await desk.service.handlers['workspaces.pause']({ id })
    await desk.write('f/1.css', 'edited')
    remote.remove('f')
    remote.write('f', 'now a file')
    await desk.service.handlers['workspaces.resume']({ id })
    await until(async () => expect((await desk.file('f'))?.state).toBe('failed'))
    expect(await desk.texts()).toMatchObject({ 'f/1.css': 'edited', 'f/2.css': '2' })
    expect(remote.texts()['f']).toBe('now a file')
  })
})

describe('trouble on this machine', () => {
  test('[S5] a clock that is set back does not hold deletions back, one set ahead does not hurry them', async () => {
    await connected({ 'a.css': '1', 'b.css': '1', 'c.css': '1' })
    await desk.remove('a.css')
    await until(async () => expect((await desk.file('a.css'))?.state).toBe('waiting'))
    desk.clockShift = -3600_000
    await until(() => expect(Object.keys(remote.texts())).toEqual(['b.css', 'c.css']), 3000)
    remote.onCall = (call) => {
      if (call === 'put') throw new AppError('rejected', '服务器拒绝')
    }
    await desk.write('b.css', '2')
    await until(async () => expect((await desk.file('b.css'))?.state).toBe('failed'))
    desk.clockShift = -7200_000
    remote.onCall = () => undefined
    await until(() => expect(remote.texts()['b.css']).toBe('2'), 3000)
  })

  test.skipIf(process.getuid?.() !== 0 || process.platform !== 'linux')(
    'a full disk is named, loses nothing, and is over by itself when there is room again',
    async () => {
      remote = createFakeRemote({ 'a.css': '1', 'b.css': '1' })
      desk = await openSyncHarness(remote)
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', desk.root])
      try {
        await desk.connect()
        await inStep()
        await writeFile(join(desk.root, 'local.js'), 'l'.repeat(600_000))
        await until(async () => expect((await desk.file('local.js'))?.reason).toContain('磁盘空间不足'))
        remote.write('big.js', 'b'.repeat(700_000))
        remote.write('a.css', '2')
        await until(async () => expect((await desk.file('big.js'))?.reason).toContain('磁盘空间不足'))
        expect((await desk.texts())['local.js']).toHaveLength(600_000)
        expect(Object.keys(remote.texts())).toEqual(['a.css', 'b.css', 'big.js'])
        // No remains of what did not fit.
        await until(async () => expect(await readdir(join(desk.root, '.sitecraft-sync/tmp'))).toEqual([]))
        execFileSync('mount', ['-o', 'remount,size=8m', desk.root])
        await inStep()
        expect(remote.texts()).toMatchObject({ 'local.js': 'l'.repeat(600_000), 'a.css': '2' })
      } finally {
        await desk.service.close()
        execFileSync('umount', [desk.root])
      }
    },
  )
})

describe('connections and plans', () => {
  test('of two plans for one folder or one template only one can be agreed to', async () => {
    remote = createFakeRemote({ 'a.css': '1' })
    desk = await openSyncHarness(remote)
    const other = join(dirname(desk.root), 'other')
    await mkdir(other)
    const plans = [await desk.plan(), await desk.plan(), await desk.plan(desk.root, 'second'), await desk.plan(other)]
    const agreed = await Promise.allSettled(
      plans.map(({ planId }) => desk.service.handlers['workspaces.connect']({ planId })),
    )
    expect(agreed.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
    expect(await desk.service.handlers['workspaces.list']({})).toHaveLength(1)
    await inStep()
  })

  test('[S38] a folder in a cloud drive is connected with a warning only', async () => {
    remote = createFakeRemote({ 'a.css': '1' })
    desk = await openSyncHarness(remote)
    expect((await desk.plan()).warnings).toEqual([])
    const cloud = join(dirname(desk.root), 'OneDrive', 'site')
    await mkdir(cloud, { recursive: true })
    const plan = await desk.plan(cloud)
    expect(plan.warnings).toEqual([expect.stringContaining('云盘')])
    await desk.service.handlers['workspaces.connect']({ planId: plan.planId })
    await until(async () => expect((await desk.view()).localPath).toBe(cloud))
    await until(async () => expect(await readdir(cloud)).toContain('a.css'))
  })

  test('disconnected and connected again, the same folder asks for nothing and brings back what only one side lost', async () => {
    const id = await connected({ 'a.css': '1', 'b.css': '1', 'c.css': '1' })
    await Promise.allSettled([1, 2].map(() => desk.service.handlers['workspaces.disconnect']({ id })))
    expect(await desk.service.handlers['workspaces.list']({})).toEqual([])
    await desk.remove('a.css')
    remote.remove('b.css')
    await desk.connect()
    await inStep()
    expect(Object.keys(remote.texts())).toEqual(['a.css', 'b.css', 'c.css'])
    expect(await trash()).toEqual([])
  })

  test('[S19] signed out in the middle of many uploads, nothing is deleted; signed in again, all arrive', async () => {
    const id = await connected({ 'keep.css': '1', 'gone.css': '1', 'x.css': '1' })
    await desk.service.handlers['workspaces.pause']({ id })
    let puts = 0
    remote.onCall = (call) => {
      if (call === 'put' && ++puts === 20) throw new AppError('unauthorized', '登录已失效')
    }
    await desk.remove('gone.css')
    for (let n = 0; n < 60; n++) await desk.write(`n/${n}.css`, `new ${n}`)
    await desk.service.handlers['workspaces.resume']({ id })
    await until(async () => expect((await desk.view()).state).toBe('signed-out'))
    expect(remote.texts()).toMatchObject({ 'keep.css': '1', 'gone.css': '1' })
    desk.sessions.signIn()
    await inStep()
    expect(Object.keys(remote.texts())).toHaveLength(62)
  })
})

test('[S31] what a page uses arrives before the page, in both directions', async () => {
  const id = await connected({ 'keep.css': '1', 'keep2.css': '1' })
  const site = ['index.html', 'a/about.htm', 'css/a.css', 'img/z.png', 'js/app.js', 'z.html']
  const isPage = (path: string): boolean => /\.html?$/.test(path)
  const order = (call: string): string[] =>
    remote.calls.filter((made) => made.startsWith(call)).map((made) => made.slice(call.length + 1))
  await desk.service.handlers['workspaces.pause']({ id })
  for (const path of site) await desk.write(path, path)
  const written = Date.now()
  await until(() => Date.now() > written + FAST.settle)
  await desk.service.handlers['workspaces.resume']({ id })
  await inStep()
  expect(order('put').slice(0, 3).some(isPage)).toBe(false)
  expect(order('put').slice(3).every(isPage)).toBe(true)
  await desk.service.handlers['workspaces.pause']({ id })
  for (const path of site) remote.write(path, `${path} 2`)
  remote.calls.length = 0
  await desk.service.handlers['workspaces.resume']({ id })
  await inStep()
  expect(order('read').slice(0, 3).some(isPage)).toBe(false)
  expect(order('read').slice(3).every(isPage)).toBe(true)
})
