import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { perServer } from '#server/hints.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { SitePage } from './publishedSite.ts'

export type PageEncoding = 'br' | 'gzip'

/** Smaller files are sent as they are, and so are larger ones, which would take long. */
const MIN_BYTES = 1024
const MAX_BYTES = 4 * 1024 * 1024
/** What a process keeps of compressed pages. */
const CACHE_BYTES = 64 * 1024 * 1024
/** Pages are compressed once, so a higher level than the fastest is worth it. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
const GZIP = { level: 7 }

const TEXT = /^(?:text\/|application\/(?:json|xml|manifest\+json)|image\/svg\+xml)/

/** Does it pay to send a file of this type compressed? */
export const isCompressible = (type: string): boolean => TEXT.test(type)

/** The best encoding that a browser accepts; null: none. */
export function chooseEncoding(accepted: string | undefined): PageEncoding | null {
  const names = (accepted ?? '').split(',').flatMap((part) => {
    const [name = '', ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : name
  })
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : null
}

interface Cached {
  bytes: Promise<Buffer>
  sizeBytes: number
}

const hints = perServer(() => ({ pages: new Map<string, Cached>(), sizeBytes: 0 }))

/** A page of a built site in an encoding, compressed at the first request; null: it is sent as it is. */
export async function compressedPage(
  deps: ServerDeps,
  { path, size, stamp }: SitePage,
  encoding: PageEncoding,
): Promise<Buffer | null> {
  if (size < MIN_BYTES || size > MAX_BYTES) return null
  const cache = hints(deps)
  const key = `${encoding} ${stamp} ${path}`
  const known = cache.pages.get(key)
  if (known) {
    // The map is in the order of use: the first entries are dropped first.
    cache.pages.delete(key)
    cache.pages.set(key, known)
    return known.bytes
  }
  const added: Cached = { bytes: compressFile(path, encoding), sizeBytes: 0 }
  cache.pages.set(key, added)
  try {
    const bytes = await added.bytes
    if (cache.pages.get(key) === added) {
      added.sizeBytes = bytes.length
      cache.sizeBytes += bytes.length
      shrink(cache)
    }
    return bytes
  } catch (error) {
    if (cache.pages.get(key) === added) cache.pages.delete(key)
    throw error
  }
}

async function compressFile(path: string, encoding: PageEncoding): Promise<Buffer> {
  const bytes = await readFile(path)
  return encoding === 'br' ? promisify(brotliCompress)(bytes, BROTLI) : promisify(gzip)(bytes, GZIP)
}

function shrink(cache: { pages: Map<string, Cached>; sizeBytes: number }): void {
  for (const [key, { sizeBytes }] of cache.pages) {
    if (cache.sizeBytes <= CACHE_BYTES) return
    cache.sizeBytes -= sizeBytes
    cache.pages.delete(key)
  }
}
