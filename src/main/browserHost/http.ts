import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Result } from '#shared/contract/bridge.ts'
import { AppError, toWire } from '#shared/errors/index.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import type { Host } from '#services/compose.ts'
import { pageFile } from '#services/page/pageFile.ts'
import { MEDIA_PATH } from '#services/transfers/media.ts'
import { PREVIEW_PATH } from '#services/transfers/previews.ts'
import type { EventStream } from './events.ts'
import { createGuard, type Guard, type Verdict } from './guard.ts'
import { plain, type Links } from './links.ts'
import { sendMedia } from './media.ts'

/** A template text of the editor's limit, as JSON, fits. */
const INVOKE_LIMIT = 64 * 1024 * 1024

const REFUSED: Record<Exclude<Verdict, 'ok'>, string> = {
  'wrong-host': '只能通过启动时给出的 127.0.0.1 地址访问',
  'wrong-origin': '不接受来自其他网站的请求',
  'no-cookie': '请从启动站匠时给出的地址打开本页（每个地址只能使用一次）',
}

export interface Parts {
  host: Host
  events: EventStream
  links: Links
  /** The folder of the built page. */
  pageRoot: string
}

/** Listens on 127.0.0.1 only. `launchAddress` answers a fresh one-time address each time. */
export async function serve(
  parts: Parts,
  port: number,
): Promise<{ server: Server; port: number; launchAddress: () => string }> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  const bound = typeof address === 'object' && address ? address.port : port
  const guard = createGuard(bound)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    route(parts, guard, request, response).catch((error: unknown) => {
      parts.host.log.error('request failed', { url: request.url?.split('?')[0], error })
      if (response.headersSent) response.destroy()
      else plain(response, 500, toWire(error).message)
    })
  })
  return { server, port: bound, launchAddress: () => `http://127.0.0.1:${bound}/?launch=${guard.issueLaunch()}` }
}

async function route(parts: Parts, guard: Guard, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', headers } = request
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const launch = url.searchParams.get('launch')
  if (method === 'GET' && url.pathname === '/' && launch !== null) return enter(guard, launch, request, response)

  const verdict = guard.check({ method, headers })
  // A sandboxed preview has no origin and sends no cookie: its address, which nobody can guess, lets it in.
  if (method === 'GET' && url.pathname.startsWith(PREVIEW_PATH) && verdict !== 'wrong-host')
    return sendMedia(parts.host.previews, url.pathname.slice(PREVIEW_PATH.length), request, response)
  if (verdict !== 'ok') return plain(response, verdict === 'no-cookie' ? 401 : 403, REFUSED[verdict])
  if (method === 'POST' && url.pathname === '/invoke') return invoke(parts, request, response)
  if (method === 'POST' && url.pathname === '/grant') return grant(parts, url, request, response)
  if (method !== 'GET') return plain(response, 405, '不支持这种请求')
  if (url.pathname === '/events') return parts.events.attach(request, response)
  if (url.pathname.startsWith('/download/')) return parts.links.serve(url.pathname.slice('/download/'.length), response)
  if (url.pathname.startsWith(MEDIA_PATH))
    return sendMedia(parts.host.media, url.pathname.slice(MEDIA_PATH.length), request, response)
  const file = await pageFile(parts.pageRoot, url.pathname)
  response.writeHead(file.status, file.headers)
  response.end(file.body)
}

/** The launch address sets the cookie and leads to the page, whose address carries no secret. */
function enter(guard: Guard, launch: string, request: IncomingMessage, response: ServerResponse): void {
  const verdict = guard.checkOrigin({ method: 'GET', headers: request.headers })
  if (verdict !== 'ok') return plain(response, 403, REFUSED[verdict])
  const cookie = guard.redeem(launch)
  // A reload or a second click with the cookie in place simply opens the page.
  const known = cookie === null && guard.check({ method: 'GET', headers: request.headers }) === 'ok'
  if (cookie === null && !known) return plain(response, 401, REFUSED['no-cookie'])
  response.writeHead(303, { location: '/', 'cache-control': 'no-store', ...(cookie ? { 'set-cookie': cookie } : {}) })
  response.end()
}

async function invoke({ host }: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!request.headers['content-type']?.startsWith('application/json')) return plain(response, 415, '请使用 JSON')
  const announced = Number(request.headers['content-length'] ?? 0)
  const body = announced > INVOKE_LIMIT ? null : await bodyOf(request)
  if (!body) {
    return json(
      response,
      failure(new AppError('too-large', '内容超过 64 MB，不能从页面提交；请改用同步到本地的文件夹')),
    )
  }
  let message: { name?: unknown; input?: unknown }
  try {
    message = JSON.parse(body.toString('utf8')) as typeof message
  } catch {
    return json(response, failure(new AppError('invalid', '请求不是有效的 JSON')))
  }
  return json(response, await host.invoke(message?.name, message?.input))
}

/** null: more than the limit, which is read to its end but not held. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  let [pieces, length]: [Buffer[], number] = [[], 0]
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > INVOKE_LIMIT) pieces = []
    else pieces.push(piece)
  }
  return length > INVOKE_LIMIT ? null : Buffer.concat(pieces)
}

async function grant({ host }: Parts, url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const data = await host.spool.take(request, {
      name: url.searchParams.get('name') ?? '',
      relativePath: url.searchParams.get('path') ?? '',
      announced: Number(request.headers['content-length'] ?? 0),
    })
    return json(response, { ok: true, data, code: SUCCESS, msg: '' })
  } catch (error) {
    return json(response, failure(error))
  }
}

const failure = (error: unknown): Result => ({ ok: false, error: toWire(error) })

function json(response: ServerResponse, result: Result): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  response.end(JSON.stringify(result))
}
