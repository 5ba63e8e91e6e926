import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { type CompanyProxy, startCompanyProxy } from '#tests/fakes/companyProxy.ts'
import { createOutgoing, type Outgoing, type OutgoingConfig, SYSTEM_NETWORK } from './outgoing.ts'

const NAME = 'cms.corp.test'

/** A server that says what was asked of it, which only the proxy knows by name. */
async function company(): Promise<CompanyProxy> {
  const server = createServer((asked, answer) => answer.end(`${asked.method} ${asked.url} of ${asked.headers.host}`))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy = await startCompanyProxy()
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await proxy.close()
  })
  proxy.knows(NAME, (server.address() as AddressInfo).port)
  return proxy
}

function through(proxy: CompanyProxy, more: Partial<OutgoingConfig> = {}): Outgoing {
  const outgoing = createOutgoing({ env: {}, system: null })
  outgoing.configure({ ...SYSTEM_NETWORK, mode: 'manual', address: proxy.url, ...more })
  return outgoing
}

async function get(outgoing: Outgoing, address: string): Promise<{ status: number; body: string }> {
  const { options } = await outgoing.routeRequest(new URL(address), '')
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    request({ ...options, method: 'GET' }, resolve)
      .on('error', reject)
      .end(),
  )
  return { status: answer.statusCode ?? 0, body: await text(answer) }
}

it('a plain request reaches the server that its whole address names, by the proxy', async () => {
  const proxy = await company()
  const address = `http://${NAME}:8080/group/cms/api/a?b=c%20d`
  expect(await get(through(proxy), address)).toEqual({
    status: 200,
    body: `GET /group/cms/api/a?b=c%20d of ${NAME}:8080`,
  })
  expect(proxy.asked).toEqual([`GET ${address}`])
})

it('a plain request signs in at the proxy that asks for it', async () => {
  const proxy = await company()
  proxy.wants = '张三:p:w'
  expect((await get(through(proxy), `http://${NAME}/`)).status).toBe(407)
  expect(await get(through(proxy, { credentials: '张三:p:w' }), `http://${NAME}/`)).toMatchObject({ status: 200 })
})

it('a plain request without a proxy goes to the server itself', async () => {
  const proxy = await company()
  const outgoing = through(proxy, { mode: 'direct' })
  const way = await outgoing.routeRequest(new URL(`http://${NAME}:8080/a?b`), '')
  expect(way).toMatchObject({ secure: false, forwarder: null, credentials: false })
  expect(way.options).toMatchObject({ hostname: NAME, port: 8080, path: '/a?b' })
})
