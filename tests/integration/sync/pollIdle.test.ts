import { expect, onTestFinished, test } from 'vitest'
import { createApiClient } from '#services/api/client.ts'
import { TIMING } from '#services/sync/engine/timing.ts'
import { startDocumentedServer } from '#tests/fakes/documentedServer.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { fakeSessions, openSyncHarness, until } from '#tests/fakes/syncHarness.ts'

const FOLDERS = 12

/** A workspace in step with a server that has to be polled, and which scans its own folder without a pause. */
async function inStep(pollIdle: number) {
  const server = await startDocumentedServer()
  onTestFinished(() => server.close())
  server.tokens.add('t')
  for (let n = 0; n < FOLDERS; n++) server.write(`part${n}/a.css`, `body ${n}`)
  const remote = { id: 'c1', name: '', kind: 'remote', baseUrl: server.baseUrl, pathMap: {}, certificate: '' } as const
  const client = createApiClient({ connection: () => remote, token: () => 't', log: memoryLog() })
  const timing = { scanEvery: 20, poll: 10, pollIdle, timeStep: TIMING.timeStep }
  const desk = await openSyncHarness(
    null,
    { timing },
    fakeSessions(() => client),
  )
  onTestFinished(() => desk.close())
  await desk.connect()
  await until(async () => expect(Object.keys(await desk.texts())).toHaveLength(FOLDERS))
  await until(async () => expect((await desk.view()).state).toBe('idle'))
  return { server, desk }
}

test('the product looks at an idle server at most six times a minute', () => {
  expect(60_000 / TIMING.pollIdle).toBeLessThanOrEqual(6)
})

test('an idle workspace asks once in its time, however many folders there are and however often it scans its own', async () => {
  const pollIdle = 400
  const { server, desk } = await inStep(pollIdle)
  const [before, since] = [server.requests.length, performance.now()]
  const scans = new Set<string>()
  await until(async () => {
    scans.add((await desk.view()).lastSync)
    return server.requests.length - before >= 5
  })
  const asked = server.requests.length - before
  expect(asked).toBeLessThanOrEqual(1 + (performance.now() - since) / pollIdle)
  // Each of these was a cycle of its own, which used to list all folders.
  expect(scans.size).toBeGreaterThan(5)
})

test('a change is found wherever it is, and the next ones sooner', async () => {
  const { server, desk } = await inStep(30)
  server.write('part7/a.css', 'edited there')
  await until(async () => expect(await desk.read('part7/a.css')).toBe('edited there'))
  server.write('part3/new/b.css', 'made there')
  await until(async () => expect(await desk.read('part3/new/b.css')).toBe('made there'))
})
