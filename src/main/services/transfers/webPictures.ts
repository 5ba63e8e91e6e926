import { lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import type { GrantedFile } from '#shared/contract/bridge.ts'
import { UPLOAD_RULES } from '#shared/contract/upload.ts'
import { toImageHostUrl } from '#shared/domain/webPictures.ts'
import { AppError } from '#shared/errors/index.ts'
import { readUpTo } from '../network/readUpTo.ts'
import type { Outgoing } from '../network/outgoing.ts'
import type { Spool } from '../grants/spool.ts'

const MAX_BYTES = UPLOAD_RULES.image.limitMb * 1024 * 1024
/** ms of silence after which a download fails. */
const TIMEOUT_MS = 20_000
const MAX_REDIRECTS = 3

/** Requests a picture without cookie, token or referrer. */
export type RequestPicture = (url: URL, options: { signal: AbortSignal }) => Promise<IncomingMessage>

/** @param name of the file without its extension, which depends on the picture's format */
export type FetchWebPicture = (address: string, name: string) => Promise<GrantedFile>

/** Image formats that the resource library accepts, by their first bytes. */
const FORMAT_SIGNATURES: readonly [string, string][] = [
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['\xff\xd8\xff', 'jpg'],
  ['GIF87a', 'gif'],
  ['GIF89a', 'gif'],
]

/**
 * Downloads a picture of a pasted article from its editor's image store (shared/domain/webPictures) and grants it to
 * the page like a chosen file.
 * @throws AppError `forbidden` for any other address, `unavailable`, `unsupported` when it is no picture, `too-large`
 */
export function createPictureFetcher({
  spool,
  outgoing,
  ask = createPictureRequest(outgoing),
}: {
  spool: Pick<Spool, 'store'>
  outgoing: Outgoing
  ask?: RequestPicture
}): FetchWebPicture {
  return async (address, name) => {
    const bytes = await downloadPicture(address, ask)
    const head = bytes.toString('latin1', 0, 8)
    const extension = FORMAT_SIGNATURES.find(([sign]) => head.startsWith(sign))?.[1]
    if (!extension) throw new AppError('unsupported', '该地址没有 PNG、JPG 或 GIF 图片')
    return spool.store(Readable.from([bytes]), {
      name: `${name}.${extension}`,
      relativePath: '',
      announced: bytes.length,
    })
  }
}

async function downloadPicture(address: string, ask: RequestPicture): Promise<Buffer> {
  let from = address
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    // Checked at each hop: a redirect must not lead to another host.
    const stored = toImageHostUrl(from)
    if (!stored) throw new AppError('forbidden', '只能下载微信、秀米和135编辑器图片库中的图片')
    const url = new URL(stored)
    const response = await ask(url, { signal: AbortSignal.timeout(TIMEOUT_MS * 3) })
    const { statusCode = 0, headers } = response
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      response.destroy()
      from = new URL(headers.location, url).href
      continue
    }
    if (statusCode !== 200) {
      response.destroy()
      throw new AppError('unavailable', `图片所在的网站未返回图片（${statusCode}）`)
    }
    const bytes = await readUpTo(response, MAX_BYTES).catch((error: unknown) => {
      throw unreachableError(error)
    })
    if (!bytes) throw new AppError('too-large', `文件大小不能大于${UPLOAD_RULES.image.limitMb}M!`)
    return bytes
  }
  throw new AppError('unavailable', '图片所在的网站重定向次数过多，未返回图片')
}

const unreachableError = (cause: unknown): AppError => new AppError('unavailable', '无法连接图片所在的网站', { cause })

const createPictureRequest =
  (outgoing: Outgoing): RequestPicture =>
  async (url, { signal }) => {
    const proxied = (await outgoing.findRoutes(url).catch(() => null))?.routes[0]
    // A proxy resolves the name itself and decides which addresses may be reached.
    const way = proxied
      ? (await outgoing.routeRequest(url, '')).options
      : { agent: false as const, lookup: lookupPublicOnly }
    const headers = { accept: 'image/png,image/jpeg,image/gif', 'user-agent': 'Mozilla/5.0' }
    return new Promise((resolve, reject) => {
      request(url, { ...way, headers, signal, timeout: TIMEOUT_MS }, resolve)
        .once('timeout', function giveUp(this: { destroy(error: Error): void }) {
          this.destroy(new Error('timeout'))
        })
        .once('error', (error) => reject(unreachableError(error)))
        .end()
    })
  }

// BlockList matches IPv4-mapped IPv6 addresses (::ffff:10.0.0.1) against these IPv4 ranges too.
const PRIVATE = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(address, bits, 'ipv4')
for (const [address, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(address, bits, 'ipv6')

/**
 * Whether the address is outside this computer and its private networks. A malicious name server may return any
 * address.
 */
export const isPublic = (address: string): boolean => {
  const family = isIP(address)
  return family !== 0 && !PRIVATE.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

const lookupPublicOnly: LookupFunction = (hostname, options, answer) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const good = error ? [] : found.filter(({ address }) => isPublic(address))
    const [first] = good
    if (!first) answer(error ?? Object.assign(new Error('no public address'), { code: 'ENOTFOUND' }), '', 0)
    else if (options.all) answer(null, good)
    else answer(null, first.address, first.family)
  })
}
