import { afterEach, expect, test } from 'vitest'
import type { Direction, TransferResult } from '#shared/contract/workspace.ts'
import { createFakeRemote, type FakeRemote } from '#tests/fakes/remote.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

let desk: SyncHarness
afterEach(() => desk.close())

const FILES = { 'index.html': '1', 'css/a.css': '1', 'css/b.css': '1', 'js/a.js': '1', 'old.js': '1', 'gone.js': '1' }

/** A paused workspace in step, then changed on both sides. */
async function paused(more: Record<string, string> = {}): Promise<{ remote: FakeRemote; transfer: Transfer }> {
  const remote = createFakeRemote({ ...FILES, ...more })
  desk = await openSyncHarness(remote)
  const id = await desk.connect()
  await until(async () =>
    expect(await desk.view()).toMatchObject({ state: 'idle', files: 6 + Object.keys(more).length }),
  )
  await desk.service.handlers['workspaces.pause']({ id })
  await desk.write('css/a.css', 'local')
  await desk.write('new/local.js', 'local')
  await desk.remove('old.js')
  remote.write('css/b.css', 'remote')
  remote.write('fresh/remote.js', 'remote')
  remote.remove('gone.js')
  const transfer: Transfer = (direction, options = {}) =>
    desk.service.handlers['workspaces.transfer']({ id, direction, only: [], dryRun: false, ...options })
  return { remote, transfer }
}
type Transfer = (direction: Direction, options?: { only?: string[]; dryRun?: boolean }) => Promise<TransferResult>
const stepsOf = ({ items }: TransferResult) => items.map(({ action, path }) => `${action} ${path}`)

const PULLED = ['download css/b.css', 'make-local-folder fresh', 'download fresh/remote.js', 'delete-local gone.js']
const PUSHED = ['upload css/a.css', 'make-remote-folder new', 'upload new/local.js', 'delete-remote old.js']

test('[S23] a pull brings what the server has, and keeps what only the folder has', async () => {
  const { remote, transfer } = await paused()
  const before = remote.texts()
  const result = await transfer('pull')
  expect(stepsOf(result)).toEqual(PULLED)
  expect(result).toMatchObject({ done: 4, left: [], halt: null })
  expect(remote.texts()).toEqual(before)
  expect(await desk.texts()).toEqual({
    'css/a.css': 'local',
    'css/b.css': 'remote',
    'fresh/remote.js': 'remote',
    'index.html': '1',
    'js/a.js': '1',
    'new/local.js': 'local',
  })
  expect((await transfer('pull')).items).toEqual([])
})

test('a push brings what the folder has, and keeps what only the server has', async () => {
  const { remote, transfer } = await paused()
  const before = await desk.texts()
  const result = await transfer('push')
  expect(stepsOf(result)).toEqual(PUSHED)
  expect(result).toMatchObject({ done: 4, left: [], halt: null })
  expect(await desk.texts()).toEqual(before)
  expect(remote.texts()).toEqual({
    'css/a.css': 'local',
    'css/b.css': 'remote',
    'fresh/remote.js': 'remote',
    'index.html': '1',
    'js/a.js': '1',
    'new/local.js': 'local',
  })
})

test('[S22] a filter leaves everything beside it alone, deletions too', async () => {
  const { remote, transfer } = await paused()
  expect(stepsOf(await transfer('push', { only: ['css/**', 'new/*.js'] }))).toEqual(PUSHED.slice(0, 3))
  expect(remote.texts()['old.js']).toBe('1')
  expect(stepsOf(await transfer('pull', { only: ['*.css'] }))).toEqual(['download css/b.css'])
  expect((await desk.texts())['gone.js']).toBe('1')
  const rest = await transfer('sync')
  expect(stepsOf(rest)).toEqual([...PULLED.slice(1), ...PUSHED.slice(3)])
  expect(await desk.texts()).toEqual(remote.texts())
  expect((await desk.view()).state).toBe('paused')
})

test('[S40] a dry run tells exactly what then happens, and moves nothing', async () => {
  const { remote, transfer } = await paused()
  const [here, there] = [await desk.texts(), remote.texts()]
  const told = await transfer('sync', { dryRun: true })
  expect(told.done).toBe(0)
  expect([await desk.texts(), remote.texts()]).toEqual([here, there])
  const done = await transfer('sync')
  expect(stepsOf(done)).toEqual(stepsOf(told))
  expect(stepsOf(told).toSorted()).toEqual([...PULLED, ...PUSHED].toSorted())
})

test('[S14] [S15] a conflict is told, left as it is, and stops no other file', async () => {
  const { remote, transfer } = await paused()
  remote.write('css/a.css', 'of the server')
  for (const direction of ['pull', 'push'] as const) {
    const { left } = await transfer(direction)
    expect(left).toEqual([{ path: 'css/a.css', reason: expect.stringContaining('两边都改过') }])
  }
  expect((await desk.texts())['css/a.css']).toBe('local')
  expect(remote.texts()).toMatchObject({ 'css/a.css': 'of the server', 'new/local.js': 'local' })
})

test('[S18] what a safety stop holds back is not pushed either', async () => {
  const { remote, transfer } = await paused({ 'img/1.svg': '1', 'img/2.svg': '2', 'img/3.svg': '3' })
  for (const path of ['index.html', 'img', 'js', 'gone.js']) await desk.remove(path)
  const { halt, left } = await transfer('push')
  expect(halt).toMatchObject({ kind: 'mass-delete-remote' })
  expect(left.map(({ path }) => path)).toContain('index.html')
  expect(remote.texts()['index.html']).toBe('1')
})
