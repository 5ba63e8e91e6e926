import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { sha256Of } from '#services/sync/local/hash.ts'
import { layoutOf } from '#services/sync/local/layout.ts'
import { lockFolder } from '#services/sync/local/lock.ts'
import { checkFolder } from '#services/sync/workspaces/folderChecks.ts'
import { createFakeRemote } from '#tests/fakes/remote.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

const hashOf = (text: string): string => sha256Of(Buffer.from(text))

let desk: SyncHarness
afterEach(() => desk.close())

describe('the plan', () => {
  test('[S8] shows every step and moves nothing before it is agreed to', async () => {
    const remote = createFakeRemote({ 'index.html': 'one', 'css/a.css': 'a', 'same.js': '1', 'eol.css': 'a\nb\n' })
    desk = await openSyncHarness(remote)
    await desk.write('index.html', 'two')
    await desk.write('same.js', '1')
    await desk.write('mine.css', '12345')
    await desk.write('eol.css', 'a\r\nb\r\n')
    const before = [await desk.texts(), remote.texts()]
    const plan = await desk.plan()
    expect(Object.fromEntries(plan.items.map(({ path, action }) => [path, action]))).toEqual({
      css: 'make-local-folder',
      'css/a.css': 'download',
      'eol.css': 'download',
      'index.html': 'conflict',
      'mine.css': 'upload',
      'same.js': 'adopt',
    })
    expect(plan).toMatchObject({ downloadBytes: 8, uploadBytes: 5 })
    expect(plan.warnings.join()).toContain('文件夹不为空')
    expect([await desk.texts(), remote.texts()]).toEqual(before)
    expect(remote.calls.filter((call) => /^(put|remove|make)/.test(call))).toEqual([])
  })

  test('[S8] [S40] agreed to, exactly the shown plan is carried out; after a change it must be looked at again', async () => {
    const remote = createFakeRemote({ 'index.html': 'one', 'css/a.css': 'a' })
    desk = await openSyncHarness(remote)
    await desk.write('mine.css', '1')
    const stale = await desk.plan()
    remote.write('new.css', 'x')
    const connect = desk.service.handlers['workspaces.connect']
    await expect(connect({ planId: stale.planId })).rejects.toThrow('请重新查看计划')
    await expect(connect({ planId: stale.planId })).rejects.toThrow('请重新查看计划')
    const plan = await desk.plan()
    remote.calls.length = 0
    const { id } = await connect({ planId: plan.planId })
    await until(async () => expect(await desk.texts()).toEqual(remote.texts()))
    const detail = () => desk.service.handlers['workspaces.detail']({ id })
    await until(async () => expect((await detail()).workspace.state).toBe('idle'))
    const done = (await detail()).log.map(({ path, text }) => `${text} ${path}`).toSorted()
    expect(done).toEqual(['已上传 mine.css', '已下载 css/a.css', '已下载 index.html', '已下载 new.css'].toSorted())
    expect((await detail()).files.map(({ path, state }) => `${path} ${state}`)).toEqual([
      'css synced',
      'css/a.css synced',
      'index.html synced',
      'mine.css synced',
      'new.css synced',
    ])
  })

  test('a read-only, missing, used, surrounding or inner folder is refused, with the reason', async () => {
    const remote = createFakeRemote({ 'a.css': '1' })
    desk = await openSyncHarness(remote)
    await desk.connect()
    const plan = (path: string) => desk.plan(path, 'other')
    await expect(plan(desk.root)).rejects.toThrow('已与模板')
    await mkdir(join(desk.root, 'inner'))
    await expect(plan(join(desk.root, 'inner'))).rejects.toThrow('工作区内')
    await expect(plan(join(desk.root, '..'))).rejects.toThrow(/包含模板|自身的数据/)
    await expect(plan(join(desk.root, 'gone'))).rejects.toThrow('找不到文件夹')
    await expect(plan(desk.dataDir)).rejects.toThrow('自身的数据')
    await expect(plan('/')).rejects.toThrow('整个磁盘')
    await mkdir(`${desk.root}2`)
    await expect(desk.plan(`${desk.root}2`)).rejects.toThrow('该模板已同步到')
  })

  test.skipIf(process.getuid?.() === 0)('a folder that can’t be written is refused', async () => {
    desk = await openSyncHarness(createFakeRemote())
    await chmod(desk.root, 0o500)
    await expect(checkFolder(desk.root, desk.dataDir, [])).rejects.toMatchObject({ code: 'read-only' })
    await chmod(desk.root, 0o700)
  })

  test('[S42] uncommitted git changes are named before anything is pulled', async () => {
    desk = await openSyncHarness(createFakeRemote({ 'a.css': '1' }))
    await promisify(execFile)('git', ['init', '-q', desk.root])
    expect((await desk.plan()).warnings.join()).not.toContain('git')
    await desk.write('draft.css', 'x')
    expect((await desk.plan()).warnings.join()).toContain('未提交的 git 改动')
  })
})

describe('one folder, one process', () => {
  test('[S30] a folder that another instance holds is not synced, and the other is named', async () => {
    const remote = createFakeRemote({ 'a.css': '1' })
    desk = await openSyncHarness(remote)
    const held = await lockFolder(layoutOf(desk.root), '别的模板')
    await expect(desk.plan()).rejects.toThrow(new RegExp(`进程 ${process.pid}.*别的模板`))
    await held.release()
    const id = await desk.connect()
    await until(async () => expect((await desk.view()).state).toBe('idle'))
    await expect(lockFolder(layoutOf(desk.root), 'x')).rejects.toMatchObject({ code: 'locked' })
    await desk.service.handlers['workspaces.disconnect']({ id })
    await (await lockFolder(layoutOf(desk.root), 'x')).release()
    expect(await desk.texts()).toEqual({ 'a.css': '1' })
    expect(remote.texts()).toEqual({ 'a.css': '1' })
  })

  test('[S30] the lock of a dead process or one that was not renewed is taken over, by one of many only', async () => {
    desk = await openSyncHarness(createFakeRemote())
    const path = layoutOf(desk.root).lock
    await mkdir(layoutOf(desk.root).reserved)
    // Over and over: the race between taking away and taking over shows rarely.
    for (let round = 0; round < 50; round++) {
      const stale = { owner: `x${round}`, host: 'elsewhere', pid: 1, template: 't', at: Date.now() - 120_000 }
      await writeFile(path, JSON.stringify(stale))
      const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(layoutOf(desk.root), 't')))
      const won = tries.filter((result) => result.status === 'fulfilled')
      expect(won).toHaveLength(1)
      for (const { value } of won) await value.release()
    }
    expect((await readdir(layoutOf(desk.root).reserved)).toSorted()).toEqual(['.gitignore', 'tmp'])
  })

  test('[S30] is free at once when a program was killed while it took a lock over that another killed one had left', async () => {
    desk = await openSyncHarness(createFakeRemote({}))
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    const killed = (owner: string) => JSON.stringify({ owner, host: hostname(), pid, template: 't', at: Date.now() })
    const path = layoutOf(desk.root).lock
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, killed('first'))
    const claim = createHash('sha256').update('first').digest('hex').slice(0, 16)
    await writeFile(`${path}.takeover-${claim}`, killed('second'))
    await (await lockFolder(layoutOf(desk.root), 't')).release()
    expect((await readdir(dirname(path))).filter((name) => name.includes('takeover'))).toEqual([])
  })

  test('[S30] a workspace whose folder is held waits as locked and goes on when it is free', async () => {
    const remote = createFakeRemote({ 'a.css': '1' })
    desk = await openSyncHarness(remote)
    await desk.connect()
    await until(async () => expect((await desk.view()).state).toBe('idle'))
    await desk.service.close()
    const held = await lockFolder(layoutOf(desk.root), '别的模板')
    await desk.restart()
    await until(async () => expect((await desk.view()).state).toBe('locked'))
    remote.write('a.css', '2')
    await held.release()
    await desk.service.handlers['workspaces.syncNow']({ id: (await desk.view()).id })
    await until(async () => expect(await desk.texts()).toEqual({ 'a.css': '2' }))
  })
})

describe('life of a workspace', () => {
  test('paused it moves nothing, and stays paused after a restart', async () => {
    const remote = createFakeRemote({ 'a.css': '1' })
    desk = await openSyncHarness(remote)
    const id = await desk.connect()
    await until(async () => expect((await desk.view()).state).toBe('idle'))
    expect((await desk.service.handlers['workspaces.pause']({ id })).state).toBe('paused')
    await desk.restart()
    expect((await desk.view()).state).toBe('paused')
    remote.write('a.css', '2')
    await desk.service.handlers['workspaces.syncNow']({ id })
    await until(async () => expect((await desk.view()).state).toBe('paused'))
    expect(await desk.texts()).toEqual({ 'a.css': '1' })
    await desk.service.handlers['workspaces.resume']({ id })
    await until(async () => expect(await desk.texts()).toEqual({ 'a.css': '2' }))
  })

  test('signed out it waits; signed in again it goes on', async () => {
    const remote = createFakeRemote({ 'a.css': '1' })
    desk = await openSyncHarness(remote)
    await desk.connect()
    await until(async () => expect((await desk.view()).state).toBe('idle'))
    desk.sessions.signOut()
    await until(async () => expect((await desk.view()).state).toBe('signed-out'))
    await desk.write('a.css', '2')
    desk.sessions.signIn()
    await until(() => expect(remote.texts()).toEqual({ 'a.css': '2' }))
  })

  test('the page is told of changes, few times', async () => {
    const remote = createFakeRemote()
    desk = await openSyncHarness(remote, { timing: { eventEvery: 100 } })
    const id = await desk.connect()
    await until(async () => expect((await desk.view()).state).toBe('idle'))
    desk.events.length = 0
    for (let n = 0; n < 100; n++) remote.write(`${n}.css`, String(n))
    await until(async () => expect(Object.keys(await desk.texts())).toHaveLength(100))
    await until(() => expect(desk.events).toContain(`workspace.changed {"id":"${id}"}`))
    await until(() => expect(desk.events).toContain('template.changed {"folder":"site","uploaded":[]}'))
    expect(desk.events.filter((event) => event.startsWith('workspace')).length).toBeLessThan(30)
  })

  test('the page is told which changes of a template came from this folder [S13]', async () => {
    const remote = createFakeRemote({ 'a.css': '1' })
    desk = await openSyncHarness(remote)
    const id = await desk.connect()
    await until(async () => expect((await desk.view()).state).toBe('idle'))
    const told = () => desk.events.filter((event) => event.startsWith('template.changed'))
    const event = (...uploaded: unknown[]) => `template.changed ${JSON.stringify({ folder: 'site', uploaded })}`
    desk.events.length = 0
    await desk.write('a.css', '2')
    await until(() => expect(told()).toEqual([event({ path: 'a.css', hash: hashOf('2'), replaced: hashOf('1') })]))
    remote.write('a.css', '3')
    await until(() => expect(told().slice(1)).toEqual([event()]))
    await desk.service.handlers['workspaces.pause']({ id })
    remote.write('a.css', 'theirs')
    await desk.write('a.css', 'mine')
    await desk.service.handlers['workspaces.resume']({ id })
    await until(async () => expect((await desk.view()).conflicts).toBe(1))
    desk.events.length = 0
    await desk.service.handlers['workspaces.resolve']({
      id,
      path: 'a.css',
      choice: 'local',
      localSha256: hashOf('mine'),
      remoteSha256: hashOf('theirs'),
    })
    const settled = { path: 'a.css', hash: hashOf('mine'), replaced: hashOf('theirs') }
    await until(() => expect(told()).toContain(event(settled)))
  })

  test('a damaged base is set aside: both sides are compared afresh and nothing is deleted', async () => {
    const remote = createFakeRemote({ 'a.css': '1', 'b.css': '1' })
    desk = await openSyncHarness(remote)
    const id = await desk.connect()
    await until(async () => expect((await desk.view()).state).toBe('idle'))
    await desk.service.close()
    const base = join(desk.dataDir, 'sync', id, 'base.sqlite')
    await rename(base, `${base}.gone`)
    await writeFile(base, 'not a database, but text '.repeat(500))
    remote.remove('b.css')
    await desk.restart()
    await until(() => expect(remote.texts()).toEqual({ 'a.css': '1', 'b.css': '1' }))
    expect(await desk.texts()).toEqual({ 'a.css': '1', 'b.css': '1' })
  })
})
