import { appendFile, readdir, rename, rm, unlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { RESERVED_FOLDER } from '#services/sync/core/names.ts'
import type { SyncOptions } from '#services/sync/index.ts'
import { createFakeRemote, type FakeRemote } from '#tests/fakes/remote.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

let desk: SyncHarness
let remote: FakeRemote
afterEach(() => desk.close())

async function connected(files: Record<string, string>, options: SyncOptions = {}): Promise<string> {
  remote = createFakeRemote(files)
  desk = await openSyncHarness(remote, options)
  const id = await desk.connect()
  await until(async () => {
    expect(await desk.texts()).toEqual(files)
    expect((await desk.view()).state).toBe('idle')
  })
  remote.calls.length = 0
  return id
}
const made = (prefix: string): string[] => remote.calls.filter((call) => call.startsWith(prefix))
/** A marker file goes round: all that came before it has been seen. */
let round = 0
async function flushed(): Promise<void> {
  const marker = `marker${++round}.css`
  await desk.write(marker, marker)
  await until(() => expect(remote.texts()[marker]).toBe(marker))
  await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', waiting: 0 }))
}

describe('local changes', () => {
  test('[S1] touching a file transfers nothing', async () => {
    await connected({ 'a.css': '1' })
    await utimes(join(desk.root, 'a.css'), new Date(), new Date())
    await flushed()
    expect(made('put')).toEqual([`put marker${round}.css`])
  })

  test('[S1] a change that keeps size and time is found', async () => {
    const id = await connected({ 'a.css': 'one' }, { watch: false, timing: { scanWithoutWatcher: 60_000 } })
    const old = new Date(Date.now() - 60_000)
    await utimes(join(desk.root, 'a.css'), old, old)
    await desk.service.handlers['workspaces.syncNow']({ id })
    await until(async () => expect((await desk.view()).state).toBe('idle'))
    await writeFile(join(desk.root, 'a.css'), 'two')
    await utimes(join(desk.root, 'a.css'), old, old)
    await desk.service.handlers['workspaces.syncNow']({ id })
    await until(() => expect(remote.texts()).toEqual({ 'a.css': 'two' }))
  })

  test('[S4] with the watcher off, scans find every change', async () => {
    await connected({ 'a.css': '1', 'b.css': '1' }, { watch: false })
    await desk.write('a.css', '2')
    await desk.write('new/c.css', '3')
    await desk.remove('b.css')
    await until(() => expect(remote.texts()).toEqual({ 'a.css': '2', 'new/c.css': '3' }))
  })

  test('[S4] changes made while the program was closed are found at its start', async () => {
    await connected({ 'a.css': '1', 'b.css': '1' })
    await desk.service.close()
    await desk.write('a.css', '2')
    remote.write('b.css', '2')
    await desk.restart()
    await until(async () => expect(await desk.texts()).toEqual({ 'a.css': '2', 'b.css': '2' }))
    await until(() => expect(remote.texts()).toEqual({ 'a.css': '2', 'b.css': '2' }))
  })

  test('[S4] a folder that went while the program was closed is gone on the server, too', async () => {
    await connected({ 'a.css': '1', 'b.css': '1', 'c.css': '1', 'd/e/x.css': '1' })
    await desk.service.close()
    await desk.remove('d')
    await desk.restart()
    await until(() =>
      expect([Object.keys(remote.texts()), remote.folders()]).toEqual([['a.css', 'b.css', 'c.css'], []]),
    )
  })

  test('[S5] an editor’s atomic save is one update and no deletion', async () => {
    await connected({ 'a.css': '1', 'keep.css': '1' }, { timing: { deleteSettle: 500 } })
    const target = join(desk.root, 'a.css')
    await writeFile(join(desk.root, 'a.css~'), '2')
    await rename(join(desk.root, 'a.css~'), target)
    await until(() => expect(remote.texts()['a.css']).toBe('2'))
    await unlink(target)
    await sleep(150)
    await writeFile(target, '3')
    await until(() => expect(remote.texts()['a.css']).toBe('3'))
    await flushed()
    expect(made('remove')).toEqual([])
    expect(made('put a.css')).toHaveLength(2)
    expect(Object.keys(remote.texts()).toSorted()).toEqual(['a.css', 'keep.css', `marker${round}.css`].toSorted())
  })

  test('[S6] a file that is being written goes up once, whole', async () => {
    await connected({ 'a.css': '1' }, { timing: { settle: 250 } })
    const part = 'x'.repeat(1000)
    for (let n = 0; n < 20; n++) {
      await appendFile(join(desk.root, 'big.js'), part)
      await sleep(30)
    }
    await until(() => expect(remote.texts()['big.js']).toBe(part.repeat(20)))
    expect(made('put big.js')).toHaveLength(1)
  })

  test('[S6] a file that changed after the scan does not go up as it was or half', async () => {
    const id = await connected({ 'keep.css': '1' })
    await desk.service.handlers['workspaces.pause']({ id })
    const sent = new Set<string | undefined>()
    remote.onAnswer = (_call, path) => void (path === 'page.html' && sent.add(remote.texts()[path]))
    let raced = false
    remote.onCall = async (call, path) => {
      // Pages go up after what they use, so the page has been scanned and not yet read here.
      if (call !== 'put' || path !== 'a.css' || raced) return
      raced = true
      await desk.write('page.html', 'written meanwhile')
    }
    await desk.write('page.html', 'as scanned')
    await desk.write('a.css', 'of its own')
    await desk.service.handlers['workspaces.resume']({ id })
    await until(() => expect(remote.texts()['page.html']).toBe('written meanwhile'))
    expect(raced).toBe(true)
    expect([...sent]).toEqual(['written meanwhile'])
  })

  test('[S32] an NFD name on the disk is the server’s NFC file', async () => {
    const [nfc, nfd] = ['café.css'.normalize('NFC'), 'café.css'.normalize('NFD')]
    await connected({ 'a.css': '1' })
    await desk.write(nfd, 'one')
    await until(() => expect(remote.texts()[nfc]).toBe('one'))
    remote.write(nfc, 'two')
    await until(async () => expect(await desk.read(nfd)).toBe('two'))
    const names = await readdir(desk.root)
    expect(names.filter((name) => name.normalize('NFC') === nfc)).toEqual([nfd])
  })
})

describe('races', () => {
  test('[S11] a file that changed on the server after the listing is not overwritten', async () => {
    await connected({ 'a.css': '1' })
    let raced = false
    remote.onCall = (call, path) => {
      if (call !== 'put' || path !== 'a.css' || raced) return
      raced = true
      remote.write('a.css', 'theirs')
    }
    await desk.write('a.css', 'mine')
    await until(async () => expect((await desk.view()).conflicts).toBe(1))
    expect(remote.texts()).toEqual({ 'a.css': 'theirs' })
    expect(await desk.read('a.css')).toBe('mine')
  })

  test('[S12] a file edited here during its download is not replaced', async () => {
    await connected({ 'a.css': '1' })
    let raced = false
    remote.onCall = async (call, path) => {
      if (call !== 'read' || path !== 'a.css' || raced) return
      raced = true
      await desk.write('a.css', 'mine')
    }
    remote.write('a.css', 'theirs')
    await until(async () => expect((await desk.view()).conflicts).toBe(1))
    expect(await desk.read('a.css')).toBe('mine')
    expect(remote.texts()).toEqual({ 'a.css': 'theirs' })
  })

  test('[S12] a new local file is not overwritten by a download of the same name', async () => {
    await connected({ 'a.css': '1' })
    remote.onCall = async (call, path) => {
      if (call === 'read' && path === 'n.css') await desk.write('n.css', 'mine')
    }
    remote.write('n.css', 'theirs')
    await until(async () => expect((await desk.view()).conflicts).toBe(1))
    expect(await desk.read('n.css')).toBe('mine')
  })

  test('[S16] a file that is missing in one listing only is not deleted here', async () => {
    await connected({ 'a.css': '1', 'b.css': '1' }, { timing: { deleteSettle: 400 } })
    remote.remove('a.css')
    await until(() => expect(made('list').length).toBeGreaterThan(0))
    remote.write('a.css', 'saved again')
    await until(async () => expect(await desk.read('a.css')).toBe('saved again'))
    expect(await desk.service.handlers['workspaces.trash']({ id: (await desk.view()).id })).toEqual([])
  })

  test('[S28] a put whose answer was lost is recognised, not made a conflict', async () => {
    await connected({ 'a.css': '1' })
    let lost = false
    remote.onAnswer = (call) => {
      if (call !== 'put' || lost) return
      lost = true
      throw new AppError('no-response', '没有回应')
    }
    await desk.write('a.css', '2')
    await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', conflicts: 0, waiting: 0 }))
    await flushed()
    expect(made('put a.css')).toHaveLength(1)
    expect(lost).toBe(true)
  })

  test.each([
    ['is killed', 'no-response'],
    ['takes too long', 'timeout'],
  ] as const)(
    '[S28] a server that %s after it took a file, which changes here again meanwhile, gets that: no conflict',
    async (_what, code) => {
      await connected({ 'a.css': '1' })
      const puts: string[] = []
      remote.onAnswer = async (call, path) => {
        if (call !== 'put') return
        const first = puts.every((put) => !put.startsWith(path))
        puts.push(`${path} ${remote.texts()[path] ?? ''}`)
        if (!first) return
        await desk.write(path, `${path} after`)
        throw new AppError(code, '没有回应')
      }
      await desk.write('a.css', '2')
      await until(() => expect(remote.texts()['a.css']).toBe('a.css after'))
      await desk.write('new.css', '1')
      await until(() => expect(remote.texts()['new.css']).toBe('new.css after'))
      await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', conflicts: 0, waiting: 0 }))
      expect(puts).toEqual(['a.css 2', 'a.css a.css after', 'new.css 1', 'new.css new.css after'])
    },
  )

  test('[S9] [S28] what somebody else wrote after a lost answer is a conflict still', async () => {
    await connected({ 'a.css': '1' })
    let lost = false
    remote.onAnswer = async (call) => {
      if (call !== 'put' || lost) return
      lost = true
      remote.write('a.css', 'theirs')
      await desk.write('a.css', '3')
      throw new AppError('no-response', '没有回应')
    }
    await desk.write('a.css', '2')
    await until(async () => expect((await desk.view()).conflicts).toBe(1))
    expect([remote.texts()['a.css'], await desk.read('a.css')]).toEqual(['theirs', '3'])
  })
})

describe('own traces', () => {
  test('[S7] [S27] downloads do not come back as uploads, and no temp name is synced', async () => {
    await connected({ 'a.css': '1' })
    for (let n = 0; n < 30; n++) remote.write(`d/${n}.css`, `text ${n}`)
    await until(async () => expect(await desk.texts()).toEqual(remote.texts()))
    await writeFile(join(desk.root, RESERVED_FOLDER, 'tmp', 'left-over'), 'x')
    await flushed()
    expect(made('put')).toEqual([`put marker${round}.css`])
    expect(Object.keys(remote.texts()).filter((path) => path.includes('sitecraft'))).toEqual([])
    await rm(join(desk.root, RESERVED_FOLDER, 'tmp', 'left-over'))
  })
})
