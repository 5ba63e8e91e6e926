import { randomBytes } from 'node:crypto'
import { extname } from 'node:path'
import type { Clock } from '../ports.ts'
import type { ApiClient, OpenedFile } from '../types.ts'
import { toFailedAnswer, type MediaAnswer, type MediaRequest, toRangeOptions, createRefusal } from './mediaAnswer.ts'
import { createMediaHeaders, toMediaType } from './mediaType.ts'

/** Path prefix of media addresses; no screen uses it. */
export const MEDIA_PATH = '/media/'

/** ms. Longer than a film; every use restarts it. */
const LIFETIME_MS = 6 * 3600_000
/** Maximum number of entries, more than a session needs; the least recently used are dropped first. */
const MAX_ENTRIES = 2000

export interface Media {
  /** Returns an address on the page's own origin from which the file plays, also in parts, while in use. */
  open(accessPath: string): Promise<string>
  /** Handles a request for that address. Serves only images, audio, video and PDF of the connected server. */
  serve(id: string, request: MediaRequest): Promise<MediaAnswer>
}

interface Entry {
  connectionId: string
  accessPath: string
  used: number
}

/**
 * Serves files of the connected server from the page's origin, because the page's CSP allows no other source. Only
 * passive types are served, with nosniff and a sandbox, so that nothing in them can run.
 */
export function createMedia(deps: { client: () => Promise<ApiClient>; clock: Clock }): Media {
  // Insertion order is the order of last use.
  const entries = new Map<string, Entry>()
  const now = (): number => deps.clock.now().getTime()
  const touch = (id: string, entry: Entry): void => {
    entries.delete(id)
    entries.set(id, { ...entry, used: now() })
    for (const [oldest, { used }] of entries) {
      if (entries.size <= MAX_ENTRIES && now() - used <= LIFETIME_MS) break
      entries.delete(oldest)
    }
  }
  return {
    async open(accessPath) {
      const connectionId = (await deps.client()).connection.id
      const wanted = { connectionId, accessPath, used: now() }
      // A medium keeps its address while it is in use, so that playback continues when the page requests it again.
      const known = [...entries].find(([, entry]) => isSame(entry, wanted) && now() - entry.used <= LIFETIME_MS)
      const id = known?.[0] ?? randomBytes(18).toString('base64url')
      touch(id, wanted)
      return MEDIA_PATH + id
    },
    async serve(id, request) {
      const entry = entries.get(id)
      if (!entry || now() - entry.used > LIFETIME_MS) return createRefusal(404, '预览地址已过期，请重新打开预览')
      try {
        const client = await deps.client()
        if (client.connection.id !== entry.connectionId) return createRefusal(404, '已切换到其他服务器，请重新打开预览')
        touch(id, entry)
        return answer(
          entry.accessPath,
          await client.open(entry.accessPath, { ...toRangeOptions(request), mayPause: true }),
        )
      } catch (error) {
        return toFailedAnswer(error)
      }
    },
  }
}

const isSame = (a: Entry, b: Entry): boolean => a.connectionId === b.connectionId && a.accessPath === b.accessPath

function answer(accessPath: string, file: OpenedFile): MediaAnswer {
  const type = toMediaType(file.type, extname(accessPath.split(/[?#]/)[0] ?? ''))
  if (type) return { status: file.part ? 206 : 200, headers: createMediaHeaders(type, file), body: file.stream }
  file.stream.destroy()
  return createRefusal(415, '不支持预览该类型的文件')
}
