import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const CDN_KEY = { id: 'AKIDexample', secret: 'secret 密钥' }

/** One order that a CDN has taken. */
export interface TakenPurge {
  provider: 'webhook' | 'aliyun' | 'tencent'
  urls: string[]
  isFolder: boolean
}

const sha256 = (data: string): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest()
const header = (request: IncomingMessage, name: string): string => String(request.headers[name])

/**
 * Stand-ins of two clouds' CDN APIs and of a receiver of webhooks. They work out the signature from what came in, by the documents, and
 * refuse another one.
 */
export async function startCdn() {
  const taken: TakenPurge[] = []
  let refusal: string | null = null

  function aliyun(request: IncomingMessage, body: string): [number, unknown] {
    const [, id = '', names = '', signature = ''] =
      /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=(\w+)$/.exec(
        header(request, 'authorization'),
      ) ?? []
    const lines = names.split(';').map((name) => `${name}:${header(request, name).trim()}\n`)
    const canonical = ['POST', '/', '', lines.join(''), names, sha256(body)].join('\n')
    const wanted = hmac(CDN_KEY.secret, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex')
    const needed = ['content-type', 'host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-version']
    if (id !== CDN_KEY.id || signature !== wanted || needed.some((name) => !names.split(';').includes(name)))
      return [400, { Code: 'SignatureDoesNotMatch', Message: 'Specified signature is not matched.' }]
    if (header(request, 'x-acs-action') !== 'RefreshObjectCaches' || header(request, 'x-acs-version') !== '2018-05-10')
      return [404, { Code: 'InvalidAction.NotFound', Message: 'no such action' }]
    if (refusal !== null) return [400, { Code: 'QuotaExceeded.Refresh', Message: refusal }]
    const form = new URLSearchParams(body)
    const urls = (form.get('ObjectPath') ?? '').split('\n')
    if (urls.length > 1000) return [400, { Code: 'InvalidObjectPath.ExceedLimit', Message: 'too many' }]
    taken.push({ provider: 'aliyun', urls, isFolder: form.get('ObjectType') === 'Directory' })
    return [200, { RefreshTaskId: '704225667', RequestId: 'r' }]
  }

  function tencent(request: IncomingMessage, body: string): [number, unknown] {
    const error = (Code: string, Message: string): [number, unknown] => [
      200,
      { Response: { Error: { Code, Message }, RequestId: 'r' } },
    ]
    const timestamp = header(request, 'x-tc-timestamp')
    const date = new Date(Number(timestamp) * 1000).toISOString().slice(0, 10)
    const [, id = '', scope = '', names = '', signature = ''] =
      /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
        header(request, 'authorization'),
      ) ?? []
    const action = header(request, 'x-tc-action')
    const lines = names
      .split(';')
      .map((name) => `${name}:${header(request, name).toLowerCase()}\n`)
      .join('')
    const canonical = ['POST', '/', '', lines, names, sha256(body)].join('\n')
    const day = hmac(`TC3${CDN_KEY.secret}`, date)
    const key = hmac(hmac(day, 'cdn'), 'tc3_request')
    const wanted = hmac(key, `TC3-HMAC-SHA256\n${timestamp}\n${date}/cdn/tc3_request\n${sha256(canonical)}`)
    if (id !== CDN_KEY.id || scope !== `${date}/cdn/tc3_request` || signature !== wanted.toString('hex'))
      return error('AuthFailure.SignatureFailure', 'The provided credentials could not be validated.')
    if (header(request, 'x-tc-version') !== '2018-06-06') return error('InvalidParameter', 'version')
    if (refusal !== null) return error('LimitExceeded.CdnPurgeUrlExceedBatchLimit', refusal)
    const { Urls: urls, Paths: paths } = JSON.parse(body) as { Urls?: string[]; Paths?: string[] }
    if (action === 'PurgePathCache' && paths) taken.push({ provider: 'tencent', urls: paths, isFolder: true })
    else if (action === 'PurgeUrlsCache' && urls) taken.push({ provider: 'tencent', urls, isFolder: false })
    else return error('InvalidParameter', action)
    return [200, { Response: { TaskId: '1-2', RequestId: 'r' } }]
  }

  function webhook(request: IncomingMessage, body: string): [number, unknown] {
    const wanted = hmac(CDN_KEY.secret, `${header(request, 'x-sitecraft-timestamp')}.${body}`).toString('hex')
    if (header(request, 'x-sitecraft-signature') !== `v1=${wanted}`) return [403, {}]
    if (refusal !== null) return [500, { refusal }]
    const { data } = JSON.parse(body) as { data: { urls: string[]; isFolder: boolean } }
    taken.push({ provider: 'webhook', ...data })
    return [204, null]
  }

  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const handle = request.headers['x-tc-action'] ? tencent : request.headers['x-acs-action'] ? aliyun : webhook
      const [status, json] = handle(request, body)
      response.writeHead(status, { 'content-type': 'application/json' }).end(json === null ? '' : JSON.stringify(json))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    /** The next orders are refused with this text; null: they are taken. */
    refuse(text: string | null): void {
      refusal = text
    },
    stop: () => new Promise<void>((done) => void server.close(() => done())),
  }
}
