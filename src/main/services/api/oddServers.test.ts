import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, connect, type AddressInfo } from 'node:net'
import { spawn } from 'node:child_process'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Connection } from '#shared/contract/host.ts'
import { selfSigned } from '#tests/fakes/certificate.ts'
import { startCms } from '#tests/fakes/cms.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { createApiClient, type ClientDeps } from './client.ts'
import { resolveBelowBase } from './request.ts'

const clientOf = (baseUrl: string, change: Partial<Connection> = {}, deps: Partial<ClientDeps> = {}) =>
  createApiClient({
    connection: () => ({ id: 'c', name: '', kind: 'remote', baseUrl, pathMap: {}, certificate: '', ...change }),
    token: () => null,
    log: memoryLog(),
    ...deps,
  })

async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Takes connections and never says a word. */
async function mute(): Promise<number> {
  const server = createTcpServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** A port whose queue is full: connections to it stay on their way, as behind a firewall that drops them. */
async function unreachable(): Promise<number> {
  const script = `const s = require('net').createServer(); s.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(s.address().port))`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = Number(String(((await once(child.stdout, 'data')) as [Buffer])[0]))
  child.kill('SIGSTOP')
  const waiting = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  onTestFinished(() => {
    for (const socket of waiting) socket.destroy()
    child.kill('SIGKILL')
  })
  await vi.waitFor(() => expect(waiting.some((socket) => !socket.connecting)).toBe(true))
  return port
}

describe('a server that can’t be reached in time', () => {
  it('is a timeout while the connection is still on its way', async () => {
    const client = clientOf(`http://127.0.0.1:${await unreachable()}`)
    await expect(client.call('rsa.publicKey', {}, { timeoutMs: 200 })).rejects.toMatchObject({ code: 'timeout' })
  })
  it.each(['', 'AA:BB'])('is a timeout while TLS is not agreed on, with the accepted certificate "%s"', async (pin) => {
    const client = clientOf(`https://127.0.0.1:${await mute()}`, { certificate: pin })
    await expect(client.call('rsa.publicKey', {}, { timeoutMs: 200 })).rejects.toMatchObject({ code: 'timeout' })
  })
  it('can be given up before TLS is agreed on', async () => {
    const abort = new AbortController()
    const client = clientOf(`https://127.0.0.1:${await mute()}`, { certificate: 'AA:BB' })
    const call = client.call('rsa.publicKey', {}, { signal: abort.signal, timeoutMs: 2000 })
    abort.abort()
    await expect(call).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('an odd answer', () => {
  it.each([
    ['with a byte order mark', '\uFEFF{"code":200,"msg":"","data":"key"}'],
    ['whose code is text', '{"code":"200","msg":null,"data":"key"}'],
  ])('%s is understood', async (_name, body) => {
    const baseUrl = await answering((_request, response) => void response.end(body))
    expect(await clientOf(baseUrl).call('rsa.publicKey', {})).toMatchObject({ data: 'key', code: 200 })
  })
  it.each(['null', '[]', '7', '{"code":"OK"}', '{"code":null}', ''])('%s is no answer of an API', async (body) => {
    const baseUrl = await answering((_request, response) => void response.end(body))
    await expect(clientOf(baseUrl).call('rsa.publicKey', {})).rejects.toMatchObject({ code: 'bad-answer' })
  })
  it('without end is given up instead of filling the memory', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'x')
    const baseUrl = await answering((_request, response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write(chunk)) continue
      }
      response.on('drain', pour)
      pour()
    })
    await expect(clientOf(baseUrl).call('rsa.publicKey', {})).rejects.toMatchObject({ code: 'bad-answer' })
  })
})

describe('a path map', () => {
  const base = 'http://home.example/cms/'
  it.each(['https://evil.example/', 'http:\\\\evil.example', 'file:///etc/passwd', '', ' ', 'a b'])(
    'that leads away (%j) sends nothing',
    async (path) => {
      expect(resolveBelowBase(base, path)).toBeNull()
      const call = clientOf(base, { pathMap: { 'rsa.publicKey': path } }).call('rsa.publicKey', {})
      await expect(call).rejects.toMatchObject({ code: 'invalid' })
    },
  )
  it.each(['\\\\evil.example\\x', '/\\/evil.example', '//evil.example/x', '../x'])(
    'stays on the server with %j',
    (path) => {
      expect(resolveBelowBase(base, path)?.host).toBe('home.example')
    },
  )
})

describe('a token that the server refuses', () => {
  it('is reported for calls, uploads and files of that server only', async () => {
    const cms = await startCms()
    const elsewhere = await answering((_request, response) => void response.writeHead(401).end())
    onTestFinished(() => cms.close())
    const onExpired = vi.fn()
    const client = clientOf(cms.baseUrl, {}, { token: () => 'old', onExpired })
    await expect(client.call('templateFile.list', { path: '' })).rejects.toMatchObject({ code: 'bad-answer' })
    expect(onExpired).not.toHaveBeenCalled()
    for (const path of ['api/cebest-cms/template/fileList', 'api/upload/file']) cms.on(path, () => null)
    await expect(client.call('templateFile.list', { path: '' })).rejects.toMatchObject({ code: 'unauthorized' })
    expect(onExpired).toHaveBeenCalledTimes(1)
    const file = { path: import.meta.filename, name: 'a.js' }
    await expect(client.upload('file', file)).rejects.toMatchObject({ code: 'unauthorized' })
    expect(onExpired).toHaveBeenCalledTimes(2)
    await expect(client.open(`${elsewhere}/x.png`, { allowsOtherServers: true })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(onExpired).toHaveBeenCalledTimes(2)
    const own = clientOf(elsewhere, {}, { token: () => 'old', onExpired })
    await expect(own.open('x.png')).rejects.toMatchObject({ code: 'unauthorized' })
    expect(onExpired).toHaveBeenCalledTimes(3)
  })
})

describe('a file behind a redirect', () => {
  it('comes from another server without the token, the pinned certificate or a word on connectivity', async () => {
    const heard: unknown[] = []
    const elsewhere = await answering((request, response) => {
      heard.push(request.headers.authorization)
      response.end('bytes')
    })
    const home = await answering((_request, response) => void response.writeHead(302, { location: elsewhere }).end())
    const reached: boolean[] = []
    const client = clientOf(home, {}, { token: () => 'mine', onReachability: (value) => reached.push(value) })
    const { size } = await client.open('file')
    expect([size, heard, reached]).toEqual([5, [undefined], [true]])
  })
  it('never leads to another kind of address', async () => {
    const home = await answering((_request, response) => void response.writeHead(302, { location: 'http://[' }).end())
    await expect(clientOf(home).open('file')).rejects.toMatchObject({ code: 'invalid' })
  })
})

it('a changed certificate is distinguished from one that was never accepted', async () => {
  const cms = await startCms(selfSigned())
  onTestFinished(() => cms.close())
  const reason = (certificate: string) =>
    clientOf(cms.baseUrl, { certificate })
      .call('rsa.publicKey', {})
      .catch((error: Error) => error.message)
  expect(await reason('')).toContain('可能是自签名证书')
  expect(await reason('AA:BB')).toContain('与之前信任的证书不同')
})
