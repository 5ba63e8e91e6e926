import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { areas, cms, menu, mutation, query, site } from './define.ts'
import { byId, dateTime, id, none, paged, paging, unshown, within } from './fields.ts'
import { sheetExport } from './sheet.ts'

/** Most lines that a list counts and pages through; what is older is found by narrowing the time. */
export const LOG_COUNTED = 10_000
/** A keyword is looked for in so many of the newest lines that meet the other conditions. */
export const LOG_LOOKED = 200_000

/** What a changing call did to one record, by its fields; texts are cut. */
export const recordChange = z.object({
  id: z.number(),
  /** What the record is called; '' for one without a name. */
  title: z.string(),
  what: z.enum(['made', 'changed', 'removed']),
  fields: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
  /** Fields beyond those that are kept. */
  more: z.number(),
})
export type RecordChange = z.output<typeof recordChange>

/** C·§3 operation log. */
const logLine = z.object({
  id: z.number(),
  createBy: z.string(),
  title: z.string(),
  postTime: dateTime,
  ip: z.string(),
  /** ms (contradictions.md 120): the same as beginTime. */
  spendTime: z.number(),
  /** ms until it was answered. */
  beginTime: z.number(),
  url: z.string(),
  httpMethod: z.string(),
  /** Name of the operation: site.save. */
  classMethod: z.string(),
  /** JSON without secrets, long texts cut. */
  requestData: z.string(),
  /** JSON: code, msg, and the numbers of the answer. */
  responseData: z.string(),
  // Beyond the documents.
  /** 0: the back office itself. */
  siteId: z.number().default(0),
  siteTitle: z.string().default(''),
  area: z.string().default(''),
  /** Names of the records that it was about, as far as they are known; absent in exports. */
  about: z.string().optional(),
  ok: z.boolean().default(true),
  msg: z.string().default(''),
  /** Name of the API token that was used; '' none. */
})
export type LogLine = z.output<typeof logLine>
const logDetail = logLine.extend({ changes: z.array(recordChange).default([]) })
export type LogDetail = z.output<typeof logDetail>

const WHEN = '时间要写成 2026-01-31 或 2026-01-31 08:00:00 的样子'
const moment = z
  .string(WHEN)
  .trim()
  .regex(/^(\d{4}-\d{2}-\d{2}( \d{2}:\d{2}(:\d{2})?)?)?$/, WHEN)
  .default('')

const wanted = {
  postTimeBegin: moment,
  postTimeEnd: moment,
  /** Absent or 0: everybody. */
  accountId: id.default(0),
  /** Absent: all; 0: what is of no site. */
  siteId: id.optional(),
  /** The part of an operation's name before the point; '': all. */
  area: z
    .string()
    .regex(/^[A-Za-z]{0,40}$/, '请选择模块')
    .default(''),
  result: z.enum(['', 'ok', 'refused']).default(''),
}

export const logRules = z.object({
  /** Lines are kept so many days. */
  keepDays: within('日志保留天数', 180, 3650).default(365),
})

const read = menu(MENU.log)

/** C·§2 Operation logs (calls 206, 207). Callers see what is of their sites, and what they did themselves. */
export const logOperations = areas({ log: '操作日志' })({
  'log.page': query({
    method: 'POST',
    path: cms('log/page'),
    call: 206,
    title: '操作日志',
    access: site(read, 'siteId'),
    /** `key` stands in name, title, address, IP or answer. The newest first. */
    input: paging(wanted),
    output: paged(logLine),
  }),
  'log.findById': query({
    method: 'GET',
    path: cms('log/findById/{id}'),
    call: 207,
    title: '日志详情',
    access: read,
    input: byId,
    output: logDetail,
  }),
  /** By permission 1120 of the menu. */
  'log.exportSheet': sheetExport({
    path: cms('log/output-data'),
    title: '导出操作日志',
    access: site(read, 'siteId'),
    logged: true,
    input: z.object({ key: z.string().trim().max(254, '搜索内容不能超过 254 个字').default(''), ...wanted }),
  }),
  'log.rules': query({
    method: 'GET',
    path: cms('log/rules'),
    title: '操作日志设置',
    access: read,
    input: none,
    output: logRules,
  }),
  /** Super administrators alone. */
  'log.saveRules': mutation({
    method: 'POST',
    path: cms('log/save-rules'),
    title: '保存操作日志设置',
    access: read,
    input: logRules,
    output: unshown(logRules),
    success: '保存成功',
    stale: ['log.rules'],
  }),
})
