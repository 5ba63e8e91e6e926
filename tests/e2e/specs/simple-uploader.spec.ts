import { expect, test as base } from '@playwright/test'
import { startTestServer, type TestServer } from '#tests/integration/server/harness/server.ts'
import {
  arrived,
  type Around,
  bytesOf,
  type ClientOptions,
  type MadeFile,
  sendFiles,
  sha512Of,
} from '../simpleUploader/client.ts'
import { type Gateway, startGateway } from '../simpleUploader/gateway.ts'

const KB = 1024
/** Three chunks of 100 KB, the last one longer; or four. */
const SIZE = 390 * KB + 7
let seeds = 0
const madeOf = (name: string, size = SIZE): MadeFile => ({ name, size, seed: ++seeds })

/** The client that the documents' upload was written for, unchanged, in a browser, against our server. */
interface World {
  server: TestServer
  gateway: Gateway
  send(files: readonly MadeFile[], how?: Omit<Around, 'token'>): ReturnType<typeof sendFiles>
  /** Methods and statuses of what passed since the last question. */
  traffic(): string[]
  expectServed(path: string, file: MadeFile): Promise<void>
}

// Pictures and traces of a page that shows nothing cost more than the tests.
base.use({ trace: 'off', screenshot: 'off' })

const test = base.extend<{ world: World }, { server: TestServer }>({
  server: [
    async ({}, use) => {
      const server = await startTestServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  world: async ({ page, server }, use) => {
    const gateway = await startGateway(server.url)
    const token = String((await server.as('admin')).token)
    await page.goto(gateway.url)
    await use({
      server,
      gateway,
      send: (files, { options, ...how } = { options: {} }) =>
        sendFiles(page, files, { ...how, token, options: { chunkSize: 100 * KB, testChunks: false, ...options } }),
      traffic: () => gateway.passed.splice(0).map(({ method, status }) => `${method} ${status}`),
      async expectServed(path, file) {
        const bytes = Buffer.from(await (await server.nobody.fetch(path)).arrayBuffer())
        expect(bytes.equals(bytesOf(file))).toBe(true)
      },
    })
    await gateway.close()
  },
})

const times = (count: number, what: string): string[] => Array.from({ length: count }, () => what)

for (const method of ['multipart', 'octet'] as const) {
  test(`${method}: one chunk and many, tested and not, of both roundings [P1] [P2] [P3] [P4] [P6] [P7]`, async ({
    world,
  }) => {
    for (const testChunks of [true, false]) {
      for (const [chunks, sizes] of [
        [1, { chunkSize: 5 * KB * KB * KB }],
        [3, { forceChunkSize: false }],
        [4, { forceChunkSize: true }],
      ] satisfies [number, ClientOptions][]) {
        const file = madeOf('年度报告 2026.zip')
        const options = { method, testChunks, ...sizes, query: { dir: '报告' } }
        const [outcome] = await world.send([file], { options, hashed: true })
        const { id, accessPath, ...data } = arrived(outcome)
        expect(outcome?.chunks).toBe(chunks)
        expect(data).toMatchObject({ oldName: file.name, size: file.size, extension: 'zip' })
        expect(world.traffic().toSorted()).toEqual([
          ...times(testChunks ? chunks : 0, 'GET 204'),
          ...times(chunks, 'POST 200'),
        ])
        await world.expectServed(accessPath, file)
        const { db } = world.server.deps
        const row = db.selectFrom('attachment').select(['dir', 'sha512']).where('id', '=', id)
        expect(await row.executeTakeFirst()).toEqual({ dir: '报告', sha512: sha512Of(file) })
      }
    }
  })
}

/** Four of ten chunks arrive, then a permanent failure ends the file. */
async function sendFour(world: World, file: MadeFile, how: Omit<Around, 'token'>): Promise<void> {
  world.gateway.fault = (verb, nth) => (verb === 'POST' && nth === 5 ? 500 : null)
  const options = { ...how.options, simultaneousUploads: 1 }
  expect(await world.send([file], { ...how, options })).toMatchObject([{ how: 'error' }])
  expect(world.traffic().filter((line) => line === 'POST 200')).toHaveLength(4)
}

test('an upload that was given up goes on with the chunks that are missing [P7]', async ({ world }) => {
  const file = madeOf('继续.zip', 1000 * KB)
  const options = { testChunks: true }
  await sendFour(world, file, { options })
  const [outcome] = await world.send([file], { options })
  await world.expectServed(arrived(outcome).accessPath, file)
  expect(world.traffic().toSorted()).toEqual([...times(4, 'GET 200'), ...times(6, 'GET 204'), ...times(6, 'POST 200')])
})

test('one test tells what of all chunks is here, and that a whole file is [P8]', async ({ world }) => {
  const file = madeOf('一次询问.zip', 1000 * KB)
  const how = { options: { testChunks: true }, hashed: true, byFirstAnswer: true }
  await sendFour(world, file, how)
  const [outcome] = await world.send([file], how)
  const { accessPath } = arrived(outcome)
  await world.expectServed(accessPath, file)
  expect(world.traffic().toSorted()).toEqual(['GET 200', ...times(6, 'POST 200')])
  const [again] = await world.send([file], how)
  expect(arrived(again).accessPath).toBe(accessPath)
  expect(world.traffic()).toEqual(['GET 200'])
})

test('Chinese names of one length, sent at the same time, do not mix [P10]', async ({ world }) => {
  const files = ['甲乙.zip', '丙丁.zip', '戊己.zip'].map((name) => madeOf(name))
  for (const testChunks of [true, false]) {
    const options = { testChunks, simultaneousUploads: 6, allowDuplicateUploads: true }
    const outcomes = await world.send(files, { options })
    for (const file of files) {
      const outcome = outcomes.find(({ name }) => name === file.name)
      expect(arrived(outcome).oldName).toBe(file.name)
      await world.expectServed(arrived(outcome).accessPath, file)
    }
  }
})

for (const method of ['multipart', 'octet'] as const) {
  test(`${method}: an empty file and a name of 255 characters arrive [P13]`, async ({ world }) => {
    const files = [madeOf('空.zip', 0), madeOf(`${'长'.repeat(251)}.zip`)]
    for (const testChunks of [true, false]) {
      const outcomes = await world.send(files, { options: { method, testChunks } })
      for (const file of files) {
        const attachment = arrived(outcomes.find(({ name }) => name === file.name))
        expect(attachment).toMatchObject({ oldName: file.name, size: file.size })
        await world.expectServed(attachment.accessPath, file)
      }
    }
  })

  test(`${method}: chunks that a gateway refuses or cuts are sent again [P6]`, async ({ world }) => {
    const file = madeOf('路上有麻烦.zip', 1000 * KB)
    const faults = new Map<number, 503 | 429 | 'cut'>([
      [2, 503],
      [3, 'cut'],
      [5, 429],
      [6, 'cut'],
    ])
    world.gateway.fault = (verb, nth) => (verb === 'POST' ? (faults.get(nth) ?? null) : null)
    const options = { method, maxChunkRetries: 5, chunkRetryInterval: 20 }
    const [outcome] = await world.send([file], { options, hashed: true })
    await world.expectServed(arrived(outcome).accessPath, file)
    expect(world.traffic().toSorted()).toEqual([
      ...times(2, 'POST 0'),
      ...times(10, 'POST 200'),
      'POST 429',
      'POST 503',
    ])
  })
}

test('a permanent failure ends the file at once; started again it goes on where it was [P6]', async ({ world }) => {
  const file = madeOf('永久失败.zip', 1000 * KB)
  world.gateway.fault = (verb, nth) => (verb === 'POST' && nth === 4 ? 500 : null)
  const options = { testChunks: true, simultaneousUploads: 1, maxChunkRetries: 5 }
  const [outcome] = await world.send([file], { options, starts: 2 })
  await world.expectServed(arrived(outcome).accessPath, file)
  expect(world.traffic()).toEqual([
    ...times(3, 'GET 204,POST 200').flatMap((pair) => pair.split(',')),
    'GET 204',
    'POST 500',
    ...times(3, 'GET 200'),
    ...times(7, 'GET 204,POST 200').flatMap((pair) => pair.split(',')),
  ])
})

test('what is refused is refused for good, with the reason, and leaves nothing [P6]', async ({ world }) => {
  const file = madeOf('程序.exe')
  const [outcome] = await world.send([file], { options: { maxChunkRetries: 5, simultaneousUploads: 1 } })
  expect(outcome?.how).toBe('error')
  expect(JSON.parse(outcome?.message ?? '')).toMatchObject({
    code: 415,
    msg: expect.stringMatching(/^请上传 .*的格式!$/),
  })
  expect(world.traffic()).toEqual(['POST 415'])
})
