import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface SentArticle {
  title: string
  author: string
  digest: string
  content: string
  thumb_media_id: string
}

/** The API of an official account as its documentation describes it, as far as drafts, pictures and published articles go. */
export interface FakeWechat {
  url: string
  appId: string
  secret: string
  /** Tokens that were made. */
  tokens: string[]
  /** What the next call of this path is refused with; 'drop': the connection ends without an answer. */
  refusals: Map<string, { errcode: number; errmsg: string } | 'drop'>
  drafts: SentArticle[]
  /** Bytes of pictures that came in, by the call. */
  pictures: { path: string; name: string; size: number }[]
  published: { article_id: string; content: { news_item: object[] } }[]
  /** Served at /mmbiz/<name>. */
  files: Map<string, Buffer>
  close(): Promise<void>
}

export async function startFakeWechat(): Promise<FakeWechat> {
  const fake: Omit<FakeWechat, 'url' | 'close'> = {
    appId: 'wx0123456789abcdef',
    secret: 'a secret of the account',
    tokens: [],
    refusals: new Map(),
    drafts: [],
    pictures: [],
    published: [],
    files: new Map(),
  }
  const server = createServer((request, response) => void answer(fake, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return Object.assign(fake, { url, close })
}

async function answer(fake: Omit<FakeWechat, 'url' | 'close'>, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://wechat')
  const body = await buffer(request)
  const path = url.pathname.replace('/cgi-bin/', '')
  if (url.pathname.startsWith('/mmbiz/')) return picture(fake, url.pathname.slice('/mmbiz/'.length), response)
  const refusal = fake.refusals.get(path)
  fake.refusals.delete(path)
  if (refusal === 'drop') return request.socket.destroy()
  response.setHeader('content-type', 'application/json')
  const say = (data: object): void => void response.end(JSON.stringify(data))
  if (refusal) return say(refusal)
  if (path === 'stable_token') return say(tokenFor(fake, body))
  if (url.searchParams.get('access_token') !== fake.tokens.at(-1))
    return say({ errcode: 40001, errmsg: 'invalid credential' })
  if (path === 'media/uploadimg' || path === 'material/add_material') {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData()
    const file = form.get('media')
    if (!(file instanceof File)) return say({ errcode: 41005, errmsg: 'media data missing' })
    fake.pictures.push({ path, name: file.name, size: file.size })
    const address = `https://mmbiz.qpic.cn/${fake.pictures.length}`
    return say(
      path === 'media/uploadimg' ? { url: address } : { media_id: `media-${fake.pictures.length}`, url: address },
    )
  }
  if (path === 'draft/add') {
    const { articles } = JSON.parse(body.toString()) as { articles: SentArticle[] }
    const [article] = articles
    if (!article?.thumb_media_id.startsWith('media-')) return say({ errcode: 40007, errmsg: 'invalid media_id' })
    fake.drafts.push(article)
    return say({ media_id: `draft-${fake.drafts.length}` })
  }
  if (path === 'freepublish/batchget') {
    const { offset, count } = JSON.parse(body.toString()) as { offset: number; count: number }
    const item = fake.published.slice(offset, offset + count)
    return say({ total_count: fake.published.length, item_count: item.length, item })
  }
  return say({ errcode: 40066, errmsg: 'invalid url' })
}

function tokenFor(fake: Omit<FakeWechat, 'url' | 'close'>, body: Buffer): object {
  const { appid, secret } = JSON.parse(body.toString()) as { appid: string; secret: string }
  if (appid !== fake.appId) return { errcode: 40013, errmsg: 'invalid appid' }
  if (secret !== fake.secret) return { errcode: 40125, errmsg: 'invalid appsecret' }
  fake.tokens.push(`token-${fake.tokens.length + 1}`)
  return { access_token: fake.tokens.at(-1), expires_in: 7200 }
}

function picture(fake: Omit<FakeWechat, 'url' | 'close'>, name: string, response: ServerResponse): void {
  const bytes = fake.files.get(name)
  if (bytes) response.setHeader('content-type', 'image/png')
  else response.statusCode = 404
  response.end(bytes)
}
