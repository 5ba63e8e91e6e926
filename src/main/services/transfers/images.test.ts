import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import type { ApiClient } from '../types.ts'
import { createImages } from './images.ts'

const MINUTE = 60_000
const dataUrl = (text: string): string => `data:image/png;base64,${Buffer.from(text).toString('base64')}`

/** Images of a server whose one picture the test changes. */
function run() {
  const server = { content: 'old', opened: 0, gate: Promise.resolve() }
  let time = 0
  const open = async () => {
    server.opened += 1
    const content = Buffer.from(server.content)
    await server.gate
    return { stream: Readable.from([content]), size: content.length, type: 'image/png', part: null, etag: '' }
  }
  const client = { connection: { id: 'a' }, open } as unknown as ApiClient
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const images = createImages({ client: async () => client, clock: { now: () => new Date(time) }, log })
  return {
    server,
    read: () => images.readDataUrl('cover.png'),
    forget: () => images.invalidate(),
    pass: (ms: number) => (time += ms),
  }
}

it('reads an image once, and again after some minutes', async () => {
  const { server, read, pass } = run()
  expect([await read(), await read()]).toEqual([dataUrl('old'), dataUrl('old')])
  expect(server.opened).toBe(1)
  server.content = 'new'
  pass(4 * MINUTE)
  expect(await read()).toBe(dataUrl('old'))
  pass(2 * MINUTE)
  expect(await read()).toBe(dataUrl('new'))
})
it('shows the new content at once after a change, also when an old answer was on its way', async () => {
  const { server, read, forget } = run()
  await read()
  forget()
  const arrived = Promise.withResolvers<void>()
  server.gate = arrived.promise
  const late = read()
  forget()
  server.content = 'new'
  arrived.resolve()
  await late
  expect(await read()).toBe(dataUrl('new'))
})
