import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/integration/server/harness/server.ts'
import { connect, runHost, tempFolder } from '../harness.ts'
import { LIBRARY, MB, tokenFor } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('the task bar shows one growing part of all uploads, and nothing once they are done', async () => {
  const shown: (number | null)[] = []
  const progress = (value: number | null): void => void shown.push(value)
  const running = await runHost({ ports: { notifier: { notify: async () => false, progress } } })
  await connect(running, server.url)
  await running.call('session.autoLogin', { token: await tokenFor(server) })
  const folder = await tempFolder()
  const paths = [1, 2, 3, 4, 5].map((n) => join(folder, `条${n}.zip`))
  await Promise.all(paths.map((path) => writeFile(path, randomBytes(2 * MB))))
  await running.call('settings.set', { uploadLimitKbps: 4096 })
  const grants = paths.map((path) => running.host.grants.issue(path))
  await running.call('uploads.add', { grants, target: LIBRARY })
  await expect.poll(() => shown.at(-1), { timeout: 20_000 }).toBeNull()
  const parts = shown.filter((value) => value !== null)
  expect(parts.length).toBeGreaterThan(2)
  expect(parts).toEqual(parts.toSorted((a, b) => a - b))
  expect([Math.min(...parts) >= 0, Math.max(...parts) <= 1]).toEqual([true, true])
  expect(shown.indexOf(null)).toBe(shown.length - 1)
})

it('deleting a connection ends the uploads that wait for it, in words', async () => {
  const running = await runHost()
  const id = await connect(running, server.url)
  await running.call('session.autoLogin', { token: await tokenFor(server) })
  const path = join(await tempFolder(), '断开.zip')
  await writeFile(path, randomBytes(MB))
  await running.call('settings.set', { uploadLimitKbps: 1 })
  await running.call('uploads.add', {
    grants: [running.host.grants.issue(path), running.host.grants.issue(path)],
    target: LIBRARY,
  })
  await running.call('connections.remove', { id })
  const states = async () => (await running.call('uploads.list', {})).tasks.map(({ state }) => state)
  const gone = { step: 'failed', message: expect.stringContaining('连接已被删除') as string, retry: false }
  await expect.poll(states).toEqual([gone, gone])
})
