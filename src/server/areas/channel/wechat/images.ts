import { createHash } from 'node:crypto'
import { storeServerPicture, readUploadBytes } from '#server/areas/upload/index.ts'
import type { ServerDeps } from '#server/deps.ts'
import { AppError } from '#shared/errors/index.ts'
import type { WechatApi } from './api.ts'

/** uploadimg accepts JPEG and PNG up to this size; other images go to the material library. */
const MAX_INLINE_BYTES = 1024 * 1024
const INLINE_TYPES = new Set(['jpg', 'jpeg', 'png'])
/** Types and size that the material library accepts. */
const MATERIAL_TYPES = new Set(['jpg', 'jpeg', 'png', 'gif', 'bmp'])
const MAX_MATERIAL_BYTES = 10 * 1024 * 1024
const DOWNLOAD_TIMEOUT_MS = 30_000

/** Uploads images of the library to an account, each only once. */
export class AccountImages {
  readonly #deps: ServerDeps
  readonly #api: WechatApi
  readonly #configId: number

  constructor(deps: ServerDeps, api: WechatApi, configId: number) {
    this.#deps = deps
    this.#api = api
    this.#configId = configId
  }

  /** @returns media_id. @throws AppError with a reason for people when the image can't be used */
  async thumb(accessPath: string): Promise<string> {
    const picture = await this.#read(accessPath, '封面图')
    return this.#uploadOnce(`thumb ${picture.sha512}`, async () => (await this.#api.addImage(picture)).media_id)
  }

  /** @returns the URL for use in an article */
  async inline(accessPath: string): Promise<string> {
    const picture = await this.#read(accessPath, '正文图片')
    return this.#uploadOnce(`inline ${picture.sha512}`, async () => {
      const small = picture.bytes.length <= MAX_INLINE_BYTES && INLINE_TYPES.has(picture.extension)
      return (await (small ? this.#api.uploadInline(picture) : this.#api.addImage(picture))).url
    })
  }

  async #read(accessPath: string, what: string) {
    const picture = await readUploadBytes(this.#deps.db, this.#deps, accessPath)
    if (!picture) throw new AppError('conflict', `${what}“${accessPath}”已不存在，请编辑内容后重试`)
    if (!MATERIAL_TYPES.has(picture.extension))
      throw new AppError('conflict', `${what}“${picture.name}”的格式微信不支持，请换成 JPG、PNG 或 GIF`)
    if (picture.bytes.length > MAX_MATERIAL_BYTES)
      throw new AppError('conflict', `${what}“${picture.name}”超过微信允许的 10 MB，请换成较小的图片`)
    return picture
  }

  async #uploadOnce(mediaKey: string, send: () => Promise<string>): Promise<string> {
    const { db } = this.#deps
    const key = { configId: this.#configId, mediaKey }
    const cached = await db
      .selectFrom('wechat_media')
      .select('value')
      .where('configId', '=', key.configId)
      .where('mediaKey', '=', mediaKey)
      .executeTakeFirst()
    if (cached) return cached.value
    const value = await send()
    await db
      .insertInto('wechat_media')
      .values({ ...key, value })
      .onConflict((conflict) => conflict.columns(['configId', 'mediaKey']).doUpdateSet({ value }))
      .execute()
    return value
  }
}

/** Hosts that serve the images of WeChat articles. */
const IMAGE_HOSTS = /(?:^|\.)(?:qpic\.cn|qlogo\.cn|weixin\.qq\.com)$/
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

interface ImportTarget {
  accountId: number
  siteId: number
}

/**
 * Imports an image of an article into the library.
 * @param base of the API, whose host is also allowed
 * @returns its access path; null for an image on another host, whose URL stays
 * @throws AppError `unavailable` when the download fails
 */
export async function importImage(
  deps: ServerDeps,
  base: string,
  src: string,
  target: ImportTarget,
): Promise<string | null> {
  const url = URL.parse(src.startsWith('//') ? `https:${src}` : src)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const isOwn = url.origin === new URL(base).origin
  if (!isOwn && !IMAGE_HOSTS.test(url.hostname)) return null
  if (!isOwn) url.protocol = 'https:'
  const throwDownloadError = (): never => {
    throw new AppError('unavailable', `文章中的图片无法下载：${src.slice(0, 200)}`)
  }
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) }).catch(
    throwDownloadError,
  )
  const type = answer.headers.get('content-type')?.split(';')[0]?.trim() ?? ''
  const extension = EXTENSIONS[type]
  if (!answer.ok || !extension || Number(answer.headers.get('content-length') ?? 0) > MAX_MATERIAL_BYTES)
    return throwDownloadError()
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (bytes.length > MAX_MATERIAL_BYTES) return throwDownloadError()
  const name = `公众号图片-${createHash('sha1').update(bytes).digest('hex').slice(0, 8)}.${extension}`
  return storeServerPicture(deps, { ...target, name, bytes })
}
