import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NOT_FOUND_PAGE, prefixAddresses } from '#engine/index.ts'
import type { ServerDeps } from '#server/deps.ts'
import { perServer } from '#server/hints.ts'
import { FILE_METHODS, isSameTag } from '#server/storage/sendFile.ts'
import { SITE_PAGES } from '#shared/contract/statics.ts'
import { contentTypeOf } from '#shared/domain/contentTypes.ts'
import { isHashedName } from '#shared/domain/hashedNames.ts'
import { toHeaderAddress, withQuery } from '#shared/domain/redirects.ts'
import { followRedirect } from '../redirect/index.ts'
import { COUNT_PATH, COUNT_SCRIPT } from '../counting/index.ts'
import { chooseEncoding, compressedPage, isCompressible } from './compressedPages.ts'
import { type SitePage, createFileLookup } from './publishedSite.ts'

const HTML_TYPE = contentTypeOf('index.html')

const LASTING = 'public, max-age=31536000, immutable'

/** Policy on the site's own domain: pages may be framed only by the site itself. */
const OWN_DOMAIN_POLICY = "frame-ancestors 'self'"
/**
 * Policy below the back office's address: pages have an opaque origin, so that their scripts can't access the server or
 * browser storage.
 */
const PREVIEW_POLICY =
  'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads; ' +
  "frame-ancestors 'none'"

/** The requested site; `prefix` is '' on its own domain. */
interface RequestedSite {
  siteId: number
  isStatus: number
  prefix: string
  /** The one host of the site that its pages name; '' below the back office's address. */
  mainHost: string
}

/** Lifetime of the cache: new domains and closed sites take effect after this time. */
const CACHE_MS = 1000

interface SiteLookup {
  time: number
  byHost: ReadonlyMap<string, RequestedSite>
  bySymbol: ReadonlyMap<string, RequestedSite>
}
const siteCache = perServer(() => ({ known: null as Promise<SiteLookup> | null, until: 0 }))

function getSiteLookup(deps: ServerDeps): Promise<SiteLookup> {
  const cache = siteCache(deps)
  const now = performance.now()
  if (!cache.known || cache.until < now) {
    cache.known = readSites(deps)
    cache.until = now + CACHE_MS
    cache.known.catch(() => (cache.known = null))
  }
  return cache.known
}

async function readSites({ db, publicUrl }: ServerDeps): Promise<SiteLookup> {
  const rows = await db
    .selectFrom('site')
    .select(['id', 'symbol', 'domain', 'isStatus'])
    .where('deleteTime', 'is', null)
    .execute()
  const own = publicUrl ? new URL(publicUrl).hostname : ''
  const hosts = rows.flatMap(({ id, domain, isStatus }) => {
    const names = domain
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter((host) => host !== '' && host !== own && !isLocalHost(host))
    const mainHost = names.find((host) => HOST_NAME.test(host)) ?? ''
    return names.map((host) => [host, { siteId: id, isStatus, prefix: '', mainHost }] as const)
  })
  const symbols = rows.map(({ id, symbol, isStatus }) => {
    const prefix = `/${SITE_PAGES}/${encodeURIComponent(symbol)}`
    return [symbol, { siteId: id, isStatus, prefix, mainHost: '' }] as const
  })
  return { time: Date.now(), byHost: new Map(hosts), bySymbol: new Map(symbols) }
}

/** Names as browsers send them. */
const HOST_NAME = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/

/** Host names reserved for the back office; no site can use them. */
const isLocalHost = (host: string): boolean => host === 'localhost' || isIP(host.replace(/^\[|\]$/g, '')) !== 0

/**
 * Serves built sites: on their own domains every path (except uploads, which all sites share), and below
 * `/site/<symbol>/` for sites without a domain.
 */
export function serveSites(app: FastifyInstance, deps: ServerDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    const host = request.hostname.toLowerCase()
    if (isLocalHost(host)) return
    const { byHost } = await getSiteLookup(deps)
    const requested = byHost.get(host)
    if (!requested || /^\/(?:files|thumbs)\//.test(request.url) || isCountingRequest(request)) return
    const { mainHost } = requested
    if (mainHost !== '' && mainHost !== host && byHost.get(mainHost)?.siteId === requested.siteId)
      return leadToMainHost(mainHost, request, reply)
    return sendPage(deps, requested, toFilePath(request.url), request, reply)
  })
  for (const url of [`/${SITE_PAGES}/:symbol`, `/${SITE_PAGES}/:symbol/*`])
    app.route<{ Params: { symbol: string } }>({
      method: [...FILE_METHODS],
      url,
      handler: async (request, reply) => {
        const asked = (await getSiteLookup(deps)).bySymbol.get(request.params.symbol)
        if (!asked) return sendMessage(reply, 404, '站点不存在', '请在站点列表中打开网站。')
        const inside = request.url.slice(asked.prefix.length)
        if (!inside.startsWith('/')) return reply.redirect(`${asked.prefix}/`, 301)
        return sendPage(deps, asked, toFilePath(inside), request, reply)
      },
    })
}

/** The scheme is the one that the browser used, which a proxy may hide from here; so is the port. */
function leadToMainHost(mainHost: string, { url, headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const port = /:\d+$/.exec(headers.host ?? '')?.[0] ?? ''
  const path = url.startsWith('/') ? url : '/'
  return reply.header('cache-control', 'no-cache').redirect(`//${mainHost}${port}${path}`, 301)
}

/** The counting endpoint is served on every site's domain. */
const isCountingRequest = ({ url }: FastifyRequest): boolean => {
  const path = url.split('?', 1)[0]
  return path === COUNT_SCRIPT || path === COUNT_PATH
}

/** The file path of a URL; null for an invalid one. */
function toFilePath(url: string): string | null {
  try {
    const path = decodeURIComponent(url.split(/[?#]/)[0] ?? '')
    const names = path.split('/').filter((name) => name !== '')
    if (/[\\\p{Cc}]/u.test(path) || names.some((name) => /^\.+$/.test(name))) return null
    return path.endsWith('/') || path === '' ? [...names, 'index.html'].join('/') : names.join('/')
  } catch {
    return null
  }
}

async function sendPage(
  deps: ServerDeps,
  { siteId, isStatus, prefix }: RequestedSite,
  path: string | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return sendMessage(reply, 405, '不支持该访问方式', '请在浏览器中打开网页。')
  if (isStatus !== 1) return sendMessage(reply, 503, '网站已停用', '请联系网站的管理员。')
  const fileAt = await createFileLookup(deps, siteId)
  if (fileAt === null) return sendMessage(reply, 404, '网站还没有生成', '请在“静态生成”中生成静态页面后再打开。')
  const to = await followRedirect(deps, siteId, `/${path ?? ''}`)
  if (to !== null) {
    const search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : ''
    const whole = withQuery(toHeaderAddress(to), search)
    return reply.header('cache-control', 'no-cache').redirect(to.startsWith('/') ? `${prefix}${whole}` : whole, 301)
  }
  const found = path === null ? null : await fileAt(path)
  if (found === 'folder') return reply.redirect(`${prefix}/${encodeURI(path ?? '')}/`, 301)
  const file = found ?? (await fileAt(NOT_FOUND_PAGE))
  if (file === null || file === 'folder') return sendMessage(reply, 404, '页面不存在', '请检查网址是否正确。')
  const type = contentTypeOf(found === null ? NOT_FOUND_PAGE : (path ?? ''))
  const isLasting = found !== null && isHashedName(path ?? '')
  reply
    .status(found ? 200 : 404)
    .type(type)
    .header('cache-control', isLasting ? LASTING : 'public, no-cache')
    .header('x-frame-options', prefix === '' ? 'SAMEORIGIN' : 'DENY')
    .header('referrer-policy', 'strict-origin-when-cross-origin')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('content-security-policy', prefix === '' ? OWN_DOMAIN_POLICY : PREVIEW_POLICY)
  if (prefix === '') return sendFile(deps, file, { type, isFound: found !== null }, request, reply)
  // Pages with an opaque origin need CORS for fonts and modules.
  reply.header('access-control-allow-origin', '*')
  if (!/^text\/(?:html|css)/.test(type)) return sendFile(deps, file, { type, isFound: found !== null }, request, reply)
  const text = prefixAddresses(await readFile(file.path, 'utf8'), prefix)
  const etag = `"${createHash('sha1').update(text).digest('base64url')}"`
  reply.header('etag', etag)
  if (found && isSameTag(request.headers['if-none-match'], etag)) return reply.status(304).send()
  return reply.send(request.method === 'HEAD' ? '' : text)
}

/** Sends a file as it is, or compressed when the browser takes that. Each encoding has a tag of its own. */
async function sendFile(
  deps: ServerDeps,
  file: SitePage,
  { type, isFound }: { type: string; isFound: boolean },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { 'accept-encoding': accepted, 'if-none-match': known } = request.headers
  const encoding = isCompressible(type) ? chooseEncoding(accepted) : null
  if (isCompressible(type)) reply.header('vary', 'Accept-Encoding')
  const tagOf = (suffix: string): string => `"${file.stamp}${suffix}"`
  // A tag is compared before the page is compressed.
  const tags = encoding ? [tagOf(`-${encoding}`), tagOf('')] : [tagOf('')]
  const same = isFound ? tags.find((tag) => isSameTag(known, tag)) : undefined
  if (same !== undefined) return reply.header('etag', same).status(304).send()
  const packed = encoding ? await compressedPage(deps, file, encoding) : null
  const isHead = request.method === 'HEAD'
  if (encoding && packed) {
    reply.header('etag', tagOf(`-${encoding}`)).header('content-encoding', encoding)
    reply.header('content-length', packed.length)
    return reply.send(isHead ? null : packed)
  }
  reply.header('etag', tagOf('')).header('content-length', file.size)
  return reply.send(isHead ? null : createReadStream(file.path))
}

const sendMessage = (reply: FastifyReply, status: number, title: string, text: string): FastifyReply =>
  reply
    .status(status)
    .type(HTML_TYPE)
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox")
    .send(
      `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>${title}</title>` +
        '<style>body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.7 sans-serif;color:#242424;background:#f5f5f5}</style>' +
        `<body><main><h1>${title}</h1><p>${text}</p></main></body></html>`,
    )
