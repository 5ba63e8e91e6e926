import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operations } from '#shared/contract/registry.ts'
import { startTestServer, type TestServer } from './harness/server.ts'

const MANY = 500
const DRIP_MS = 2000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Sends the beginning, then a byte every two seconds. Answers the ms until the connection has ended. */
function drip(begin: string): Promise<number> {
  const { hostname, port } = new URL(server.url)
  const began = performance.now()
  return new Promise((resolve) => {
    const socket: Socket = connect(Number(port), hostname, () => socket.write(begin))
    const timer = setInterval(() => socket.write('a'), DRIP_MS)
    socket.resume()
    socket.on('error', () => undefined)
    socket.once('close', () => {
      clearInterval(timer)
      resolve(performance.now() - began)
    })
  })
}
const longest = async (drips: Promise<number>[]): Promise<number> => Math.max(...(await Promise.all(drips)))

const HEADERS = 'GET /health HTTP/1.1\r\nhost: a\r\nx-slow: '
const postTo = (path: string, length: number, more = ''): string =>
  `POST /${path} HTTP/1.1\r\nhost: a\r\n${more}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`
/** Read before anybody has signed in, and answered before the body is read. */
const [READ, REFUSED] = [operations['account.login'].path, operations['labelCategory.save'].path]

it('500 connections that send their headers byte by byte are ended within seconds, and others are answered meanwhile', async () => {
  const ended = longest(Array.from({ length: MANY }, () => drip(HEADERS)))
  for (let turn = 0; turn < 10; turn++) {
    const began = performance.now()
    expect((await server.nobody.fetch('health')).status).toBe(200)
    expect(performance.now() - began).toBeLessThan(2000)
  }
  expect(await ended).toBeLessThan(6000)
})

it('a few such ones are ended, too', async () => {
  expect(await longest(Array.from({ length: 5 }, () => drip(HEADERS)))).toBeLessThan(15_000)
})

// Before the next one: sign-ins of one address are limited.
it('a body of a slow line comes through: 2 KB a second for longer than any window', { timeout: 60_000 }, async () => {
  const { hostname, port } = new URL(server.url)
  const length = 24 * 1024
  let answer = ''
  const began = performance.now()
  await new Promise<void>((resolve, reject) => {
    let left = length
    const socket = connect(Number(port), hostname, () => socket.write(postTo(READ, length, 'connection: close\r\n')))
    const timer = setInterval(() => {
      const size = Math.min(1024, left)
      left -= size
      if (size > 0) socket.write(' '.repeat(size))
      else clearInterval(timer)
    }, 500)
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.once('error', reject).once('close', () => {
      clearInterval(timer)
      resolve()
    })
  })
  expect(performance.now() - began).toBeGreaterThan(11_000)
  expect(answer).toMatch(/^HTTP\/1.1 400 /)
})

it(
  'bodies that come byte by byte are ended, and no address has more than 200 on their way',
  { timeout: 60_000 },
  async () => {
    const times = Array.from({ length: MANY }, (_none, turn) => drip(postTo(turn % 2 === 0 ? READ : REFUSED, 60_000)))
    expect((await server.nobody.fetch('health')).status).toBe(200)
    expect(await longest(times)).toBeLessThan(20_000)
  },
)
