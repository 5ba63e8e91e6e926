import { z } from 'zod'

/** Format version, see docs/site-archive.md. Raise it for a change that older programs cannot read. */
export const FORMAT = 1
export const HEAD = 'site.json'
export const MEDIA_TYPE = 'sitecraft-site'

/** Shown to people: what an export never contains. */
export const LEFT_OUT = [
  '密码、令牌和密钥',
  '审批记录和定时计划',
  '邮箱、短信、公众号及其消息',
  '访问统计和操作日志',
  '静态页面和模板历史版本',
]

/** Input of an export job. */
export const exportInput = z.object({ siteId: z.number(), history: z.boolean(), members: z.boolean() })

/** Schema of site.json, the archive's table of contents: its origin, and the size and checksum of each file. */
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
  /** Addresses of uploads whose bytes were missing on the exporting server. */
  missing: z.array(z.string().max(2000)).max(100_000),
  leftOut: z.array(z.string().max(200)).max(100),
})
export type Head = z.output<typeof head>

export const linesFileName = (kind: string): string => `${kind}.ndjson`
export const bytesFileName = (sha256: string): string => `files/${sha256}`
