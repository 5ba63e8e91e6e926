import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Result } from '#shared/contract/bridge.ts'
import { AppError, toWire } from '#shared/errors/index.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import type { Host } from '#services/compose.ts'
import { readPageFile } from '#services/host/pageFile.ts'
import { ENTER_FRAGMENT, ENTER_PATH, STREAM_PATH } from '#shared/security/pageSecret.ts'
import { MEDIA_PATH, type Media } from '#services/transfers/media.ts'
import { PREVIEW_PATH } from '#services/transfers/previews.ts'
import type { EventStream } from './events.ts'
import { sendFacePage } from './facePage.ts'
import { createGuard, type Guard, type Verdict } from './guard.ts'
import { belongsToOtherUser } from './peer.ts'
import { sendText, type Links } from './links.ts'
import { mkdir } from 'node:fs/promises'
import { listeningProcess, ProcessRecord } from '#services/dataFolder/processRecord.ts'
import { pipeline } from 'node:stream/promises'

/** Bytes. Enough for a template text of the editor's maximum size as JSON. */
const INVOKE_LIMIT = 64 * 1024 * 1024
const CODE_LIMIT = 100
const EVENTS = '/events/'
/** Manifest and icons of the program, some of which browsers request without the cookie. */
const FACE_FILES = /^\/(manifest\.webmanifest|icons\/icon-\d+\.png)$/

const REFUSAL_TEXTS: Record<Exclude<Verdict, 'ok'>, string> = {
  'wrong-host': '只能通过启动时显示的 127.0.0.1 地址访问',
  'wrong-origin': '不接受来自其他网站的请求',
  'no-cookie': '请从启动站匠时显示的地址打开本页（每个地址只能使用一次）',
  'no-secret': '该页面没有本次运行的凭据，请从启动站匠时显示的新地址打开本页',
}
/** Instructions for a visitor whose address is not valid. */
const INSTRUCTIONS = [
  '在启动站匠的窗口中按回车键，获取新的打开地址；也可以重新启动站匠。',
  '在浏览器中打开新地址。每个地址只能使用一次，两分钟内有效。',
  '之前打开的页面无需关闭：打开新地址后会自动恢复，未保存的内容仍在。',
]

interface Parts {
  host: Host
  events: EventStream
  links: Links
  /** The folder of the built page. */
  pageRoot: string
}

interface Served {
  port: number
  /** A fresh one-time address for each call. */
  launchAddress: () => string
  close: () => Promise<void>
}

/** Listens on 127.0.0.1 only. */
export async function serve(parts: Parts, port: number): Promise<Served> {
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
      else sendText(response, 500, toWire(error).message)
    })
  })
  return {
    port: bound,
    launchAddress: () => `http://127.0.0.1:${bound}/?launch=${guard.issueLaunch()}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/**
 * Serves at the port of the last run on this data folder if `port` is 0. A requested port that differs comes first, and
 * the last one is also served if it is free, for tabs that are still open there.
 */
export async function serveOnLastPort(parts: Parts, dataDir: string, port: number): Promise<Served[]> {
  const last = await readLastPort(dataDir)
  const free = (error: NodeJS.ErrnoException): null => {
    if (error.code === 'EADDRINUSE' || error.code === 'EACCES') return null
    throw error
  }
  const before = last !== 0 && last !== port ? await serve(parts, last).catch(free) : null
  try {
    const first = port === 0 && before ? before : await serve(parts, port)
    await storePort(dataDir, first.port)
    return before && before !== first ? [first, before] : [first]
  } catch (error) {
    await before?.close()
    throw error
  }
}

async function route(parts: Parts, guard: Guard, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', headers } = request
  const url = addressOf(request.url ?? '/')
  if (!url) return sendText(response, 400, '地址格式有误')
  const launch = url.searchParams.get('launch')
  if (method === 'GET' && url.pathname === '/' && launch !== null) return enter(guard, launch, request, response)

  const verdict = guard.check({ method, headers })
  // A sandboxed preview has no origin and sends no cookie: its unguessable address admits it.
  if (method === 'GET' && url.pathname.startsWith(PREVIEW_PATH) && verdict !== 'wrong-host')
    return sendMedia(parts.host.previews, url.pathname.slice(PREVIEW_PATH.length), request, response)
  const isFace = method === 'GET' && FACE_FILES.test(url.pathname)
  if (verdict !== 'ok' && !(verdict === 'no-cookie' && isFace)) return refuse(verdict, request, response)
  if (method === 'POST' && url.pathname === ENTER_PATH) return admit(guard, request, response)
  if (method === 'POST') {
    const known = guard.checkPage({ method, headers })
    if (known !== 'ok') return refuse(known, request, response)
    if (url.pathname === '/invoke') return invoke(parts, request, response)
    if (url.pathname === '/grant') return grant(parts, url, request, response)
    if (url.pathname === STREAM_PATH) return json(response, answer({ path: EVENTS + guard.issueStream() }))
  }
  if (method !== 'GET') return sendText(response, 405, '不支持该请求方法')
  // EventSource can't send headers, so its address is the credential.
  if (url.pathname.startsWith('/events'))
    return stream(parts, guard, url.pathname.slice(EVENTS.length), request, response)
  if (url.pathname.startsWith('/download/')) return parts.links.serve(url.pathname.slice('/download/'.length), response)
  if (url.pathname.startsWith(MEDIA_PATH))
    return sendMedia(parts.host.media, url.pathname.slice(MEDIA_PATH.length), request, response)
  const file = await readPageFile(parts.pageRoot, url.pathname, await parts.host.livePreviewOrigin())
  response.writeHead(file.status, file.headers)
  response.end(file.body)
}

/** null for an invalid path: `//name` would refer to another host. */
const addressOf = (target: string): URL | null =>
  /^\/(?![/\\])/.test(target) && URL.canParse(`http://127.0.0.1${target}`) ? new URL(`http://127.0.0.1${target}`) : null

/** The launch address sets the cookie and redirects to the page, whose address contains only a one-time code. */
async function enter(guard: Guard, launch: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const verdict = guard.checkOrigin({ method: 'GET', headers: request.headers })
  if (verdict !== 'ok') return sendText(response, 403, REFUSAL_TEXTS[verdict])
  if (await belongsToOtherUser(request.socket)) return sendText(response, 403, '打开地址只能由启动站匠的用户使用')
  const entrance = guard.redeem(launch)
  if (!entrance) {
    const known = guard.check({ method: 'GET', headers: request.headers }) === 'ok'
    return sendFacePage(response, 401, { title: '打开地址已使用或已过期', lines: INSTRUCTIONS, known })
  }
  const location = `/${ENTER_FRAGMENT}${entrance.code}`
  response.writeHead(303, { location, 'cache-control': 'no-store', 'set-cookie': entrance.setCookie })
  response.end()
}

function stream({ events }: Parts, guard: Guard, ticket: string, request: IncomingMessage, response: ServerResponse) {
  if (!guard.mayStream(ticket)) return refuse('no-secret', request, response)
  response.once('close', () => guard.streamEnded(ticket))
  events.attach(request, response)
}

async function admit(guard: Guard, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const code = (await readBody(request, CODE_LIMIT))?.toString('utf8') ?? ''
  const secret = guard.admit(code)
  return secret ? json(response, answer({ secret })) : refuse('no-secret', request, response)
}

function refuse(verdict: Exclude<Verdict, 'ok'>, { headers }: IncomingMessage, response: ServerResponse): void {
  const status = verdict === 'no-cookie' || verdict === 'no-secret' ? 401 : 403
  if (status === 401 && headers.accept?.includes('text/html'))
    return sendFacePage(response, status, { title: '请从打开地址进入', lines: INSTRUCTIONS })
  return sendText(response, status, REFUSAL_TEXTS[verdict])
}

async function invoke({ host }: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!request.headers['content-type']?.startsWith('application/json'))
    return sendText(response, 415, '请求内容必须是 JSON')
  const announced = Number(request.headers['content-length'] ?? 0)
  const body = announced > INVOKE_LIMIT ? null : await readBody(request, INVOKE_LIMIT)
  if (!body) {
    return json(
      response,
      failure(new AppError('too-large', '内容超过 64 MB，无法从页面提交；请改用同步到本地的文件夹')),
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

/** null for more bytes than the limit; the rest is read but discarded. */
async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  let [pieces, length]: [Buffer[], number] = [[], 0]
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > limit) pieces = []
    else pieces.push(piece)
  }
  return length > limit ? null : Buffer.concat(pieces)
}

async function grant({ host }: Parts, url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const data = await host.spool.store(request, {
      name: url.searchParams.get('name') ?? '',
      relativePath: url.searchParams.get('path') ?? '',
      announced: Number(request.headers['content-length'] ?? 0),
    })
    return json(response, answer(data))
  } catch (error) {
    return json(response, failure(error))
  }
}

const answer = (data: unknown): Result => ({ ok: true, data, code: SUCCESS, msg: '' })
const failure = (error: unknown): Result => ({ ok: false, error: toWire(error) })

function json(response: ServerResponse, result: Result): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  response.end(JSON.stringify(result))
}

const lastRun = (dataDir: string) => new ProcessRecord(dataDir, 'browserHost.json', listeningProcess)

/**
 * The port of the last run on this data folder; 0 for none. The port is part of the page's origin: only with the same
 * port can open tabs continue and restore unsaved text from while the host was away.
 */
const readLastPort = async (dataDir: string): Promise<number> => (await lastRun(dataDir).read())?.port ?? 0

/** Stores the port, unless another running process on the same data has its own. */
async function storePort(dataDir: string, port: number): Promise<void> {
  const record = lastRun(dataDir)
  const known = await record.readAlive()
  if (known && known.pid !== process.pid) return
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await record.write({ port, pid: process.pid })
}

/** Streams a file of the connected server to the page, also in parts; stops when the page closes the connection. */
async function sendMedia(
  media: Pick<Media, 'serve'>,
  id: string,
  { headers: { range, ...others } }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const ifRange = others['if-range']?.toString()
  const { status, headers, body } = await media.serve(id, { range, ifRange, signal: gone.signal })
  response.writeHead(status, headers)
  if (typeof body === 'string') response.end(body)
  // On an error the connection is cut, so that the page requests the rest of the file.
  else await pipeline(body, response).catch(() => response.destroy())
}
