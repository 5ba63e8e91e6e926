import { afterEach, expect, test } from 'vitest'
import { createFakeRemote } from '#tests/fakes/remote.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

let desk: SyncHarness
afterEach(() => desk.close())

const PICTURE = Buffer.from([0x89, 0x50, 0, 1, 2, 255])

test('the state before a sync is looked at and put back, whole or by file, over a restart [S20]', async () => {
  const remote = createFakeRemote({ 'a.css': 'a', 'b.css': 'b', 'gone.css': 'g', 'p.png': PICTURE, 'same.css': 's' })
  desk = await openSyncHarness(remote)
  const id = await desk.connect()
  await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', files: 5 }))
  const call = () => desk.service.handlers
  // The first sync is no moment: there was nothing of its own before.
  expect(await call()['workspaces.moments']({ id })).toEqual([])

  await call()['workspaces.pause']({ id })
  remote.write('a.css', 'a2')
  remote.write('p.png', Buffer.from([0, 1]))
  remote.write('new.css', 'n')
  remote.remove('gone.css')
  await desk.write('b.css', 'b2')
  await call()['workspaces.transfer']({ id, direction: 'sync', only: [], dryRun: false })
  await desk.restart()

  const [moment] = await call()['workspaces.moments']({ id })
  expect(moment).toMatchObject({ cause: 'transfer', files: 5, own: 1 })
  const at = { id, moment: moment?.moment ?? '' }
  const files = await call()['workspaces.momentFiles'](at)
  expect(files.map(({ path, side, state, since }) => [path, side, state, since])).toEqual([
    ['a.css', 'remote', 'changed', false],
    ['b.css', 'local', 'changed', false],
    ['gone.css', 'remote', 'missing', false],
    ['new.css', 'remote', 'added', false],
    ['p.png', 'remote', 'changed', false],
  ])
  expect(await call()['workspaces.momentFile']({ ...at, path: 'b.css' })).toMatchObject({
    before: { text: 'b' },
    now: { text: 'b2' },
  })
  expect(await call()['workspaces.putBack']({ ...at, paths: ['b.css'] })).toEqual({ restored: 1, left: [] })
  expect(await desk.read('b.css')).toBe('b')

  // What was changed once more is not touched.
  await desk.write('a.css', 'mine')
  expect(await call()['workspaces.putBack']({ ...at, paths: [] })).toEqual({
    restored: 3,
    left: [{ path: 'a.css', reason: expect.stringContaining('之后又有修改') }],
  })
  await call()['workspaces.resume']({ id })
  await until(() =>
    expect(remote.texts()).toEqual({
      'a.css': 'mine',
      'b.css': 'b',
      'gone.css': 'g',
      'p.png': PICTURE.toString(),
      'same.css': 's',
    }),
  )
})
