import { GRANTS_HEADER } from '#shared/contract/headers.ts'
import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import { buffer } from 'node:stream/consumers'

/** How the server behaves: as the documents say, or like one of the servers people really meet. */
export type Mood = 'normal' | 'html' | 'cut' | 'silent' | 'unavailable'

export interface CmsRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
  /** The body of a JSON request. */
  json: Record<string, unknown>
}

type Handler = (request: CmsRequest) => unknown

/** A foreign CMS written after the documents: it knows no call of this project's own and adds fields of its own. */
export interface Cms {
  baseUrl: string
  mood: Mood
  /** Every request so far, oldest first. */
  /** Role of whoever signs in; 1 is the super administrators'. */
  groupId: number
  requests: CmsRequest[]
  /** Sent with every answer like this project's own server does (GRANTS_HEADER); null: not sent. */
  grants: string | null
  /** Tokens it accepts. */
  tokens: Set<string>
  /** Answers `data` of an envelope (or a promise of it) for a path without the leading slash; a thrown Envelope is sent as it is. */
  on(path: string, handler: Handler): void
  /** Bytes under an address that is no call. */
  serveFile(path: string, body: Buffer, type: string): void
  /** Sends who asks for an address that is no call to another one. */
  redirect(path: string, location: string): void
  close(): Promise<void>
}

/** Throw it in a handler to answer another code. */
export class Envelope extends Error {
  readonly body: { code: number; msg: string; data: unknown }
  constructor(code: number, msg: string, data: unknown = null) {
    super(msg)
    this.body = { code, msg, data }
  }
}

export const PASSWORD = '海洋123456'
const OPEN = /^api\/(rsa|captcha)|\/login$|\/auto-login$/

export async function startCms(tls?: ServerOptions): Promise<Cms> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const handlers = new Map<string, Handler>()
  const files = new Map<string, { body: Buffer; type: string }>()
  const moved = new Map<string, string>()
  const cms: Cms = {
    baseUrl: '',
    mood: 'normal',
    requests: [],
    tokens: new Set(),
    groupId: 3,
    grants: null,
    on: (path, handler) => void handlers.set(path, handler),
    serveFile: (path, body, type) => void files.set(path, { body, type }),
    redirect: (path, location) => void moved.set(path, location),
    close: () => stop(server),
  }
  const account = (token: string) => {
    cms.tokens.add(token)
    const siteItemDTOList = [{ siteId: 7, menuItemDTOList: [{ menuId: 42, settingList: [1101] }] }]
    return {
      token,
      username: 'editor',
      groupId: cms.groupId,
      siteItemDTOList,
      authority: siteItemDTOList,
      theirOwnField: 1,
    }
  }
  cms.on('api/rsa/publicKey', () => publicKey.export({ type: 'spki', format: 'der' }).toString('base64'))
  cms.on('api/captcha/image', () => ({ base64Image: 'data:image/png;base64,AA==', codeKey: 'key-1' }))
  cms.on('api/cebest-cms/account/login', ({ json }) => {
    const raw = privateDecrypt(
      { key: privateKey, padding: constants.RSA_NO_PADDING },
      Buffer.from(String(json.password), 'base64'),
    )
    const password = raw.subarray(raw.indexOf(0, 2) + 1).toString('utf8')
    if (password !== PASSWORD || json.username !== 'editor') throw new Envelope(400, '用户名或密码不正确')
    return account(`token-${cms.tokens.size + 1}-of-the-session`)
  })
  cms.on('api/cebest-cms/account/auto-login', ({ json }) => {
    if (json.token !== 'good-token') throw new Envelope(401, 'token无效')
    return account('token-from-auto-login')
  })
  cms.on('api/cebest-cms/account/logout', ({ headers }) => {
    cms.tokens.delete(headers.authorization ?? '')
    return null
  })

  const server = (tls ? createTlsServer(tls) : createServer()) as Server
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    void answer(request, response).catch(() => response.destroy())
  })
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://cms')
    const path = url.pathname.replace(/^\/(cms\/)?/, '')
    const body = await buffer(request)
    const isJson = request.headers['content-type']?.includes('json') && body.length > 0
    const json = (isJson ? JSON.parse(body.toString()) : {}) as CmsRequest['json']
    const seen = { method: request.method ?? '', path, query: url.searchParams, headers: request.headers, body, json }
    cms.requests.push(seen)
    if (cms.mood === 'silent') return
    if (cms.grants !== null) response.setHeader(GRANTS_HEADER, cms.grants)
    if (cms.mood === 'html') return send(response, 200, 'text/html', '<!doctype html><title>Welcome to nginx</title>')
    if (cms.mood === 'unavailable') return send(response, 503, 'text/html', '<h1>503</h1>')
    if (cms.mood === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '4000' })
      response.write('{"code":200,"msg":"","da', () => response.destroy())
      return
    }
    const file = files.get(path)
    if (file) return sendFile(response, seen.headers.range, file)
    const location = moved.get(path)
    if (location) return void response.writeHead(302, { location }).end()
    const handler = handlers.get(path)
    if (!handler) return send(response, 404, 'text/html', '<h1>404</h1>')
    send(response, 200, 'application/json', JSON.stringify(await envelope(handler, seen)))
  }
  const envelope = async (handler: Handler, seen: CmsRequest): Promise<object> => {
    try {
      if (!OPEN.test(seen.path) && !cms.tokens.has(seen.headers.authorization ?? '')) throw new Envelope(401, '请登录')
      return { code: 200, msg: '', data: (await handler(seen)) ?? null }
    } catch (error) {
      if (error instanceof Envelope) return error.body
      throw error
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  cms.baseUrl = `${tls ? 'https' : 'http'}://127.0.0.1:${port}/cms`
  return cms
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

/** Whole, or the part that was asked for. */
function sendFile(response: ServerResponse, range: string | undefined, { type, body }: { type: string; body: Buffer }) {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  if (from === undefined) return send(response, 200, type, body)
  const [start, end] = [Number(from), to ? Number(to) : body.length - 1]
  if (start >= body.length) return send(response, 416, 'text/plain', '')
  response.setHeader('content-range', `bytes ${start}-${end}/${body.length}`)
  send(response, 206, type, body.subarray(start, end + 1))
}

function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  return closed
}
