import { randomBytes } from 'node:crypto'
import { extname } from 'node:path'
import { PREVIEW_PAGES } from '#shared/contract/preview.ts'
import { AppError } from '#shared/errors/index.ts'
import { PREVIEW_HEADERS } from '#shared/security/csp.ts'
import type { Clock } from '../ports.ts'
import type { ApiClient } from '../types.ts'
import { toFailedAnswer, type MediaAnswer, type MediaRequest, toRangeOptions, createRefusal } from './mediaAnswer.ts'
import { createMediaHeaders, toMediaType } from './mediaType.ts'

/** Path prefix of preview addresses; no screen uses it. */
export const PREVIEW_PATH = '/preview/'
/** ms. The server itself keeps the page for 30 minutes. */
const LIFETIME_MS = 3600_000
const TICKET = /(?:^|\/)api\/sitecraft\/preview\/([\w-]{32})$/
/** Files that a preview page may load: uploads and their thumbnails, by relative addresses. */
const LOADABLE = /^(?:files|thumbs)\/[^?#]+$/

export interface Previews {
  /** Returns an address on the page's own host for the preview page at the server's address. */
  open(address: string): Promise<string>
  /** Handles a request below PREVIEW_PATH: the page itself, or an image, audio or video in it. */
  serve(path: string, request: MediaRequest): Promise<MediaAnswer>
}

interface Entry {
  connectionId: string
  page: string
  opened: number
}

/**
 * Serves preview pages of the connected server for a sandboxed frame. The frame has no origin and sends no cookie, so
 * the unguessable id in the address is its credential. Paths below it are those of the server, so that relative
 * addresses work.
 */
export function createPreviews(deps: { client: () => Promise<ApiClient>; clock: Clock }): Previews {
  const entries = new Map<string, Entry>()
  const now = (): number => deps.clock.now().getTime()
  const isOver = ({ opened }: Entry): boolean => now() - opened > LIFETIME_MS
  return {
    async open(address) {
      const ticket = TICKET.exec(address.split(/[?#]/)[0] ?? '')?.[1]
      if (!ticket) throw new AppError('unsupported', `该预览页无法在此显示，请在浏览器中打开：${address}`)
      const connectionId = (await deps.client()).connection.id
      for (const [id, entry] of entries) if (isOver(entry)) entries.delete(id)
      const id = randomBytes(18).toString('base64url')
      const page = `${PREVIEW_PAGES}/${ticket}`
      entries.set(id, { connectionId, page, opened: now() })
      return `${PREVIEW_PATH}${id}/${page}`
    },
    async serve(path, request) {
      const [, id = '', rest = ''] = /^([\w-]+)\/(.*)$/s.exec(path) ?? []
      const entry = entries.get(id)
      if (!entry || isOver(entry)) return createRefusal(404, '预览已过期，请重新预览')
      if (rest !== entry.page && !LOADABLE.test(rest)) return createRefusal(404, '预览中没有该文件')
      try {
        const client = await deps.client()
        if (client.connection.id !== entry.connectionId) return createRefusal(404, '已切换到其他服务器，请重新预览')
        return await (rest === entry.page ? servePage(client, rest, request) : serveFile(client, `/${rest}`, request))
      } catch (error) {
        return toFailedAnswer(error)
      }
    },
  }
}

async function servePage(client: ApiClient, path: string, { signal }: MediaRequest): Promise<MediaAnswer> {
  const { stream, type } = await client.open(path, { signal })
  if (type.startsWith('text/html')) return { status: 200, headers: { ...PREVIEW_HEADERS }, body: stream }
  stream.destroy()
  return createRefusal(415, '服务器返回的不是预览页')
}

async function serveFile(client: ApiClient, path: string, request: MediaRequest): Promise<MediaAnswer> {
  const opened = await client.open(path, { ...toRangeOptions(request), mayPause: true })
  const type = toMediaType(opened.type, extname(path))
  if (!type) {
    opened.stream.destroy()
    return createRefusal(415, '不支持预览该类型的文件')
  }
  // The preview frame is sandboxed, so it counts as another origin.
  const headers = { ...createMediaHeaders(type, opened), 'cross-origin-resource-policy': 'cross-origin' }
  return { status: opened.part ? 206 : 200, headers, body: opened.stream }
}
