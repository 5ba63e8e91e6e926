import { readdir, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { afterEach, describe, expect, test } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { createFakeRemote, type FakeRemote } from '#tests/fakes/remote.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

let desk: SyncHarness
afterEach(() => desk.close())

const COPY = /^index \(服务器版本 \d{4}-\d{2}-\d{2} \d{6}\)\.html$/

/** Both sides hold `base`, sync is paused, then each side writes its own; sync goes on. */
async function bothEdit(base: string, local: string | Uint8Array, theirs: string | Uint8Array, path = 'index.html') {
  const remote = createFakeRemote({ [path]: base, 'other.css': '1' })
  desk = await openSyncHarness(remote)
  const id = await desk.connect()
  await until(async () => expect(await desk.texts()).toEqual(remote.texts()))
  await desk.service.handlers['workspaces.pause']({ id })
  await desk.write(path, local)
  remote.write(path, theirs)
  await desk.service.handlers['workspaces.resume']({ id })
  return { remote, id }
}
const settled = (): Promise<void> =>
  until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', waiting: 0 }))
const conflicted = (): Promise<void> => until(async () => expect((await desk.view()).conflicts).toBe(1))
const copies = async (): Promise<string[]> => (await readdir(desk.root)).filter((name) => COPY.test(name))

async function seen(id: string, path = 'index.html') {
  const detail = await desk.service.handlers['workspaces.conflict']({ id, path })
  return { detail, hashes: { localSha256: detail.local.sha256, remoteSha256: detail.remote.sha256 } }
}
const resolve = async (id: string, choice: 'local' | 'remote' | 'both' | 'merge', text?: string): Promise<void> => {
  const { hashes } = await seen(id)
  await desk.service.handlers['workspaces.resolve']({ id, path: 'index.html', choice, ...hashes, text })
}
const expectSame = (remote: FakeRemote): Promise<void> =>
  until(async () => expect(await desk.texts()).toEqual(remote.texts()))

describe('both sides edited one file', () => {
  test('[S9] [S14] both versions stay, other files go on', async () => {
    const { remote } = await bothEdit('1', 'mine', 'theirs')
    await conflicted()
    expect(await desk.read('index.html')).toBe('mine')
    expect(remote.texts()['index.html']).toBe('theirs')
    const [copy] = await copies()
    expect(await desk.read(copy ?? '')).toBe('theirs')
    await desk.write('other.css', '2')
    await until(() => expect(remote.texts()['other.css']).toBe('2'))
    expect(remote.texts()['index.html']).toBe('theirs')
    expect((await desk.file('index.html'))?.state).toBe('conflict')
  })

  test('[S15] it outlives a restart and is never pushed', async () => {
    const { remote } = await bothEdit('1', 'mine', 'theirs')
    await conflicted()
    await desk.restart()
    await settled()
    expect((await desk.view()).conflicts).toBe(1)
    await desk.write('index.html', 'mine, again')
    await desk.service.handlers['workspaces.syncNow']({ id: (await desk.view()).id })
    await settled()
    expect(remote.calls.filter((call) => call.startsWith('put'))).toEqual([])
    expect(Object.keys(remote.texts())).toEqual(['index.html', 'other.css'])
    expect(await copies()).toHaveLength(1)
  })

  test('[S14] one that can’t be taken up is shown as failed with its reason until it goes well, and others go on', async () => {
    const remote = createFakeRemote({ 'index.html': '1', 'other.css': '1' })
    desk = await openSyncHarness(remote, { timing: { retryFirst: 600_000, retryLongest: 600_000 } })
    const id = await desk.connect()
    await until(async () => expect(await desk.texts()).toEqual(remote.texts()))
    await desk.service.handlers['workspaces.pause']({ id })
    await desk.write('index.html', 'mine')
    remote.write('index.html', 'theirs')
    remote.onCall = (call, path) => {
      if (call === 'read' && path === 'index.html') throw new AppError('internal', '服务器读不出这个文件')
    }
    await desk.service.handlers['workspaces.resume']({ id })
    const failed = { state: 'failed', reason: '服务器读不出这个文件' }
    await until(async () => expect(await desk.file('index.html')).toMatchObject(failed))
    await desk.write('other.css', '2')
    await until(() => expect(remote.texts()['other.css']).toBe('2'))
    await until(async () => expect(await desk.file('index.html')).toMatchObject(failed))
    expect(await copies()).toEqual([])
  })

  test('choosing the local version pushes it and keeps the other in the trash', async () => {
    const { remote, id } = await bothEdit('1', 'mine', 'theirs')
    await conflicted()
    await resolve(id, 'local')
    await expectSame(remote)
    expect(remote.texts()['index.html']).toBe('mine')
    expect(await desk.service.handlers['workspaces.trash']({ id })).toMatchObject([
      { path: 'index.html', side: 'remote' },
    ])
    await until(async () => expect((await desk.view()).conflicts).toBe(0))
  })

  test('keeping both leaves the local version its name, and the server’s becomes a file of its own on both sides', async () => {
    const { remote, id } = await bothEdit('1', 'mine', 'theirs')
    await conflicted()
    await desk.write('index (服务器).html', 'somebody’s own')
    await resolve(id, 'both')
    await expectSame(remote)
    expect(remote.texts()).toEqual({
      'index.html': 'mine',
      'index (服务器).html': 'somebody’s own',
      'index (服务器 2).html': 'theirs',
      'other.css': '1',
    })
    expect(await copies()).toEqual([])
    await until(async () => expect((await desk.view()).conflicts).toBe(0))
  })

  test('of a picture both sides can be seen, and who changed which', async () => {
    const png = (last: number): Buffer => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, last])
    const { id } = await bothEdit('1', png(1), png(2), 'logo.png')
    await conflicted()
    const { detail } = await seen(id, 'logo.png')
    const shown = (last: number): string => `data:image/png;base64,${png(last).toString('base64')}`
    expect([detail.local.picture, detail.remote.picture, detail.merged]).toEqual([shown(1), shown(2), null])
    expect(detail.local.author).toContain(hostname())
    expect(detail.local.text).toBeNull()
  })

  test('choosing the server’s version replaces the file and keeps the other in the trash', async () => {
    const { remote, id } = await bothEdit('1', 'mine', 'theirs')
    await conflicted()
    await resolve(id, 'remote')
    await expectSame(remote)
    expect(await desk.read('index.html')).toBe('theirs')
    expect(await desk.service.handlers['workspaces.trash']({ id })).toMatchObject([
      { path: 'index.html', side: 'local' },
    ])
  })

  test('a merge is proposed from the base, and its text goes to both sides', async () => {
    const { remote, id } = await bothEdit('1\n2\n3\n4\n', '1a\n2\n3\n4a\n', '1\n2\n3\n4b\n')
    await conflicted()
    const { detail } = await seen(id)
    expect(detail.merged?.clean).toBe(false)
    expect(detail.merged?.text).toContain('1a\n2\n3\n<<<<<<< 本地\n4a\n')
    await resolve(id, 'merge', '1a\n2\n3\n4ab\n')
    await expectSame(remote)
    expect(await desk.read('index.html')).toBe('1a\n2\n3\n4ab\n')
  })

  test('[S37] a merged GBK file stays GBK; what it can’t hold is refused', async () => {
    const gbk = (text: string): Buffer => iconv.encode(text, 'gbk')
    const { remote, id } = await bothEdit('1', gbk('我的\n'), gbk('他们的\n'))
    await conflicted()
    await resolve(id, 'merge', '合并的\n')
    await until(() => expect(remote.texts()['index.html']).toBe(gbk('合并的\n').toString()))
  })

  test('a choice made on an old view is refused', async () => {
    const { remote, id } = await bothEdit('1', 'mine', 'theirs')
    await conflicted()
    const { hashes } = await seen(id)
    remote.write('index.html', 'theirs, newer')
    const late = desk.service.handlers['workspaces.resolve']({ id, path: 'index.html', choice: 'local', ...hashes })
    await expect(late).rejects.toMatchObject({ code: 'conflict' })
    expect(remote.texts()['index.html']).toBe('theirs, newer')
  })

  test('when both sides become equal by themselves, the conflict is over and its copy gone', async () => {
    const { remote } = await bothEdit('1', 'mine', 'theirs')
    await conflicted()
    await desk.write('index.html', 'theirs')
    await until(async () => expect((await desk.view()).conflicts).toBe(0))
    await expectSame(remote)
  })

  test('[S9] a newer server version gets its own copy; a copy that was edited is left alone', async () => {
    const { remote } = await bothEdit('1', 'mine', 'theirs')
    await conflicted()
    const [first] = await copies()
    await writeFile(join(desk.root, first ?? ''), 'notes')
    remote.write('index.html', 'theirs, newer')
    await until(async () => {
      const texts = Object.values(await desk.texts())
      expect(texts).toEqual(expect.arrayContaining(['mine', 'notes', 'theirs, newer']))
    })
  })
})

describe('both sides edited different places of a text', () => {
  const BASE = '1\r\n2\r\n3\r\n4\r\n'
  const trash = async (): Promise<string[]> => {
    const { id } = await desk.view()
    return (await desk.service.handlers['workspaces.trash']({ id })).map(({ path, side }) => `${side} ${path}`)
  }

  test('[S3] [S9] it is merged by itself, and the versions of both are in the trash', async () => {
    const { remote, id } = await bothEdit(BASE, BASE.replace('1', '1a'), BASE.replace('4', '4b'))
    const merged = BASE.replace('1', '1a').replace('4', '4b')
    await until(() => expect(remote.texts()['index.html']).toBe(merged))
    await expectSame(remote)
    await settled()
    expect((await desk.view()).conflicts).toBe(0)
    expect((await trash()).toSorted()).toEqual(['local index.html', 'remote index.html'])
    const { log } = await desk.service.handlers['workspaces.detail']({ id })
    expect(log.map(({ text }) => text).join()).toContain('已自动合并')
    // What was merged is the base of the next edit, also of one on the other side.
    remote.write('index.html', merged.replace('2', '2c'))
    await until(async () => expect(await desk.read('index.html')).toBe(merged.replace('2', '2c')))
    expect(await copies()).toEqual([])
  })

  test('the own version can be put back from the history', async () => {
    const mine = BASE.replace('1', '1a')
    const { remote, id } = await bothEdit(BASE, mine, BASE.replace('4', '4b'))
    await until(() => expect(remote.texts()['index.html']).toBe(mine.replace('4', '4b')))
    await settled()
    const moments = await desk.service.handlers['workspaces.moments']({ id })
    const files = await Promise.all(
      moments.map(({ moment }) =>
        desk.service.handlers['workspaces.momentFile']({ id, moment, path: 'index.html' }).catch(() => null),
      ),
    )
    expect(files.map((file) => file?.before.text)).toContain(mine)
  })

  test('[S37] a GBK text is merged in its encoding; sides of different encodings are a conflict', async () => {
    const gbk = (text: string): Buffer => iconv.encode(text, 'gbk')
    const { remote } = await bothEdit('', gbk('一\n二\n三\n'), gbk('一\n二\n三\n'))
    await expectSame(remote)
    await settled()
    const { id } = await desk.view()
    await desk.service.handlers['workspaces.pause']({ id })
    await desk.write('index.html', gbk('一甲\n二\n三\n'))
    remote.write('index.html', gbk('一\n二\n三乙\n'))
    await desk.service.handlers['workspaces.resume']({ id })
    await until(() => expect(remote.texts()['index.html']).toBe(gbk('一甲\n二\n三乙\n').toString()))
    await desk.close()
    await bothEdit('一\n二\n三\n', '一甲\n二\n三\n', gbk('一\n二\n三乙\n'))
    await conflicted()
  })

  test('[S41] what goes to a template in use still asks first', async () => {
    const remote = createFakeRemote({ 'index.html': BASE })
    desk = await openSyncHarness(remote, { liveSites: async () => ['官网'] })
    const id = await desk.connect()
    await until(async () => expect(await desk.texts()).toEqual(remote.texts()))
    await desk.service.handlers['workspaces.pause']({ id })
    await desk.write('index.html', BASE.replace('1', '1a'))
    remote.write('index.html', BASE.replace('4', '4b'))
    await desk.service.handlers['workspaces.resume']({ id })
    await until(async () => expect((await desk.view()).halt?.kind).toBe('live-template'))
    expect(remote.texts()['index.html']).toBe(BASE.replace('4', '4b'))
    await desk.answer('proceed')
    await until(() => expect(remote.texts()['index.html']).toBe(BASE.replace('1', '1a').replace('4', '4b')))
  })
})

describe('line ends', () => {
  test('[S3] a difference in line ends alone is no conflict', async () => {
    const { remote } = await bothEdit('a\nb\n', 'a\r\nb\r\n', 'a\nc\n')
    await expectSame(remote)
    expect(await desk.read('index.html')).toBe('a\nc\n')
    expect((await desk.view()).conflicts).toBe(0)
    await desk.close()
    const other = await bothEdit('a\nb\n', 'a\nc\n', 'a\r\nb\r\n')
    await expectSame(other.remote)
    expect(other.remote.texts()['index.html']).toBe('a\nc\n')
    const { id } = await desk.view()
    // What gave way is in neither side nor base, so it is in the trash.
    const kept = await desk.service.handlers['workspaces.trash']({ id })
    expect(kept).toMatchObject([{ path: 'index.html', side: 'remote', size: 'a\r\nb\r\n'.length }])
  })

  test('[S3] transfers keep line ends, BOM and a missing final newline byte by byte', async () => {
    const { remote } = await bothEdit('1', '\uFEFFa\r\nb\nc', '1')
    await until(() => expect(remote.texts()['index.html']).toBe('\uFEFFa\r\nb\nc'))
  })
})
