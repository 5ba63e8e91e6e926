import { afterEach, expect, test } from 'vitest'
import { createFakeRemote } from '#tests/fakes/remote.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

let desk: SyncHarness
afterEach(() => desk.close())

test('[S7] after connecting, edits, new files and deletions arrive on the other side', async () => {
  const remote = createFakeRemote({ 'index.html': '<h1>首页</h1>', 'css/a.css': 'a{}' })
  desk = await openSyncHarness(remote)
  await desk.connect()
  await until(async () => expect(await desk.texts()).toEqual(remote.texts()))
  await until(async () => expect((await desk.view()).state).toBe('idle'))

  await desk.write('css/a.css', 'a{color:red}')
  await desk.write('js/new.js', 'let a')
  await until(() => expect(remote.texts()).toMatchObject({ 'css/a.css': 'a{color:red}', 'js/new.js': 'let a' }))
  remote.write('index.html', '<h1>新</h1>')
  remote.write('img/x.svg', '<svg/>')
  await until(async () => expect(await desk.texts()).toEqual(remote.texts()))
  await desk.remove('js')
  await until(() => expect(remote.folders()).toEqual(['css', 'img']))
  remote.remove('img')
  await until(async () => expect(await desk.texts()).toEqual(remote.texts()))
  await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', files: 2, waiting: 0 }))
})
