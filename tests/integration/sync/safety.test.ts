import { lstat, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { AppError, type ErrorCode } from '#shared/errors/index.ts'
import { createFakeRemote, type FakeRemote } from '#tests/fakes/remote.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

let desk: SyncHarness
let remote: FakeRemote
afterEach(() => desk.close())

const ten = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`p/${n}.css`, `body${n}`]))

async function connected(files: Record<string, string> = ten): Promise<string> {
  remote = createFakeRemote(files)
  desk = await openSyncHarness(remote)
  const id = await desk.connect()
  await until(async () => {
    expect(await desk.texts()).toEqual(files)
    expect((await desk.view()).state).toBe('idle')
  })
  return id
}
const halted = (kind: string): Promise<void> =>
  until(async () => expect(await desk.view()).toMatchObject({ state: 'halted', halt: { kind } }))
const removals = (): string[] => remote.calls.filter((call) => call.startsWith('remove'))

describe('safety stops', () => {
  test('[S17] a missing folder can not be agreed to: the service refuses every answer and makes no folder', async () => {
    const id = await connected()
    await rename(desk.root, `${desk.root}-moved`)
    await desk.service.handlers['workspaces.syncNow']({ id })
    await halted('local-root-missing')
    for (const choice of ['proceed', 'restore'] as const) {
      await expect(desk.answer(choice)).rejects.toThrow('选择新位置')
    }
    await desk.restart()
    await halted('local-root-missing')
    await expect(desk.answer('proceed')).rejects.toThrow('选择新位置')
    await expect(lstat(desk.root)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(remote.texts()).toEqual(ten)
    expect(removals()).toEqual([])
  })

  test('[S17] moved back, the folder goes on by itself', async () => {
    await connected()
    await rename(desk.root, `${desk.root}-moved`)
    await halted('local-root-missing')
    await rename(`${desk.root}-moved`, desk.root)
    await desk.write('p/1.css', 'edited while away')
    await until(() => expect(remote.texts()['p/1.css']).toBe('edited while away'))
    await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', halt: null }))
    // Its hints work again.
    await desk.write('p/2.css', 'edited after')
    await until(() => expect(remote.texts()['p/2.css']).toBe('edited after'))
    expect(removals()).toEqual([])
  })

  test('[S17] at its new place a moved folder goes on from where it was: edits go up, deletions too, once', async () => {
    const id = await connected()
    const moved = `${desk.root}-moved`
    await rename(desk.root, moved)
    await halted('local-root-missing')
    await writeFile(join(moved, 'p/1.css'), 'edited')
    await rm(join(moved, 'p/2.css'))
    await desk.moveTo(moved)
    expect((await desk.view()).id).toBe(id)
    await until(() => expect(remote.texts()).toMatchObject({ 'p/1.css': 'edited' }))
    await until(() => expect(remote.texts()['p/2.css']).toBeUndefined())
    await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', halt: null, localPath: moved }))
    expect(removals()).toEqual(['removeFile p/2.css'])
    // It is remembered at its new place alone.
    const remembered = JSON.parse(await readFile(join(desk.dataDir, 'sync/workspaces.json'), 'utf8')) as object[]
    expect(remembered).toMatchObject([{ id, localPath: moved }])
  })

  test('[S17] an empty folder as the new place deletes nothing and is filled from the server', async () => {
    await connected()
    await rename(desk.root, `${desk.root}-moved`)
    await halted('local-root-missing')
    await mkdir(`${desk.root}-new`)
    await desk.moveTo(`${desk.root}-new`)
    await until(async () => expect(await desk.texts()).toEqual(ten))
    expect(removals()).toEqual([])
    expect(remote.texts()).toEqual(ten)
  })

  test('[S18] an answer is about files: other ones by then, also as many, and it is asked again', async () => {
    const id = await connected()
    for (let n = 0; n < 6; n++) await desk.remove(`p/${n}.css`)
    await halted('mass-delete-remote')
    const { handlers } = desk.service
    const shown = await handlers['workspaces.halt']({ id })
    expect(shown.items.map(({ path, action }) => `${action} ${path}`)).toEqual(
      [0, 1, 2, 3, 4, 5].map((n) => `delete-remote p/${n}.css`),
    )
    const signature = shown.halt?.signature ?? ''
    // One came back and another one went: still six.
    await desk.write('p/0.css', 'body0')
    await desk.remove('p/9.css')
    await expect(handlers['workspaces.answerHalt']({ id, answer: 'proceed', signature })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(remote.texts()).toEqual(ten)
    await until(async () =>
      expect((await handlers['workspaces.halt']({ id })).items.map(({ path }) => path)).toContain('p/9.css'),
    )
    await halted('mass-delete-remote')
    await desk.answer('proceed')
    await until(() => expect(Object.keys(remote.texts())).toEqual(['p/0.css', 'p/6.css', 'p/7.css', 'p/8.css']))
    await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', halt: null }))
  })

  test('[S18] between the answer and the work another file goes: it is asked again', async () => {
    const id = await connected()
    for (let n = 0; n < 6; n++) await desk.remove(`p/${n}.css`)
    await halted('mass-delete-remote')
    await desk.service.handlers['workspaces.pause']({ id })
    await desk.answer('proceed')
    expect((await desk.view()).halt).toBeNull()
    await desk.remove('p/7.css')
    await desk.service.handlers['workspaces.resume']({ id })
    await until(async () => expect((await desk.view()).halt).toMatchObject({ deletes: 7 }))
    expect(removals()).toEqual([])
    await desk.answer('proceed')
    await until(() => expect(removals()).toHaveLength(7))
  })

  test('[S18] what is still missing waits for the answer while the files come back one after the other', async () => {
    await connected()
    await rename(join(desk.root, 'p'), join(desk.dataDir, 'p'))
    await mkdir(join(desk.root, 'p'))
    for (const n of [6, 7, 8, 9]) await rename(join(desk.dataDir, `p/${n}.css`), join(desk.root, `p/${n}.css`))
    await halted('mass-delete-remote')
    for (const n of [0, 1, 2, 3]) await rename(join(desk.dataDir, `p/${n}.css`), join(desk.root, `p/${n}.css`))
    await until(async () => expect((await desk.view()).halt).toMatchObject({ kind: 'mass-delete-remote', deletes: 2 }))
    expect(removals()).toEqual([])
    await desk.answer('proceed')
    await until(() => expect(removals().toSorted()).toEqual(['removeFile p/4.css', 'removeFile p/5.css']))
  })

  test('[S18] a stop holds up only its own files, and clears by itself when the files are back', async () => {
    await connected()
    await rename(join(desk.root, 'p'), join(desk.dataDir, 'p'))
    await mkdir(join(desk.root, 'p'))
    for (const n of [6, 7, 8, 9]) await rename(join(desk.dataDir, `p/${n}.css`), join(desk.root, `p/${n}.css`))
    await halted('mass-delete-remote')
    await desk.write('p/6.css', 'edited meanwhile')
    await desk.write('new.css', 'new meanwhile')
    remote.write('theirs.css', 'theirs')
    await until(() =>
      expect(remote.texts()).toMatchObject({ 'p/6.css': 'edited meanwhile', 'new.css': 'new meanwhile' }),
    )
    await until(async () => expect(await desk.read('theirs.css')).toBe('theirs'))
    await halted('mass-delete-remote')
    expect((await desk.file('p/1.css'))?.reason).toContain('等您决定')
    for (let n = 0; n < 6; n++) await rename(join(desk.dataDir, `p/${n}.css`), join(desk.root, `p/${n}.css`))
    await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', halt: null, waiting: 0 }))
    expect(removals()).toEqual([])
    expect(Object.keys(remote.texts())).toHaveLength(12)
  })

  test('[S17] an emptied folder stops the sync, also after a restart; agreed to, the deletions are carried out', async () => {
    const id = await connected()
    await desk.remove('p')
    await halted('local-emptied')
    await desk.restart()
    await halted('local-emptied')
    expect(remote.texts()).toEqual(ten)
    await desk.answer('proceed')
    await until(() => expect(remote.texts()).toEqual({}))
    expect(await desk.service.handlers['workspaces.trash']({ id })).toHaveLength(10)
  })

  test('[S17] an emptied template stops the sync; restored, the files go up again', async () => {
    await connected()
    remote.remove('p')
    await halted('remote-emptied')
    expect(await desk.texts()).toEqual(ten)
    await desk.answer('restore')
    await until(() => expect(remote.texts()).toEqual(ten))
  })

  test('[S18] more than half deleted on the server stops before anything is deleted here', async () => {
    await connected()
    for (let n = 0; n < 6; n++) remote.remove(`p/${n}.css`)
    await halted('mass-delete-local')
    expect(await desk.texts()).toEqual(ten)
    await desk.answer('proceed')
    await until(async () => expect(Object.keys(await desk.texts())).toHaveLength(4))
  })

  test('[S18] every file changed stops; restored, the other side’s content is back and the changed in the trash', async () => {
    const id = await connected()
    await desk.service.handlers['workspaces.pause']({ id })
    for (const path of Object.keys(ten)) await desk.write(path, 'garbage')
    await desk.service.handlers['workspaces.resume']({ id })
    await halted('all-changed')
    expect(remote.texts()).toEqual(ten)
    await desk.answer('restore')
    await until(async () => expect(await desk.texts()).toEqual(ten))
    expect(await desk.service.handlers['workspaces.trash']({ id })).toHaveLength(10)
  })

  test('a renamed folder is no mass deletion, and its files are not fetched again', async () => {
    await connected()
    await rename(join(desk.root, 'p'), join(desk.root, 'q'))
    const moved = Object.fromEntries(Object.entries(ten).map(([path, text]) => [path.replace('p/', 'q/'), text]))
    await until(() => expect(remote.texts()).toEqual(moved))
    expect((await desk.view()).halt).toBeNull()
    remote.makeDir('r')
    remote.calls.length = 0
    for (const [path, text] of Object.entries(moved)) remote.write(path.replace('q/', 'r/'), text)
    remote.remove('q')
    await until(async () => expect(await desk.texts()).toEqual(remote.texts()))
    expect(remote.calls.filter((call) => call.startsWith('read'))).toEqual([])
  })
})

describe('nothing is deleted on bad evidence', () => {
  test.each<[ErrorCode, string]>([
    ['no-response', 'offline'],
    ['bad-answer', 'failed'],
    ['timeout', 'offline'],
    ['unauthorized', 'signed-out'],
    ['not-found', 'failed'],
  ])('[S19] a listing that fails with %s deletes nothing', async (code, state) => {
    const id = await connected()
    remote.onCall = (call) => {
      if (call === 'list') throw new AppError(code, '列表失败')
    }
    await desk.remove('p/1.css')
    await desk.service.handlers['workspaces.syncNow']({ id })
    await until(async () => expect((await desk.view()).state).toBe(state))
    expect(removals()).toEqual([])
    expect(Object.keys(await desk.texts())).toHaveLength(9)
    remote.onCall = () => undefined
    if (code === 'unauthorized') {
      expect(desk.sessions.expired).toEqual(['c1'])
      desk.sessions.signIn()
    }
    await until(() => expect(removals()).toEqual(['removeFile p/1.css']))
  })

  test('[S19] a failed transfer holds back the deletions of its cycle', async () => {
    const id = await connected()
    await desk.service.handlers['workspaces.pause']({ id })
    await desk.remove('p/1.css')
    await desk.write('p/2.css', 'edited')
    let failing = true
    remote.onCall = (call) => {
      if (failing && call === 'put') throw new AppError('rejected', '服务器拒绝')
    }
    await desk.service.handlers['workspaces.resume']({ id })
    await until(async () => expect(await desk.file('p/2.css')).toMatchObject({ state: 'failed', reason: '服务器拒绝' }))
    expect(removals()).toEqual([])
    failing = false
    await until(() => expect(remote.texts()['p/2.css']).toBe('edited'))
    await until(() => expect(removals()).toEqual(['removeFile p/1.css']))
  })

  test('[S20] what is deleted on either side can be restored', async () => {
    const id = await connected()
    await desk.remove('p/1.css')
    remote.remove('p/2.css')
    const trash = () => desk.service.handlers['workspaces.trash']({ id })
    await until(async () => expect(await trash()).toHaveLength(2))
    const sides = Object.fromEntries((await trash()).map(({ path, side }) => [path, side]))
    expect(sides).toEqual({ 'p/1.css': 'remote', 'p/2.css': 'local' })
    for (const { entry } of await trash()) await desk.service.handlers['workspaces.restoreTrash']({ id, entry })
    await until(() => expect(remote.texts()).toEqual(ten))
    expect(await desk.texts()).toEqual(ten)
    expect(await trash()).toEqual([])
  })

  test('[S20] one sync or one answer is one moment of the trash, restored at once; a taken place is named', async () => {
    const id = await connected()
    const { handlers } = desk.service
    await desk.remove('p')
    await halted('local-emptied')
    await desk.answer('proceed')
    await until(() => expect(remote.texts()).toEqual({}))
    remote.write('later.css', '1')
    await until(async () => expect(await desk.texts()).toEqual({ 'later.css': '1' }))
    remote.remove('later.css')
    remote.write('other.css', '1')
    await until(async () => expect(await handlers['workspaces.trash']({ id })).toHaveLength(11))
    const kept = await handlers['workspaces.trash']({ id })
    expect(new Set(kept.map(({ moment }) => moment)).size).toBe(2)
    const moment = kept.find(({ path }) => path === 'p/1.css')?.moment ?? ''
    await desk.write('p/1.css', 'something else by now')
    const answer = await handlers['workspaces.restoreMoment']({ id, moment })
    expect(answer).toMatchObject({ restored: 9, left: [{ path: 'p/1.css' }] })
    await until(() => expect(remote.texts()).toMatchObject({ ...ten, 'p/1.css': 'something else by now' }))
    expect((await handlers['workspaces.trash']({ id })).map(({ path }) => path).toSorted()).toEqual([
      'later.css',
      'p/1.css',
    ])
    await expect(handlers['workspaces.restoreTrash']({ id, entry: '../base.sqlite' })).rejects.toThrow('回收站中已没有')
  })

  test('[S24] an ignored file in a removed folder keeps the folder and is reported', async () => {
    await connected({ ...ten, 'old/a.css': '1' })
    await desk.write('old/.DS_Store', 'x')
    remote.remove('old')
    await until(async () => expect((await desk.file('old'))?.reason).toContain('不同步的文件'))
    expect(await desk.texts()).toMatchObject({ 'old/.DS_Store': 'x' })
  })

  test('[S29] an empty or cut download of a file is an error and changes nothing', async () => {
    await connected()
    let bad = true
    remote.spoil = (path, bytes) => (bad ? bytes.subarray(0, path === 'p/1.css' ? 0 : 3) : bytes)
    remote.write('p/1.css', 'new body')
    remote.write('p/2.css', 'new body')
    await until(async () => expect((await desk.file('p/1.css'))?.reason).toContain('内容为空'))
    expect(await desk.texts()).toEqual(ten)
    bad = false
    await until(async () => expect(await desk.texts()).toEqual(remote.texts()))
  })

  test('[S21] newly ignored files are deleted nowhere', async () => {
    await connected({ ...ten, 'note.log': 'x' })
    await desk.write('.sitecraftignore', '*.log')
    await until(async () => expect((await desk.file('note.log'))?.state).toBe('ignored'))
    remote.remove('note.log')
    remote.write('p/1.css', 'after')
    await until(async () => expect(await desk.read('p/1.css')).toBe('after'))
    expect(await desk.read('note.log')).toBe('x')
  })
})

test('[S36] links are reported, not followed, and block nothing else', async () => {
  const id = await connected()
  await mkdir(join(desk.dataDir, 'outside'))
  await symlink(join(desk.dataDir, 'outside'), join(desk.root, 'link'))
  remote.write('link/a.css', 'through the link')
  remote.write('../evil.css', 'outside')
  await desk.service.handlers['workspaces.syncNow']({ id })
  await until(async () => expect((await desk.file('link'))?.state).toBe('unsupported'))
  await until(async () => expect((await desk.file('../evil.css'))?.reason).toContain('不安全'))
  remote.write('p/1.css', 'next')
  await until(async () => expect(await desk.read('p/1.css')).toBe('next'))
  expect(Object.keys(await desk.texts())).toHaveLength(10)
})

describe('a template that an enabled site uses', () => {
  test('[S41] says so in the plan, asks before the first change goes out, and not again', async () => {
    remote = createFakeRemote(ten)
    let sites = ['官网']
    desk = await openSyncHarness(remote, { liveSites: async () => sites })
    expect((await desk.plan()).warnings.join()).toContain('“官网”正在使用该模板')
    const id = await desk.connect()
    await until(async () => expect(await desk.texts()).toEqual(ten))
    // What comes down needs no answer.
    await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', halt: null }))
    await desk.write('p/1.css', 'edited')
    await desk.remove('p/2.css')
    await halted('live-template')
    remote.write('p/3.css', 'theirs')
    await until(async () => expect(await desk.read('p/3.css')).toBe('theirs'))
    await desk.restart()
    await halted('live-template')
    // The deletion counts a moment later.
    await until(async () => expect((await desk.view()).halt).toMatchObject({ deletes: 2 }))
    expect(remote.texts()).toMatchObject({ 'p/1.css': 'body1', 'p/2.css': 'body2' })
    await expect(desk.answer('restore')).rejects.toThrow('暂停')
    await desk.answer('proceed')
    await until(() => expect(remote.texts()['p/1.css']).toBe('edited'))
    await until(() => expect(remote.texts()['p/2.css']).toBeUndefined())
    await desk.write('p/1.css', 'again')
    await until(() => expect(remote.texts()['p/1.css']).toBe('again'))
    expect((await desk.view()).halt).toBeNull()
    // Another site began to use it.
    sites = ['官网', '活动站']
    await desk.restart()
    await desk.write('p/4.css', 'edited')
    await until(async () => expect((await desk.view()).halt?.message).toContain('“活动站”'))
    expect((await desk.service.handlers['workspaces.halt']({ id })).items).toMatchObject([
      { path: 'p/4.css', action: 'upload' },
    ])
  })
})
