import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, mutation, open, query, site } from './define.ts'
import { dateTime, flag, id, nothing, paged, required, version, within } from './fields.ts'

/** Requests per address and minute. */
const RATE = 1200

const DELIVERY_MODES = ['off', 'token', 'public'] as const
export type DeliveryMode = (typeof DELIVERY_MODES)[number]
/** Maximum number of entries in a response. */
const MAX_PAGE_SIZE = 100
/** Maximum bytes of texts in a response with several entries. */
export const MAX_DELIVERY_BYTES = 16 * 1024 * 1024
/** Longest cache lifetime of responses, in seconds. */
export const MAX_CACHE_SECONDS = 86_400
/** Maximum number of filters in a query. */
const MAX_FILTERS = 10

const day = z
  .string()
  .regex(/^(\d{4}-\d{2}-\d{2}( \d{2}:\d{2}(:\d{2})?)?)?$/, '日期格式应为 yyyy-MM-dd')
  .default('')

/** A label or a related entry. */
const named = z.object({ id: z.number(), title: z.string() })

const deliveredEntry = z
  .object({
    id: z.number(),
    columnId: z.number(),
    columnCode: z.string(),
    title: z.string(),
    publishDate: dateTime,
    updateDate: dateTime,
    labels: z.array(named),
    /** Relation fields with the published entries that they refer to. */
    relations: z.record(z.string(), z.array(named.extend({ columnId: z.number() }))),
    /** Texts of the other fields by name; rich texts only with `full` and in responses for a single entry. */
    fields: z.record(z.string(), z.string()),
  })
  .meta({
    examples: [
      {
        id: 1024,
        columnId: 11,
        columnCode: 'news',
        title: '新品发布',
        publishDate: '2026-11-01 08:00:00',
        updateDate: '2026-11-02 09:30:00',
        labels: [{ id: 3, title: '公告' }],
        relations: { related: [{ id: 1001, title: '产品介绍', columnId: 12 }] },
        fields: { title: '新品发布', author: '市场部', content: '<p>正文</p>' },
      },
    ],
  })
export type DeliveredEntry = z.output<typeof deliveredEntry>

/** A single query parameter is parsed as a text, repeated parameters as a list. */
const pair = z.string().regex(/^\w{1,100}:.{1,254}$/u)

const siteId = id.min(1, '请提供站点编号').meta({ examples: [1] })

const deliveryEntriesInput = z.object({
  siteId,
  /** Id or code of the column. */
  column: required('请提供栏目编号或标识', 100).meta({ examples: ['news'] }),
  page: within('页码', 1, 100_000).default(1),
  size: within('每页条数', 1, MAX_PAGE_SIZE).default(20),
  /** Searched in all texts. */
  key: z
    .string()
    .trim()
    .max(254, '搜索内容不能超过 254 个字')
    .default('')
    .meta({ examples: ['新品'] }),
  /** Only entries with this label; 0: all. */
  labelId: id.default(0),
  /** `name:value`; all filters must hold: a text contains the value, a choice or a date equals it. */
  filter: z
    .union(
      [z.array(pair).max(MAX_FILTERS), pair.transform((one) => [one])],
      `筛选条件格式应为 字段名:值，例如 author:市场部，最多 ${MAX_FILTERS} 个`,
    )
    .default([])
    .meta({ examples: [['author:市场部']] }),
  /** Range of creation dates, both included. */
  from: day,
  to: day,
  /** Includes rich texts; a page of more than 16 MB is refused (413), so the client must request smaller pages. */
  full: flag,
})

const deliverySettings = z.object({
  siteId: z.number(),
  mode: z.enum(DELIVERY_MODES),
  /** Empty: all columns with content except clue columns. */
  columnIds: z.array(z.number()),
  maxAge: z.number(),
  version: z.number(),
})
export type DeliverySettings = z.output<typeof deliverySettings>

export const deliverySave = z.object({
  siteId: id.min(1, '请选择站点'),
  mode: z.enum(DELIVERY_MODES, '请选择谁可以读取'),
  columnIds: z.array(z.coerce.number().int().min(1)).max(500, '最多选择 500 个栏目').default([]),
  /** Seconds. */
  maxAge: within('缓存时间', 0, MAX_CACHE_SECONDS).default(60),
  version,
})

/**
 * Beyond the documents: published content for front ends without a session, only of open sites with this feature
 * switched on. Mode `public` is open to everybody, `token` requires an API token with 读取已发布的内容. Responses carry an ETag
 * and are 304 for unchanged content.
 */
export const deliveryOperations = withAreaTitles({ delivery: '内容接口' })({
  'delivery.settings': query({
    method: 'GET',
    path: cms('delivery/settings/{siteId}'),
    title: '内容接口设置',
    access: site(MENU.delivery, 'siteId'),
    input: z.object({ siteId: id }),
    output: deliverySettings,
  }),
  'delivery.save': mutation({
    method: 'POST',
    path: cms('delivery/save'),
    title: '保存内容接口设置',
    access: site(MENU.delivery, 'siteId'),
    input: deliverySave,
    output: nothing,
    success: '保存成功',
    stale: ['delivery.settings'],
  }),
  'delivery.entries': query({
    method: 'GET',
    path: cms('delivery/{siteId}/entries'),
    title: '已发布的内容',
    scopes: ['delivery.read'],
    access: open,
    rate: RATE,
    takesToken: true,
    input: deliveryEntriesInput,
    output: paged(deliveredEntry),
  }),
  'delivery.entry': query({
    method: 'GET',
    path: cms('delivery/{siteId}/entries/{id}'),
    title: '一篇已发布的内容',
    scopes: ['delivery.read'],
    access: open,
    rate: RATE,
    takesToken: true,
    input: z.object({ siteId, id: id.meta({ examples: [1024] }) }),
    output: deliveredEntry,
  }),
  'delivery.columns': query({
    method: 'GET',
    path: cms('delivery/{siteId}/columns'),
    title: '内容接口的栏目',
    scopes: ['delivery.read'],
    access: open,
    rate: RATE,
    takesToken: true,
    input: z.object({ siteId }),
    output: z.array(
      z.object({
        id: z.number(),
        parentId: z.number(),
        code: z.string(),
        title: z.string(),
        fields: z.array(z.object({ name: z.string(), title: z.string(), type: z.string(), canFilter: z.boolean() })),
      }),
    ),
  }),
  'delivery.labels': query({
    method: 'GET',
    path: cms('delivery/{siteId}/labels'),
    title: '内容接口的标签',
    scopes: ['delivery.read'],
    access: open,
    rate: RATE,
    takesToken: true,
    input: z.object({ siteId }),
    output: z.array(named.extend({ category: z.string() })),
  }),
})
