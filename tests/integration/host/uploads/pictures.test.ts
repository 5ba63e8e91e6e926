import { readdir } from 'node:fs/promises'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { pngOf } from '#tests/builders/upload.ts'
import { startTestServer, type TestServer } from '#tests/integration/server/harness/server.ts'
import { connect, runHost } from '../harness.ts'
import { LIBRARY, tokenFor } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const TARGET = { ...LIBRARY, kind: 'image' } as const

it('a picture of a pasted article goes from its store into the library, and nothing of it stays on this computer', async () => {
  const png = pngOf(30, 20)
  const store = createServer((_request, response) => response.end(png))
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void store.close())
  const { port } = store.address() as AddressInfo
  const running = await runHost({
    askPicture: (_url, { signal }) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        get({ host: '127.0.0.1', port, signal, agent: false }, resolve).once('error', reject)
      }),
  })
  await connect(running, server.url)
  await running.call('session.autoLogin', { token: await tokenFor(server) })
  const input = { url: 'https://mmbiz.qpic.cn/mmbiz_png/a/640', name: '粘贴的图片-1-1', target: TARGET }
  const { tasks } = await running.call('uploads.addPicture', input)
  const state = async () => (await running.call('uploads.list', {})).tasks[0]?.state
  await expect.poll(state).toMatchObject({
    step: 'done',
    attachment: { oldName: '粘贴的图片-1-1.png', imageWidth: 30, imageHeight: 20 },
  })
  expect(tasks).toHaveLength(1)
  await expect.poll(() => readdir(join(running.dataDir, 'tmp', String(process.pid)))).toEqual([])
  await expect.poll(() => readdir(join(running.dataDir, 'uploads', 'files'))).toEqual([])

  for (const url of [server.url, 'http://127.0.0.1/a.png', 'https://example.com/a.png'])
    await expect(running.call('uploads.addPicture', { ...input, url })).rejects.toMatchObject({ code: 'forbidden' })
})
