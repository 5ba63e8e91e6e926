import { z } from 'zod'

/** See docs/site-archive.md. A change that an earlier program can't read gets the next number. */
export const FORMAT = 1
export const HEAD = 'site.json'
export const MEDIA_TYPE = 'sitecraft-site'

/** What an export never holds, as it is told to people. */
export const LEFT_OUT = [
  '密码、令牌和密钥',
  '审批记录和定时计划',
  '邮箱、短信、公众号及其消息',
  '访问统计和操作日志',
  '静态页面和模板历史版本',
]

/** What the job of an export is told. */
export const exportInput = z.object({ siteId: z.number(), history: z.boolean(), members: z.boolean() })

/** First line of an archive's contents: what it is, what made it, and what each of its files holds. */
export const head = z.object({
  format: z.literal(MEDIA_TYPE),
  version: z.number().int().min(1),
  program: z.string().max(100),
  /** ISO 8601. */
  time: z.string().max(40),
  site: z.object({ title: z.string().max(1000), symbol: z.string().max(200), domain: z.string().max(100_000) }),
  history: z.boolean(),
  members: z.boolean(),
  /** In the order in which an import reads them. */
  kinds: z
    .array(
      z.object({
        name: z.string().max(64),
        lines: z.number().int().min(0),
        bytes: z.number().int().min(0),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(200),
  files: z.object({ count: z.number().int().min(0), bytes: z.number().int().min(0) }),
  /** Addresses of uploads whose bytes the server no longer had. */
  missing: z.array(z.string().max(2000)).max(100_000),
  leftOut: z.array(z.string().max(200)).max(100),
})
export type Head = z.output<typeof head>

export const linesFile = (kind: string): string => `${kind}.ndjson`
export const bytesFile = (sha256: string): string => `files/${sha256}`
