import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A stand-in of Baidu Tongji's API: OAuth by code, reports by token. */
export interface FakeBaidu {
  url: string
  /** Every request, its query included. */
  asked: URL[]
  /** What reports are answered with; by default the figures. */
  behave: 'well' | 'error' | 'html' | 'quota' | 'silent' | 'token gone'
  close(): Promise<void>
}

export const BAIDU_KEYS = { apiKey: 'the-api-key', secretKey: 'the-secret-key' }
export const GOOD_CODE = 'good-code'
/** One month, s. */
const LIFE_S = 2_592_000

export async function startBaidu(): Promise<FakeBaidu> {
  let tokens = 0
  const answer = (url: URL): unknown => {
    const of = (name: string): string => url.searchParams.get(name) ?? ''
    if (url.pathname === '/oauth/2.0/token') {
      const isKnown = of('client_id') === BAIDU_KEYS.apiKey && of('client_secret') === BAIDU_KEYS.secretKey
      const isGood = of('code') === GOOD_CODE || of('refresh_token').startsWith('refresh-')
      if (!isKnown || !isGood) return { error: 'invalid_grant', error_description: 'Invalid authorization code' }
      tokens += 1
      return { access_token: `access-${tokens}`, refresh_token: `refresh-${tokens}`, expires_in: LIFE_S }
    }
    if (fake.behave === 'quota') return { error_code: 18, error_msg: 'Open api qps request limit reached' }
    if (fake.behave === 'token gone' || of('access_token') !== `access-${tokens}`)
      return { error_code: 111, error_msg: 'Access token expired' }
    if (fake.behave === 'error') return { error_code: 2, error_msg: 'site not found' }
    return { result: { total: 1, sum: [[1204, 310, '289', 45.5, 125, '--'], []], items: [] } }
  }
  const server = createServer((request: IncomingMessage, response) => {
    const url = new URL(request.url ?? '/', 'http://provider')
    fake.asked.push(url)
    if (fake.behave === 'silent') return
    if (fake.behave === 'html') {
      response.setHeader('content-type', 'text/html').end('<html>502 Bad Gateway</html>')
      return
    }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(url)))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const fake: FakeBaidu = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked: [],
    behave: 'well',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return fake
}
