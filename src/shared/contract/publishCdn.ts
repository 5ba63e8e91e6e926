import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query } from './define.ts'
import { id, text, version } from './fields.ts'

/** The service that purges changed addresses of a target; '' for none. */
export const CDN_PROVIDERS = ['', 'webhook', 'aliyun', 'tencent'] as const
export type CdnProvider = (typeof CDN_PROVIDERS)[number]

const isUrl = (value: string): boolean => value === '' || /^https?:$/.test(URL.parse(value)?.protocol ?? '')

/** Beyond the documents: the CDN in front of a publish target. */
export const publishCdn = z.object({
  /** 0: nothing is set. */
  id: z.number(),
  targetId: z.number(),
  provider: z.enum(CDN_PROVIDERS),
  /** Of a webhook: where the addresses are sent. Of a cloud: its API, '' the public one. */
  url: z.string(),
  accessKeyId: z.string(),
  hasSecret: z.boolean(),
  version: z.number(),
})
export type PublishCdn = z.output<typeof publishCdn>

export const publishCdnSave = z
  .object({
    /** 0: nothing was set. */
    id: id.default(0),
    targetId: id,
    provider: z.enum(CDN_PROVIDERS),
    url: text(500, '地址').refine(isUrl, '地址应以 http:// 或 https:// 开头，例如 https://cdn.example.com/purge'),
    accessKeyId: text(200, 'AccessKey ID'),
    /** '' keeps the one that is there. */
    secret: text(500, '密钥'),
    version,
  })
  .refine(({ provider, url }) => provider !== 'webhook' || url !== '', { path: ['url'], message: '请输入地址' })
  .refine(({ provider, accessKeyId }) => provider === '' || provider === 'webhook' || accessKeyId !== '', {
    path: ['accessKeyId'],
    message: '请输入 AccessKey ID',
  })

const held = menu(MENU.publishTarget)
const ofTarget = z.object({ targetId: id })

export const publishCdnOperations = withAreaTitles({ publishCdn: 'CDN 刷新' })({
  'publishCdn.find': query({
    method: 'GET',
    path: cms('publishCdn/find'),
    title: 'CDN 刷新设置',
    access: held,
    input: ofTarget,
    output: publishCdn,
  }),
  'publishCdn.save': mutation({
    method: 'POST',
    path: cms('publishCdn/save'),
    title: '保存 CDN 刷新设置',
    access: held,
    input: publishCdnSave,
    output: publishCdn,
    success: '保存成功',
    stale: ['publishCdn.find'],
  }),
  /** Purges the home page. */
  'publishCdn.test': mutation({
    method: 'POST',
    path: cms('publishCdn/test'),
    title: '测试 CDN 刷新',
    access: held,
    slow: true,
    input: ofTarget,
    /** message: what failed; '' when the CDN took the address. */
    output: z.object({ message: z.string() }),
    stale: [],
  }),
})
