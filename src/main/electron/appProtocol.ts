import { protocol } from 'electron'
import { Readable } from 'node:stream'
import { readPageFile } from '#services/host/pageFile.ts'
import type { Host } from '#services/compose.ts'
import { type Media, MEDIA_PATH } from '#services/transfers/media.ts'
import { PREVIEW_PATH } from '#services/transfers/previews.ts'
import { APP_SCHEME } from '#shared/contract/ipc.ts'
import { GRANT_PATH, type MemoryFiles } from './memoryFiles.ts'
import { isOwnPage } from './security/rules.ts'

/**
 * Must run before the app is ready. The scheme gets a real origin, so that storage, workers and the policy's 'self'
 * work.
 */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      // `stream` allows range requests for audio and video.
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true, stream: true },
    },
  ])
}

/**
 * Serves the built page and the connected server's files that it shows, and receives its in-memory files.
 * @param root absolute path of out/renderer
 */
export function serveApp(
  root: string,
  { media, previews, livePreviewOrigin }: Pick<Host, 'media' | 'previews' | 'livePreviewOrigin'>,
  memoryFiles: MemoryFiles,
): void {
  protocol.handle(APP_SCHEME, async (request) => {
    const { url, method } = request
    if (!isOwnPage(url)) return new Response(null, { status: 404 })
    if (method === 'POST' && new URL(url).pathname === GRANT_PATH) return memoryFiles.receive(request)
    if (method !== 'GET' && method !== 'HEAD') return new Response(null, { status: 405 })
    const { pathname } = new URL(url)
    if (pathname.startsWith(MEDIA_PATH)) return mediaResponse(media, pathname.slice(MEDIA_PATH.length), request)
    if (pathname.startsWith(PREVIEW_PATH)) return mediaResponse(previews, pathname.slice(PREVIEW_PATH.length), request)
    const { status, headers, body } = await readPageFile(root, pathname, await livePreviewOrigin())
    return new Response(new Uint8Array(body), { status, headers })
  })
}

async function mediaResponse(
  media: Pick<Media, 'serve'>,
  id: string,
  { headers: asked, signal }: Request,
): Promise<Response> {
  const [range, ifRange] = [asked.get('range') ?? undefined, asked.get('if-range') ?? undefined]
  const { status, headers, body } = await media.serve(id, { range, ifRange, signal })
  return new Response(typeof body === 'string' ? body : streamOf(body), { status, headers })
}

/** Streams with backpressure; stops reading when the page closes the connection. */
const streamOf = (body: Readable): ReadableStream<Uint8Array> => Readable.toWeb(body) as ReadableStream<Uint8Array>
