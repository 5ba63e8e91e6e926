import { afterAll, beforeAll, expect, it } from 'vitest'
import { CDN_KEY, startCdn } from '#tests/fakes/cdn.ts'
import { CDNS } from './providers.ts'

const LOCAL = { allowed: ['127.0.0.0/8'] }

let cdn: Awaited<ReturnType<typeof startCdn>>
beforeAll(async () => {
  cdn = await startCdn()
})
afterAll(() => cdn.stop())

const accessTo = (url: string, secret = CDN_KEY.secret) => ({ url, accessKeyId: CDN_KEY.id, secret })
const now = new Date()

it.each(['webhook', 'aliyun', 'tencent'] as const)(
  '%s takes as many addresses as it allows, and a whole site',
  async (name) => {
    cdn.taken.length = 0
    const urls = Array.from(
      { length: CDNS[name].maxUrls },
      (_none, at) => `https://a.example/%E5%B1%80/(${at})!'*.html?a&b`,
    )
    expect(await CDNS[name].send(accessTo(cdn.url), { urls, isFolder: false, now }, LOCAL)).toBe('')
    const site = { urls: ['https://a.example/'], isFolder: true, now }
    expect(await CDNS[name].send(accessTo(cdn.url), site, LOCAL)).toBe('')
    expect(cdn.taken).toEqual([
      { provider: name, urls, isFolder: false },
      { provider: name, urls: site.urls, isFolder: true },
    ])
  },
)

it.each(['webhook', 'aliyun', 'tencent'] as const)(
  '%s says what was refused, and is not asked in the private network',
  async (name) => {
    const order = { urls: ['https://a.example/'], isFolder: false, now }
    expect(await CDNS[name].send(accessTo(cdn.url, 'wrong'), order, LOCAL)).toMatch(/Signature|返回 403/)
    expect(await CDNS[name].send(accessTo(cdn.url), order, {})).toContain('内部网络')
    expect(await CDNS[name].send(accessTo('http://127.0.0.1:9'), order, LOCAL)).toBe('无法连接对方')
  },
)
