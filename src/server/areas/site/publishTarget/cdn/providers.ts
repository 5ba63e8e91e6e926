import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { OutgoingOptions } from '#server/deps.ts'
import { describeRequestError, type OutsideResponse, requestOutside } from '#server/net/outsideRequest.ts'
import {
  aliyunHeaders,
  canonicalQuery,
  TENCENT_TYPE,
  tencentSignature,
  webhookSignature,
} from '#server/net/signatures.ts'
import type { CdnProvider } from '#shared/contract/publishCdn.ts'
import { parseJsonOrNull } from '#shared/util/json.ts'

/** What purges addresses. */
export interface CdnAccess {
  url: string
  accessKeyId: string
  secret: string
}

export interface PurgeOrder {
  /** Whole addresses of files; of a folder, which ends with `/`, all below it. */
  urls: readonly string[]
  isFolder: boolean
  now: Date
}

/** A CDN. `send` answers what was refused, '' when the order was taken. */
export interface Cdn {
  /** Addresses of one call. */
  maxUrls: number
  send(access: CdnAccess, order: PurgeOrder, outgoing: Partial<OutgoingOptions>): Promise<string>
}

const TIMEOUT_MS = 15_000
const MAX_BYTES = 64 * 1024

/** 阿里云 CDN, RefreshObjectCaches of 2018-05-10: 1000 addresses of a call, as form fields. */
const aliyun: Cdn = {
  maxUrls: 1000,
  async send({ url, accessKeyId, secret }, { urls, isFolder, now }, outgoing) {
    const body = canonicalQuery({ ObjectPath: urls.join('\n'), ObjectType: isFolder ? 'Directory' : 'File' })
    const api = new URL('/', url || 'https://cdn.aliyuncs.com')
    const key = { accessKeyId, accessKeySecret: secret }
    const action = { action: 'RefreshObjectCaches', version: '2018-05-10', query: '' }
    const signed = aliyunHeaders(key, { ...action, host: api.host, body, nonce: randomUUID(), now })
    const headers = { ...signed, 'content-length': Buffer.byteLength(body) }
    return post({ url: api, headers, body }, outgoing, (json) => {
      const read = aliyunAnswer.safeParse(json).data
      if (read?.Code !== undefined) return `${read.Message}（${read.Code}）`
      return read?.RefreshTaskId === undefined ? null : ''
    })
  },
}
const aliyunAnswer = z.object({
  Code: z.string().optional(),
  Message: z.string().default(''),
  RefreshTaskId: z.string().optional(),
})

/** 腾讯云 CDN, PurgeUrlsCache and PurgePathCache of 2018-06-06: 1000 addresses of a call. */
const tencent: Cdn = {
  maxUrls: 1000,
  async send({ url, accessKeyId, secret }, { urls, isFolder, now }, outgoing) {
    const body = JSON.stringify(isFolder ? { Paths: urls, FlushType: 'flush' } : { Urls: urls })
    const action = isFolder ? 'PurgePathCache' : 'PurgeUrlsCache'
    const api = new URL('/', url || 'https://cdn.tencentcloudapi.com')
    const timestamp = Math.floor(now.getTime() / 1000)
    const key = { accessKeyId, accessKeySecret: secret }
    const headers = {
      authorization: tencentSignature(key, 'cdn', { host: api.host, action, timestamp, body }),
      'content-type': TENCENT_TYPE,
      'content-length': Buffer.byteLength(body),
      'x-tc-action': action,
      'x-tc-version': '2018-06-06',
      'x-tc-timestamp': String(timestamp),
    }
    return post({ url: api, headers, body }, outgoing, (json) => {
      const read = tencentAnswer.safeParse(json).data?.Response
      if (read?.Error) return `${read.Error.Message}（${read.Error.Code}）`
      return read?.TaskId === undefined ? null : ''
    })
  },
}
const tencentAnswer = z.object({
  Response: z.object({
    Error: z.object({ Code: z.string(), Message: z.string().default('') }).optional(),
    TaskId: z.string().optional(),
  }),
})

/** Any other CDN: the addresses as JSON, signed as other webhooks are. */
const webhook: Cdn = {
  maxUrls: 1000,
  async send({ url, secret }, { urls, isFolder, now }, outgoing) {
    const body = JSON.stringify({ event: 'cdn.purge', time: now.toISOString(), data: { urls, isFolder } })
    const timestamp = Math.floor(now.getTime() / 1000)
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Sitecraft-Webhook/1',
      'x-sitecraft-event': 'cdn.purge',
      'x-sitecraft-timestamp': String(timestamp),
      'x-sitecraft-signature': webhookSignature(secret, timestamp, body),
    }
    return post({ url: new URL(url), headers, body }, outgoing, (_json, { status }) =>
      status >= 200 && status < 300 ? '' : null,
    )
  },
}

export const CDNS: Record<Exclude<CdnProvider, ''>, Cdn> = { webhook, aliyun, tencent }

/** @param read what the answer refuses; '' nothing; null: it is not understood */
async function post(
  { url, headers, body }: { url: URL; headers: Record<string, string | number>; body: string },
  outgoing: Partial<OutgoingOptions>,
  read: (json: unknown, response: OutsideResponse) => string | null,
): Promise<string> {
  const timeoutMs = outgoing.responseTimeoutMs ?? TIMEOUT_MS
  try {
    const request = { method: 'POST', url, headers, body, maxBytes: MAX_BYTES, timeoutMs } as const
    const response = await requestOutside(request, outgoing)
    const answer = read(parseJsonOrNull(response.body.toString('utf8')), response)
    return (answer ?? `返回 ${response.status}`).slice(0, 500).toWellFormed().replaceAll('\0', '')
  } catch (error) {
    return describeRequestError(error, timeoutMs, '地址')
  }
}
