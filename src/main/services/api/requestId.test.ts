import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { memoryLog } from '#tests/fakes/logger.ts'
import { createApiClient } from './client.ts'

/** A server that refuses every call with this body and this name for the request. */
async function refusing(body: string, requestId: string) {
  const server = createServer((_request, response) => {
    response.writeHead(503, { 'content-type': 'application/json', 'x-request-id': requestId }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const connection = { id: 'c1', name: '外部', kind: 'remote' as const, baseUrl, pathMap: {}, certificate: '' }
  return createApiClient({ connection: () => connection, token: () => null, log: memoryLog() })
}

const AWAY = JSON.stringify({ code: 503, msg: '数据库暂时无法连接，请稍后再试', data: null })

it.each([
  ['an answer of the API', AWAY],
  ['a page of something in between', '<html>503</html>'],
])('names the request of a failure by which the server’s log is searched: %s', async (_what, body) => {
  const client = await refusing(body, 'K7M3QX9TWA2B')
  await expect(client.call('system.health', {})).rejects.toMatchObject({
    code: 'unavailable',
    details: { requestId: 'K7M3QX9TWA2B', operation: 'system.health' },
  })
})

it('takes no other text for a name', async () => {
  const client = await refusing(AWAY, '<b>请拨打 400</b>'.replace(/[^\x20-\x7e]/g, '?'))
  const error: unknown = await client.call('system.health', {}).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'unavailable' })
  expect(error).not.toHaveProperty('details.requestId')
})
