import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { SyncOptions } from '#services/sync/index.ts'
import { createFakeRemote, type FakeRemote, type FakeRemoteOptions } from '#tests/fakes/remote.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

let desk: SyncHarness
let remote: FakeRemote
afterEach(() => desk.close())

const six = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`p/q/${n}.css`, `body ${n}`]))
/** More than a batch takes. */
const BIG = 'large '.repeat(20_000)

async function connected(
  files: Record<string, string>,
  server: FakeRemoteOptions = {},
  options: SyncOptions = {},
): Promise<string> {
  remote = createFakeRemote(files, server)
  desk = await openSyncHarness(remote, options)
  const id = await desk.connect()
  await inStep()
  remote.calls.length = 0
  return id
}
const inStep = (): Promise<void> =>
  until(async () => {
    expect(await desk.view()).toMatchObject({ state: 'idle', waiting: 0, conflicts: 0, failed: 0, halt: null })
    expect(await desk.texts()).toEqual(remote.texts())
  })
/** Calls that carry contents over the network. */
const moved = (): string[] => remote.calls.filter((call) => /^(put|read) /.test(call))
const trash = async () => desk.service.handlers['workspaces.trash']({ id: (await desk.view()).id })

describe('a rename in the folder', () => {
  test('[S25] of files, small and large, sends and fetches nothing', async () => {
    await connected({ 'a.css': 'a', 'page.html': '<p>', 'big.js': BIG })
    await rename(join(desk.root, 'a.css'), join(desk.root, 'b.css'))
    await rename(join(desk.root, 'page.html'), join(desk.root, 'other.html'))
    await rename(join(desk.root, 'big.js'), join(desk.root, 'huge.js'))
    await until(() => expect(remote.texts()).toEqual({ 'b.css': 'a', 'other.html': '<p>', 'huge.js': BIG }))
    await inStep()
    expect(moved()).toEqual([])
    expect((await trash()).map(({ path, side }) => `${side} ${path}`).toSorted()).toEqual([
      'remote a.css',
      'remote big.js',
      'remote page.html',
    ])
  })

  test('[S25] [S18] of a folder with everything in it sends nothing and asks nothing', async () => {
    await connected({ ...six, 'p/big.js': BIG })
    await rename(join(desk.root, 'p'), join(desk.root, 'n'))
    await until(() => expect(Object.keys(remote.texts())).toHaveLength(7))
    await until(() => expect(remote.folders()).toEqual(['n', 'n/q']))
    await inStep()
    expect(remote.texts()).toEqual({
      ...Object.fromEntries(Object.entries(six).map(([path, text]) => [path.replace('p/', 'n/'), text])),
      'n/big.js': BIG,
    })
    expect(moved()).toEqual([])
    expect(desk.log.join()).not.toContain('sync halted')
  })

  test('[S25] is found again after a restart, and the old content can be restored', async () => {
    const id = await connected({ 'a.css': 'a', 'b.css': 'b' })
    await desk.service.handlers['workspaces.pause']({ id })
    await mkdir(join(desk.root, 'sub'))
    await rename(join(desk.root, 'a.css'), join(desk.root, 'sub/a.css'))
    await desk.restart()
    await desk.service.handlers['workspaces.resume']({ id })
    await until(() => expect(remote.texts()).toEqual({ 'b.css': 'b', 'sub/a.css': 'a' }))
    await inStep()
    expect(moved()).toEqual([])
    const [kept] = await trash()
    await desk.service.handlers['workspaces.restoreTrash']({ id, entry: kept?.entry ?? '' })
    await until(() => expect(remote.texts()).toEqual({ 'a.css': 'a', 'b.css': 'b', 'sub/a.css': 'a' }))
  })

  test('[S25] a copy sends nothing either; a renamed and then edited file sends its new content alone', async () => {
    await connected({ 'a.css': 'a', 'b.css': 'b' })
    await desk.write('copy.css', 'a')
    await until(() => expect(remote.texts()['copy.css']).toBe('a'))
    await inStep()
    expect(moved()).toEqual([])
    await rename(join(desk.root, 'b.css'), join(desk.root, 'c.css'))
    await writeFile(join(desk.root, 'c.css'), 'b, edited')
    await until(() => expect(remote.texts()).toEqual({ 'a.css': 'a', 'copy.css': 'a', 'c.css': 'b, edited' }))
    expect(remote.calls.filter((call) => call.startsWith('put '))).toEqual(['put c.css'])
  })

  test('[S25] [S11] whose old file somebody changed on the server at that moment is sent, and the change stays', async () => {
    await connected({ 'a.css': 'a', 'big.js': BIG })
    remote.onCall = (call, path) => {
      if (call !== 'copy') return
      if (path === 'b.css') remote.write('a.css', 'theirs')
      else remote.write('big.js', 'theirs, too')
    }
    await rename(join(desk.root, 'a.css'), join(desk.root, 'b.css'))
    await rename(join(desk.root, 'big.js'), join(desk.root, 'huge.js'))
    const all = { 'a.css': 'theirs', 'b.css': 'a', 'big.js': 'theirs, too', 'huge.js': BIG }
    await until(() => expect(remote.texts()).toEqual(all))
    await inStep()
    expect(remote.calls.filter((call) => call.startsWith('put ')).toSorted()).toEqual(['put b.css', 'put huge.js'])
  })

  test.each([{}, { batch: false }])(
    '[S10] [S40] of a folder with a colleague’s edit inside: the log names both, %j',
    async (server) => {
      const id = await connected(six, server)
      await desk.service.handlers['workspaces.pause']({ id })
      await rename(join(desk.root, 'p'), join(desk.root, 'n'))
      remote.write('p/q/1.css', 'theirs')
      await desk.service.handlers['workspaces.resume']({ id })
      await until(() => expect(remote.texts()).toMatchObject({ 'n/q/1.css': 'body 1', 'p/q/1.css': 'theirs' }))
      await inStep()
      const { content } = await desk.service.handlers['workspaces.log']({
        id,
        key: 'p/q/1.css',
        level: '',
        page: 1,
        size: 20,
      })
      const said = content.filter(({ path }) => path === 'p/q/1.css').map(({ text }) => text)
      expect(said.join()).toContain('在本地已改名为“n/q/1.css”，服务器上的修改保存在“p/q/1.css”，未合并')
    },
  )

  test('[S25] two files that change names', async () => {
    await connected({ 'a.css': 'a', 'b.css': 'b', 'c.css': 'c' })
    await rename(join(desk.root, 'a.css'), join(desk.dataDir, 'aside'))
    await rename(join(desk.root, 'b.css'), join(desk.root, 'a.css'))
    await rename(join(desk.dataDir, 'aside'), join(desk.root, 'b.css'))
    await until(() => expect(remote.texts()).toEqual({ 'a.css': 'b', 'b.css': 'a', 'c.css': 'c' }))
    await inStep()
  })

  test('[S25] [S33] in case alone, of a file and of a folder, sends nothing', async () => {
    await connected({ 'a.css': 'a', 'big.js': BIG, 'img/x.svg': '<svg>', 'img/q/y.svg': '<svg y>' })
    await rename(join(desk.root, 'a.css'), join(desk.root, 'A.css'))
    await rename(join(desk.root, 'big.js'), join(desk.root, 'Big.js'))
    await rename(join(desk.root, 'img'), join(desk.root, 'Img'))
    const renamed = { 'A.css': 'a', 'Big.js': BIG, 'Img/q/y.svg': '<svg y>', 'Img/x.svg': '<svg>' }
    await until(() => expect(remote.texts()).toEqual(renamed))
    await inStep()
    expect(moved()).toEqual([])
  })

  test('[S25] arrives at a server that copies nothing, too', async () => {
    await connected({ ...six, 'a.css': 'a' }, { changes: false, batch: false })
    await rename(join(desk.root, 'p'), join(desk.root, 'n'))
    await until(() => expect(Object.keys(remote.texts()).filter((path) => path.startsWith('n/'))).toHaveLength(6))
    await inStep()
    // Its own trash is filled from the folder.
    expect(remote.calls.filter((call) => call.startsWith('read '))).toEqual([])
  })
})

test('[S25] [S18] a folder that is renamed on the server is not downloaded again', async () => {
  await connected({ ...six, 'p/big.js': BIG })
  for (const [path, text] of Object.entries(remote.texts())) remote.write(path.replace('p/', 'n/'), text)
  remote.remove('p')
  await until(async () => expect(Object.keys(await desk.texts())[0]).toMatch(/^n\//))
  await inStep()
  expect(moved()).toEqual([])
  expect(desk.log.join()).not.toContain('sync halted')
})
