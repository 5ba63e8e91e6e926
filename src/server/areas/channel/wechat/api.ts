import type { RowOf } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { openSecret, sealSecret } from '#server/secrets/sealing.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatErrorText, isTokenError, WechatError } from './errors.ts'

export type WechatConfigRow = RowOf<'wechat_config'>

/** Base URL of the API of official accounts. */
const WECHAT_API_URL = 'https://api.weixin.qq.com/'
const TIMEOUT_MS = 30_000
/** A token is renewed this long before it expires, ms. */
const TOKEN_MARGIN_MS = 300_000

/** An article of a draft, in the format of draft/add. */
export interface Article {
  title: string
  author: string
  digest: string
  content: string
  content_source_url: string
  thumb_media_id: string
  need_open_comment: 0
  only_fans_can_comment: 0
}

/** A published article, in the format of freepublish/batchget. */
export interface PublishedArticle {
  title?: string
  author?: string
  digest?: string
  content?: string
  thumb_url?: string
  is_deleted?: boolean
}

export interface PublishedPage {
  total_count: number
  item: { article_id: string; content: { news_item: PublishedArticle[] } }[]
}

export interface ImageFile {
  name: string
  bytes: Buffer
}

/** Client of one official account. Its token is stored in the database and shared by all processes. */
export class WechatApi {
  readonly #deps: ServerDeps
  readonly #configId: number
  readonly base: string

  constructor(deps: ServerDeps, { id }: WechatConfigRow) {
    this.#deps = deps
    this.#configId = id
    this.base = deps.wechatUrl ?? WECHAT_API_URL
  }

  /** @returns media_id and URL of a permanent image */
  addImage(picture: ImageFile): Promise<{ media_id: string; url: string }> {
    return this.#call('cgi-bin/material/add_material', { type: 'image' }, form(picture))
  }

  /** @returns the URL of an image for use in an article: JPEG or PNG, at most 1 MB */
  uploadInline(picture: ImageFile): Promise<{ url: string }> {
    return this.#call('cgi-bin/media/uploadimg', {}, form(picture))
  }

  addDraft(article: Article): Promise<{ media_id: string }> {
    return this.#call('cgi-bin/draft/add', {}, JSON.stringify({ articles: [article] }))
  }

  readPublished(offset: number, count: number): Promise<PublishedPage> {
    return this.#call('cgi-bin/freepublish/batchget', {}, JSON.stringify({ offset, count, no_content: 0 }))
  }

  async #call<T>(path: string, query: Record<string, string>, body: string | FormData): Promise<T> {
    const request = async (renew: boolean): Promise<T> => {
      const token = await this.#token(renew)
      return this.#send<T>(`${path}?${new URLSearchParams({ access_token: token, ...query })}`, body)
    }
    try {
      return await request(false)
    } catch (error) {
      // Another program may have renewed the account's token.
      if (error instanceof WechatError && isTokenError(error.errcode)) return request(true)
      throw error
    }
  }

  async #token(renew: boolean): Promise<string> {
    const { db, clock } = this.#deps
    const row = await db.selectFrom('wechat_config').selectAll().where('id', '=', this.#configId).executeTakeFirst()
    if (!row) throw new AppError('not-found', '公众号已被删除')
    const now = clock.now().getTime()
    const cachedToken =
      !renew && row.tokenEnds > now
        ? await openSecret(this.#deps, { use: 'WeChat token', owner: row.id }, row.token)
        : null
    if (cachedToken) return cachedToken
    const secret = await openSecret(this.#deps, { use: 'WeChat account', owner: row.id }, row.appSecret)
    if (secret === null)
      throw new AppError('conflict', `公众号“${row.title}”的 appSecret 无法读取，请编辑公众号并重新填写`)
    const tokenRequest = { grant_type: 'client_credential', appid: row.appId, secret, force_refresh: renew }
    const issued = await this.#send<{ access_token: string; expires_in: number }>(
      'cgi-bin/stable_token',
      JSON.stringify(tokenRequest),
    )
    const token = await sealSecret(this.#deps, { use: 'WeChat token', owner: row.id }, issued.access_token)
    await db
      .updateTable('wechat_config')
      .set({ token, tokenEnds: now + issued.expires_in * 1000 - TOKEN_MARGIN_MS })
      .where('id', '=', row.id)
      .execute()
    return issued.access_token
  }

  async #send<T>(path: string, body: string | FormData): Promise<T> {
    const answer = await fetch(new URL(path, this.base), {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => {
      throw new AppError('unavailable', '无法连接微信服务器，请检查服务器的网络后重试')
    })
    const said: unknown = await answer.json().catch(() => null)
    if (typeof said !== 'object' || said === null)
      throw new AppError('unavailable', `微信服务器返回了无法识别的内容（HTTP ${answer.status}），请稍后重试`)
    const { errcode = 0, errmsg = '' } = said as { errcode?: number; errmsg?: string }
    if (errcode !== 0) throw new WechatError(errcode, formatErrorText(errcode, errmsg))
    return said as T
  }
}

function form({ name, bytes }: ImageFile): FormData {
  const data = new FormData()
  data.append('media', new Blob([new Uint8Array(bytes)]), name)
  return data
}
