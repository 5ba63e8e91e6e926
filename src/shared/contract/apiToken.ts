import { z } from 'zod'
import { TOKEN_SCOPES } from '../domain/tokenScopes.ts'
import { isIpRange } from '../domain/ipRanges.ts'
import { MENU } from '../domain/systemMenus.ts'
import { parseDateTime } from '../util/dates.ts'
import { withAreaTitles, cms, grantedColumn, menu, mutation, query, site } from './define.ts'
import { byId, dateTime, nothing, paged, paging, required } from './fields.ts'
import { TOKEN_PREFIX } from './headers.ts'

export const TOKEN_NAME_LIMIT = 60
/** Active tokens per account. */
export const MAX_TOKENS = 50
/** Longest lifetime of a token; every token expires. */
export const MAX_TOKEN_DAYS = 730
const MAX_ADDRESSES = 50

const scopes: readonly string[] = TOKEN_SCOPES.map(({ key }) => key)
const wholeIds = (message: string, example: number[]) =>
  z
    .array(z.coerce.number().int().min(1))
    .max(200, message)
    .meta({ examples: [example] })
    .default([])

/** Beyond the documents: lets another program act for an account. */
export const apiToken = z.object({
  id: z.number(),
  name: z.string(),
  /** Username of the owner. */
  owner: z.string(),
  /** The last letters of the token. */
  ending: z.string(),
  scopes: z.array(z.string()),
  /** Empty: all sites, or columns, that the owner may use. */
  siteIds: z.array(z.number()),
  columnIds: z.array(z.number()),
  addresses: z.array(z.string()),
  createDate: dateTime,
  expireDate: dateTime,
  /** '' for never. */
  lastUseDate: z.string(),
  lastIp: z.string(),
  /** Time of the last refused use; '' for never. */
  refusedDate: z.string(),
  refusedIp: z.string(),
  refusedWhy: z.string(),
  state: z.enum(['active', 'expired', 'revoked']),
})
export type ApiToken = z.output<typeof apiToken>

export const apiTokenForm = z.object({
  name: required('请输入名称', TOKEN_NAME_LIMIT).meta({ examples: ['官网前端'] }),
  scopes: z
    .array(z.string())
    .min(1, '请选择可以调用的接口')
    .refine((keys) => keys.every((key) => scopes.includes(key)), '请选择列表中的接口')
    .meta({ examples: [['content.read']] }),
  siteIds: wholeIds('最多选择 200 个站点', [1]),
  columnIds: wholeIds('最多选择 200 个栏目', [11, 12]),
  addresses: z
    .array(z.string().trim())
    .max(MAX_ADDRESSES, `最多填写 ${MAX_ADDRESSES} 个地址`)
    .meta({ examples: [['203.0.113.9', '10.0.0.0/8']] })
    .default([])
    .transform((lines) => lines.filter((line) => line !== ''))
    .refine((lines) => lines.every(isIpRange), '请填写 IP 或 IP 段，例如 203.0.113.9 或 10.0.0.0/8'),
  /** `yyyy-MM-dd HH:mm:ss` in the server's time zone, at most MAX_TOKEN_DAYS from now. */
  expireDate: z
    .string('请选择失效时间')
    .refine((text) => parseDateTime(text) !== null, '请选择失效时间')
    .meta({ examples: ['2027-11-01 00:00:00'] }),
})

const access = menu(MENU.apiToken)
const stale = ['apiToken.page'] as const

export const apiTokenOperations = withAreaTitles({ apiToken: 'API 令牌' })({
  /** One's own; super administrators see everybody's. The newest first. */
  'apiToken.page': query({
    method: 'GET',
    path: cms('api-token/page'),
    title: 'API 令牌列表',
    access,
    input: paging({}),
    output: paged(apiToken),
  }),
  /** The only answer that holds the token itself. */
  'apiToken.create': mutation({
    method: 'POST',
    path: cms('api-token/create'),
    title: '新增 API 令牌',
    access: grantedColumn('read', 'columnIds[]', site(access, 'siteIds[]')),
    input: apiTokenForm,
    output: z
      .object({ id: z.number(), token: z.string() })
      .meta({ examples: [{ id: 7, token: `${TOKEN_PREFIX}3kX0v8Qm2b6cH1nTzYp4rWfLs9JdAeGu5iOxBqVhMtE` }] }),
    success: '令牌已创建',
    stale,
  }),
  'apiToken.revoke': mutation({
    method: 'POST',
    path: cms('api-token/revoke'),
    title: '吊销 API 令牌',
    access,
    input: byId,
    output: nothing,
    success: '令牌已吊销',
    stale,
  }),
})
