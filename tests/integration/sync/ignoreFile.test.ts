import { hostname } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { createFakeRemote } from '#tests/fakes/remote.ts'
import { fakeSessions, openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

let desk: SyncHarness
afterEach(() => desk.close())
const call = () => desk.service.handlers
const inStep = (): Promise<void> =>
  until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', waiting: 0, failed: 0 }))

test('[S21] ignore rules are previewed, saved and taken up, and delete nothing on either side', async () => {
  const remote = createFakeRemote({ 'a.css': 'a', 'src/one.scss': '1', 'src/two.scss': '2' })
  desk = await openSyncHarness(remote)
  const id = await desk.connect()
  await inStep()
  expect(await call()['workspaces.ignoreFile']({ id })).toMatchObject({ text: '', hash: '' })
  expect(await call()['workspaces.previewIgnores']({ id, text: 'src/\n' })).toEqual({
    leftOut: { count: 3, paths: ['src/', 'src/one.scss', 'src/two.scss'] },
    takenUp: { count: 0, paths: [] },
  })
  await call()['workspaces.saveIgnoreFile']({ id, text: '*.scss\n!two.scss\n', hash: '' })
  await until(async () => expect((await desk.file('src/one.scss'))?.state).toBe('ignored'))
  await desk.write('src/one.scss', 'mine')
  await desk.write('src/two.scss', 'sent')
  await until(() => expect(remote.texts()['src/two.scss']).toBe('sent'))
  await inStep()
  expect(remote.texts()).toEqual({ 'a.css': 'a', 'src/one.scss': '1', 'src/two.scss': 'sent' })
  expect(await desk.read('src/one.scss')).toBe('mine')
  const { hash } = await call()['workspaces.ignoreFile']({ id })
  expect((await call()['workspaces.previewIgnores']({ id, text: '' })).takenUp).toEqual({
    count: 1,
    paths: ['src/one.scss'],
  })
  // Written by another editor meanwhile.
  await desk.write('.sitecraftignore', '*.map\n')
  await expect(call()['workspaces.saveIgnoreFile']({ id, text: '', hash })).rejects.toMatchObject({ code: 'conflict' })
  expect(await desk.read('.sitecraftignore')).toBe('*.map\n')
})

test('[S40] the log is kept over a restart, found by any of its words, and says who and where', async () => {
  const remote = createFakeRemote({ 'a.css': 'a', 'b_c.css': 'b' })
  remote.authorOf = () => '王芳（设计部-3）'
  desk = await openSyncHarness(remote, {}, Object.assign(fakeSessions(), { nameOf: () => '李雷' }))
  const id = await desk.connect()
  await inStep()
  await desk.write('mine.html', 'm')
  await until(() => expect(remote.texts()['mine.html']).toBe('m'))
  await inStep()
  await desk.restart()
  await inStep()
  const page = async (key: string, level: '' | 'error' = '', number = 1) =>
    call()['workspaces.log']({ id, key, level, page: number, size: 2 })
  const all = await page('')
  expect(all).toMatchObject({ totalElements: 3, totalPages: 2 })
  expect(all.content[0]).toMatchObject({ path: 'mine.html', text: '已上传', who: `李雷（${hostname()}）` })
  expect((await page('', '', 2)).content).toHaveLength(1)
  expect((await page('王芳')).content.map(({ path }) => path).toSorted()).toEqual(['a.css', 'b_c.css'])
  // What means something to the database is searched for as it is.
  expect((await page('B_C')).content.map(({ path }) => path)).toEqual(['b_c.css'])
  expect((await page('%')).totalElements).toBe(0)
  expect((await page('', 'error')).totalElements).toBe(0)
})
