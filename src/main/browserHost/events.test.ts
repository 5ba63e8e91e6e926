import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { HostEventMessage } from '#shared/contract/bridge.ts'
import { createEventStream } from './events.ts'

async function run() {
  const listeners = new Set<(message: HostEventMessage) => void>()
  const stream = createEventStream((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  })
  const pages: ServerResponse[] = []
  const server = createServer((request, response) => {
    pages.push(response)
    stream.attach(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    stream.close()
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const open = async (lastId = ''): Promise<IncomingMessage> => {
    const headers = lastId ? { 'last-event-id': lastId } : {}
    const outgoing = get({ port, host: '127.0.0.1', headers }).on('error', () => undefined)
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
    return response.on('error', () => undefined)
  }
  const emit = (text: string): void => {
    for (const listener of listeners) listener({ event: 'notice', payload: { level: 'info', text } })
  }
  return { stream, listeners, pages, open, emit }
}

it('a page that reads nothing is dropped instead of filling the memory, and gets what it missed', async () => {
  const { pages, open, emit } = await run()
  const frozen = await open()
  let read = ''
  frozen.on('data', (chunk: Buffer) => (read += chunk.toString()))
  await vi.waitFor(() => expect(read).toMatch(/^id: .+$/m))
  frozen.pause()
  const seen = /^id: (.+)$/m.exec(read)?.[1] ?? ''
  for (let n = 0; n < 64; n++) emit(`${n} ${'x'.repeat(256 * 1024)}`)
  await vi.waitFor(() => expect(pages[0]?.destroyed).toBe(true))
  const back = await open(seen)
  const numbers = new Set<string>()
  let line = ''
  back.on('data', (chunk: Buffer) => {
    line += chunk.toString()
    for (const [, n] of line.matchAll(/"text":"(\d+) /g)) numbers.add(n ?? '')
    line = line.slice(-40)
  })
  await vi.waitFor(() => expect(numbers.size).toBe(64), { timeout: 5000 })
})
it('lets go of the events and of every page at its end', async () => {
  const { stream, listeners, pages, open } = await run()
  const page = await open()
  page.resume()
  stream.close()
  await once(page, 'close')
  expect([listeners.size, pages[0]?.writableEnded]).toEqual([0, true])
})
