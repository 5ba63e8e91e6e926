import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { sendError } from '../response.ts'
import { endSlowRequests } from './slowRequests.ts'

const MAX_BODIES = 200

async function server() {
  const app = Fastify()
  endSlowRequests(app, [])
  app.setErrorHandler(sendError)
  let begun = 0
  app.addHook('onRequest', async () => void (begun += 1))
  app.route({ method: ['GET', 'POST'], url: '/', handler: async () => 'ok' })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const sockets: Socket[] = []
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await app.close()
  })
  const open = (head: string): Socket => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`${head}\r\nhost: a\r\n`)
    socket.write('\r\n')
    sockets.push(socket)
    return socket
  }
  const answer = async (head: string): Promise<string> => {
    const socket = open(head)
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    return bytes.toString()
  }
  return { open, answer, begun: () => begun }
}

it('one address has so many bodies under way at most; what has no body, or has sent it, does not count', async () => {
  const { open, answer, begun } = await server()
  const half = (at: number) =>
    open(at % 2 === 0 ? 'POST / HTTP/1.1\r\ncontent-length: 1' : 'POST / HTTP/1.1\r\ntransfer-encoding: chunked')
  for (let at = 0; at < MAX_BODIES - 1; at++) half(at)
  await expect.poll(begun).toBe(MAX_BODIES - 1)
  // None of these is one of them.
  expect(await answer('GET / HTTP/1.1')).toMatch(/^HTTP\/1\.1 200 /)
  const last = half(0)
  await expect.poll(begun).toBe(MAX_BODIES + 1)
  for (const head of ['POST / HTTP/1.1\r\ncontent-length: 1', 'POST / HTTP/1.1\r\ntransfer-encoding: chunked']) {
    const refused = await answer(head)
    expect(refused).toMatch(/^HTTP\/1\.1 429 /)
    expect(refused).toMatch(/\r\nconnection: close\r\n/i)
    expect(refused).toContain('该地址同时上传的请求超过 200 个，请稍后重试')
  }
  expect(await answer('GET / HTTP/1.1')).toMatch(/^HTTP\/1\.1 200 /)
  // One that ends makes room for another.
  last.destroy()
  await once(last, 'close')
  const next = 'POST / HTTP/1.1\r\ncontent-type: text/plain\r\ncontent-length: 0'
  expect(await answer(next)).toMatch(/^HTTP\/1\.1 200 /)
})
