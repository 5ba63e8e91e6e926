import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type { ByteRange } from './blobStore.ts'

const TYPES: Record<string, string> = {
  gif: 'image/gif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
  ogg: 'audio/ogg',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  aac: 'audio/aac',
  acc: 'audio/aac',
  pdf: 'application/pdf',
  zip: 'application/zip',
  css: 'text/css',
}
/** Types that the browser may display; all others (html, js, svg, archives …) are only downloaded. */
const INLINE = new Set(['gif', 'jpg', 'jpeg', 'png', 'webp', 'mp4', 'webm', 'ogg', 'mp3', 'wav', 'aac', 'acc', 'pdf'])

/**
 * No file ever runs scripts on this origin, whatever its name or type. The viewers of browsers need inline styles; the
 * PDF viewer does not work in a sandbox.
 */
const INLINE_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
const DOWNLOAD_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** A file to send. */
export interface FileToSend {
  /** Suggested name for saving. */
  name: string
  /** Determines the type; lower case, without the dot. */
  extension: string
  size: number
  etag: string
  cacheControl: string
  /** Always download, never display. */
  download: boolean
  open(range?: ByteRange): Promise<Readable> | Readable
}

/** Methods of routes that use `sendFile`. */
export const FILE_METHODS = ['GET', 'HEAD'] as const

/** Sends a file with type, name and caching headers; supports ranges (206, 416), If-None-Match (304) and HEAD. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileToSend): Promise<FastifyReply> {
  if (isSameTag(request.headers['if-none-match'], file.etag)) {
    return reply.header('etag', file.etag).header('cache-control', file.cacheControl).status(304).send()
  }
  const range = rangeOf(request, file)
  if (range === 'unsatisfiable') return reply.header('content-range', `bytes */${file.size}`).status(416).send()
  const body = request.method === 'HEAD' ? null : await file.open(range ?? undefined)
  const inline = !file.download && INLINE.has(file.extension)
  reply
    .header('etag', file.etag)
    .header('cache-control', file.cacheControl)
    .header('accept-ranges', 'bytes')
    .header('content-disposition', disposition(inline ? 'inline' : 'attachment', file.name))
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('content-security-policy', policyFor(inline, file.extension))
    .header('content-length', range ? range.end - range.start + 1 : file.size)
    .type(TYPES[file.extension] ?? 'application/octet-stream')
  if (range) reply.header('content-range', `bytes ${range.start}-${range.end}/${file.size}`).status(206)
  return reply.send(body)
}

/** Proxies that compress responses make tags weak; a client may send several tags. */
export const isSameTag = (asked: string | undefined, etag: string): boolean =>
  (asked ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

const policyFor = (inline: boolean, extension: string): string =>
  !inline ? DOWNLOAD_POLICY : extension === 'pdf' ? INLINE_POLICY : `${INLINE_POLICY}; sandbox`

/** A content-disposition header by RFC 6266 and RFC 5987: an ASCII name for old clients, the real one in UTF-8. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** The requested byte range; null to send all (no range, several ranges, or the file has changed). */
function rangeOf(request: FastifyRequest, file: FileToSend): ByteRange | null | 'unsatisfiable' {
  const { range, 'if-range': ifRange } = request.headers
  const asked = /^bytes=(\d*)-(\d*)$/.exec(range ?? '')
  if (!asked || (ifRange !== undefined && ifRange !== file.etag)) return null
  const [, from = '', to = ''] = asked
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(0, file.size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? file.size - 1 : Math.min(Number(to), file.size - 1)
  return start > end ? 'unsatisfiable' : { start, end }
}
