import { MEDIA_HEADERS } from '#shared/security/csp.ts'
import type { OpenedFile } from '../types.ts'

/**
 * Types without active content. SVG counts as one only because of MEDIA_HEADERS: as an image it runs nothing, and alone
 * it is in a sandbox.
 */
const PASSIVE_TYPES = /^(?:(?:image|video|audio)\/[\w.+-]+|application\/pdf)$/

/** For servers that send no specific type. */
const BY_EXTENSION: Readonly<Record<string, string>> = {
  '.gif': 'image/gif',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.ogg': 'audio/ogg',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.aac': 'audio/aac',
  '.acc': 'audio/aac',
  '.pdf': 'application/pdf',
}
const UNKNOWN = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/ogg'])

/**
 * The content type under which the page receives a file; null for forbidden types.
 * @param contentType the server's content type
 * @param extension with its dot
 */
export function toMediaType(contentType: string, extension: string): string | null {
  const plain = (contentType.split(';')[0] ?? '').trim().toLowerCase()
  const type = UNKNOWN.has(plain) ? (BY_EXTENSION[extension.toLowerCase()] ?? '') : plain
  return PASSIVE_TYPES.test(type) ? type : null
}

/** Response headers for the file or a part of it. */
export const createMediaHeaders = (type: string, { size, part, etag }: OpenedFile): Record<string, string> => ({
  ...MEDIA_HEADERS,
  'content-type': type,
  'accept-ranges': 'bytes',
  ...(size === null ? {} : { 'content-length': String(size) }),
  ...(part === null ? {} : { 'content-range': part }),
  ...(etag === '' ? {} : { etag }),
})
