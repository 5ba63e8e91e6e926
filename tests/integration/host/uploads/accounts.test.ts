import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAccountByName, issueLoginToken } from '#server/areas/people/account/index.ts'
import { startTestServer, type TestServer } from '#tests/integration/server/harness/server.ts'
import { library, MB, openUploadHarness } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('who signs in after somebody else neither sees nor touches their uploads, which go on when they are back [P14]', async () => {
  const desk = await openUploadHarness(server)
  const { call } = desk.running
  await call('settings.set', { uploadLimitKbps: 100 })
  const [small = { id: '' }, large = { id: '' }] = await desk.upload([
    await desk.file('我的小.zip', 2000),
    await desk.file('我的大.zip', 3 * MB),
  ])
  await desk.reaches(small.id, 'done')
  await desk.reaches(large.id, 'sending')
  await call('session.signOut', {})

  const other = await findAccountByName(server.deps.db, 'editor')
  const token = await issueLoginToken(server.deps.db, other?.id ?? 0, server.clock.now())
  await call('session.autoLogin', { token })
  expect(await call('uploads.list', {})).toMatchObject({ tasks: [], totals: { open: 0, bytes: 0 } })
  const ids = [large.id]
  await call('uploads.pause', { ids })
  await call('uploads.cancel', { ids })
  await call('uploads.clear', {})
  const before = desk.running.events.length
  const [own = { id: '' }] = await desk.upload([await desk.file('同事的.zip', 2000)])
  await call('uploads.move', { id: large.id, before: own.id })
  await desk.reaches(own.id, 'done')
  const told = (): string => JSON.stringify(desk.running.events.slice(before))
  // Changes are told a few times in a second.
  await expect.poll(told).toContain('同事的.zip')
  expect(told()).not.toContain('我的大.zip')
  expect(told()).not.toContain(large.id)
  expect((await call('uploads.list', {})).tasks.map(({ name }) => name)).toEqual(['同事的.zip'])

  await call('session.signOut', {})
  await desk.signIn()
  await call('settings.set', { uploadLimitKbps: 0 })
  await desk.reaches(large.id, 'done')
  expect((await call('uploads.list', {})).tasks.map(({ name }) => name)).toEqual(['我的小.zip', '我的大.zip'])
  expect(await library(server, '我的大.zip', '同事的.zip')).toHaveLength(2)
})
