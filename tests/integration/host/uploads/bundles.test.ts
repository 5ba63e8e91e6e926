import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/integration/server/harness/server.ts'
import { type UploadHarness, library, openUploadHarness, sha512 } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const COUNT = 60

/** Many small files in the queue of a host that knows its server already. */
async function many(desk: UploadHarness, mark: string) {
  const [first] = await desk.upload([await desk.file(`${mark}先.zip`)])
  await desk.reaches(first?.id ?? '', 'done')
  const contents = Array.from({ length: COUNT }, (_none, at) => randomBytes(20_000 + at))
  const names = contents.map((_content, at) => `${mark}${at}.zip`)
  const paths = await Promise.all(contents.map((content, at) => desk.file(names[at] ?? '', content)))
  desk.proxy.seen.length = 0
  return { names, paths, expected: contents.map((content, at) => `${names[at]} ${sha512(content)} 1`).toSorted() }
}
const inLibrary = async (names: readonly string[]) =>
  (await library(server, ...names)).map((row) => `${row.oldName} ${row.sha512} ${row.isRegistered}`).toSorted()
const bundles = ({ proxy }: UploadHarness) => proxy.seen.filter(({ path }) => path === 'api/upload/bundle').length

it('[P11] [P16] many small files go together to our own server, each registered once', async () => {
  const desk = await openUploadHarness(server)
  const { names, paths, expected } = await many(desk, '齐')
  for (const { id } of await desk.upload(paths)) await desk.reaches(id, 'done')
  expect(await inLibrary(names)).toEqual(expected)
  expect(bundles(desk)).toBeGreaterThan(0)
  expect(desk.chunks().length).toBeLessThan(COUNT / 2)
  await desk.expectNothingLeft()
})

it('[P14] [P16] a bundle that fails, or whose answer is lost, is sent file by file, and each is there once', async () => {
  for (const [mark, fault] of [
    ['拒', { status: 500, body: '{"code":500,"msg":"坏了","data":null}' }],
    ['断', { cutAfter: 30_000 }],
  ] as const) {
    const desk = await openUploadHarness(server)
    const { names, paths, expected } = await many(desk, mark)
    desk.proxy.fault = ({ path }) => (path === 'api/upload/bundle' ? fault : null)
    for (const { id } of await desk.upload(paths)) await desk.reaches(id, 'done')
    expect(bundles(desk)).toBeGreaterThan(0)
    expect(await inLibrary(names)).toEqual(expected)
  }
})

// A bundle without an answer is given up after five seconds, several times in a row.
it('[P14] what is cancelled is not in the library, what went with it is; a pause keeps it for later', async () => {
  const desk = await openUploadHarness(server, { patience: 5000 })
  const { names, paths, expected } = await many(desk, '停')
  desk.proxy.fault = ({ path }) => (path === 'api/upload/bundle' ? 'silent' : null)
  const tasks = await desk.upload(paths)
  await expect.poll(() => bundles(desk), { timeout: 20_000 }).toBeGreaterThan(0)
  const [cancelled, paused] = tasks
  await desk.running.call('uploads.pause', { ids: [paused?.id ?? ''] })
  await desk.running.call('uploads.cancel', { ids: [cancelled?.id ?? ''] })
  desk.proxy.fault = () => null
  for (const { id } of tasks.slice(2)) await desk.reaches(id, 'done')
  const without = (...gone: (string | undefined)[]) =>
    expected.filter((line) => !gone.some((name) => line.startsWith(`${name} `)))
  expect(await inLibrary(names)).toEqual(without(cancelled?.name, paused?.name))
  await desk.running.call('uploads.resume', { ids: [paused?.id ?? ''] })
  await desk.reaches(paused?.id ?? '', 'done')
  expect(await inLibrary(names)).toEqual(without(cancelled?.name))
  await desk.expectNothingLeft()
}, 60_000)
