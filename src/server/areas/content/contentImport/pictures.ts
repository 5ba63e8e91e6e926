import { createHash } from 'node:crypto'
import type { ServerDeps } from '#server/deps.ts'
import { requestPublic } from '#server/net/requestPublic.ts'
import { readImage, storeServerPicture } from '#server/areas/upload/index.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { replaceSpans, type Span, findSpans } from './spans.ts'
import { type Source, sourceKey, type SourceItem } from './source.ts'

const MB = 1024 * 1024
const MAX_BYTES = 50 * MB
const FETCH_TIMEOUT_MS = 20_000
const MAX_REDIRECTS = 3
/** Pictures imported per entry; further pictures keep their addresses. */
const MAX_PICTURES = 200
const MAX_TAG = 20_000
const SRC = /(\ssrc\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/i
/** srcset and sizes point to other resolutions on the original site, so they are dropped. */
const RESPONSIVE_ATTRIBUTES = /\s(?:srcset|sizes)\s*=\s*(?:"[^"]*"|'[^']*')/gi

interface PictureTarget {
  siteId: number
  accountId: number
  fetchPictures: boolean
}

const findImageTags = (html: string): Iterable<Span> => findSpans(html, { start: /<img\b/, end: '>', most: MAX_TAG })

/** The distinct addresses of pictures in a text. */
export function findPictureAddresses(html: string): string[] {
  const found = [...findImageTags(html)].flatMap(([from, to]) => {
    const [, , double, single, bare] = SRC.exec(html.slice(from, to)) ?? []
    const address = unescapeAddress(double ?? single ?? bare ?? '')
    return address === '' || address.startsWith('data:') || address.startsWith('/files/') ? [] : [address]
  })
  return [...new Set(found)]
}

const unescapeAddress = (text: string): string => text.replaceAll('&amp;', '&').trim()

/** Replaces the addresses of pictures in a text. */
export const replacePictures = (html: string, addresses: ReadonlyMap<string, string>): string =>
  replaceSpans(html, findImageTags(html), (tag) => {
    const [, before = '', double, single, bare] = SRC.exec(tag) ?? []
    const address = addresses.get(unescapeAddress(double ?? single ?? bare ?? ''))
    return address === undefined
      ? tag
      : tag.replace(RESPONSIVE_ATTRIBUTES, '').replace(SRC, () => `${before}"${address}"`)
  })

/**
 * Imports the pictures of an entry into the library. Pictures that cannot be read keep their addresses.
 * @returns the text, and the number of pictures that were not imported
 */
export async function importPictures(
  deps: ServerDeps,
  source: Source,
  item: SourceItem,
  where: PictureTarget,
): Promise<{ html: string; missing: number }> {
  const addresses = new Map<string, string>()
  const all = findPictureAddresses(item.html)
  for (const address of all.slice(0, MAX_PICTURES)) {
    const accessPath = await importPicture(deps, source, item, address, where).catch((error: unknown) => {
      deps.log.warn({ err: error, address: address.slice(0, 200) }, 'a picture was not imported')
      return null
    })
    if (accessPath !== null) addresses.set(address, accessPath)
  }
  return { html: replacePictures(item.html, addresses), missing: all.length - addresses.size }
}

async function importPicture(
  deps: ServerDeps,
  source: Source,
  item: SourceItem,
  address: string,
  { siteId, accountId, fetchPictures }: PictureTarget,
): Promise<string | null> {
  const inside = await source.picture(address, item)
  const remote = inside || !fetchPictures ? null : source.remote(address, item)
  if (!inside && !remote) return null
  const key = sourceKey(
    inside ? `bytes ${createHash('sha256').update(inside).digest('hex')}` : `address ${remote?.href}`,
  )
  const known = await deps.db
    .selectFrom('content_import_picture')
    .innerJoin('attachment', 'attachment.accessPath', 'content_import_picture.accessPath')
    .select('attachment.accessPath')
    .where('content_import_picture.siteId', '=', siteId)
    .where('source', '=', key)
    .executeTakeFirst()
  if (known) return known.accessPath
  const bytes = inside ?? (remote && (await fetchPicture(deps, remote)))
  if (!bytes) return null
  const accessPath = await storeServerPicture(deps, { accountId, siteId, name: pictureName(address, bytes), bytes })
  await deps.db
    .insertInto('content_import_picture')
    .values({ siteId, source: key, accessPath })
    .onConflict((conflict) => conflict.columns(['siteId', 'source']).doUpdateSet({ accessPath }))
    .execute()
  return accessPath
}

const EXTENSIONS = new Set(['gif', 'jpg', 'jpeg', 'png'])

/** @throws AppError `unsupported` for bytes that are not a picture of a supported type */
function pictureName(address: string, bytes: Buffer): string {
  if (!readImage(bytes)) throw new AppError('unsupported', '文件不是图片')
  const name = (/([^/\\]+)$/.exec(address.replace(/[?#].*$/, ''))?.[1] ?? '').slice(-200)
  if (EXTENSIONS.has(extensionOf(name))) return name
  const extension = bytes[0] === 0x89 ? 'png' : bytes[0] === 0x47 ? 'gif' : 'jpg'
  return `${name || 'picture'}.${extension}`
}

/**
 * @throws when the address does not return a picture, and for private network addresses, including those reached by
 * redirects
 */
async function fetchPicture({ outgoing }: ServerDeps, first: URL): Promise<Buffer> {
  let url = first
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS)
  for (let step = 0; step <= MAX_REDIRECTS; step += 1) {
    const answer = await requestPublic(url, { method: 'GET', headers: { accept: 'image/*' }, signal }, outgoing)
    const { statusCode = 0, headers } = answer
    const next = statusCode >= 300 && statusCode < 400 ? URL.parse(headers.location ?? '', url.href) : null
    if (!next) {
      if (statusCode === 200) return readBytes(answer)
      answer.destroy()
      throw new AppError('not-found', `对方网站返回 ${statusCode}`)
    }
    answer.destroy()
    if (!/^https?:$/.test(next.protocol)) throw new AppError('invalid', '跳转目标不是网页地址')
    url = next
  }
  throw new AppError('invalid', `跳转超过 ${MAX_REDIRECTS} 次`)
}

async function readBytes(answer: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer) {
    size += chunk.length
    if (size > MAX_BYTES) throw new AppError('too-large', `图片大于 ${MAX_BYTES / MB} MB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
