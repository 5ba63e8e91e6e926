import { afterEach, expect, test } from 'vitest'
import { createFakeRemote } from '#tests/fakes/remote.ts'
import { type SyncHarness, openSyncHarness, until } from '#tests/fakes/syncHarness.ts'

let desk: SyncHarness
afterEach(() => desk.close())

const halted = (kind: string): Promise<void> =>
  until(async () => expect(await desk.view()).toMatchObject({ state: 'halted', halt: { kind } }))

test('asks before templates with errors go to an enabled site; what was agreed to goes, what is mended goes by itself', async () => {
  const remote = createFakeRemote({ 'index.html': '<p>1</p>', 'p/1.css': 'body1' })
  desk = await openSyncHarness(remote, { liveSites: async () => ['官网'] })
  await desk.connect()
  await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', halt: null }))
  await desk.write('index.html', '<p>2</p>')
  await halted('live-template')
  await desk.answer('proceed')
  await until(() => expect(remote.texts()['index.html']).toBe('<p>2</p>'))

  await desk.write('index.html', '<p>\n{% include "gone" %}</p>')
  await desk.write('p/1.css', 'edited')
  await halted('template-errors')
  expect((await desk.view()).halt?.message).toContain('index.html 第 2 行：模板文件“gone.html”不存在')
  // Everything else goes on.
  await until(() => expect(remote.texts()['p/1.css']).toBe('edited'))
  expect(remote.texts()['index.html']).toBe('<p>2</p>')
  await desk.answer('proceed')
  await until(() => expect(remote.texts()['index.html']).toContain('gone'))
  await desk.write('index.html', '{{ a | nothing }}')
  await halted('template-errors')
  await desk.write('index.html', '<p>mended</p>')
  await until(() => expect(remote.texts()['index.html']).toBe('<p>mended</p>'))
  await until(async () => expect((await desk.view()).halt).toBeNull())
})
