import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query, site } from './define.ts'
import { byId, dateTime, id, none, paged, paging, undocumentedOutput, within } from './fields.ts'
import { defineSheetExport } from './sheet.ts'

/** Maximum number of lines that a list counts and pages through; older lines need a narrower time range. */
export const MAX_COUNTED_LOG_LINES = 10_000
/** A keyword is searched in at most this number of the newest lines that match the other filters. */
export const MAX_SEARCHED_LOG_LINES = 200_000

/** Changes of one record by a call, field by field; long texts are cut. */
export const recordChange = z.object({
  id: z.number(),
  /** Title of the record; '' if it has none. */
  title: z.string(),
  what: z.enum(['made', 'changed', 'removed']),
  fields: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
  /** Number of further changed fields that are not stored. */
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
  /** Response time, ms. */
  beginTime: z.number(),
  url: z.string(),
  httpMethod: z.string(),
  /** Name of the operation, e.g. site.save. */
  classMethod: z.string(),
  /** JSON without secrets; long texts are cut. */
  requestData: z.string(),
  /** JSON: code, msg, and the numbers of the response. */
  responseData: z.string(),
  // Beyond the documents.
  /** 0: the back office itself. */
  siteId: z.number().default(0),
  siteTitle: z.string().default(''),
  area: z.string().default(''),
  /** Known names of the affected records; absent in exports. */
  about: z.string().optional(),
  ok: z.boolean().default(true),
  msg: z.string().default(''),
  /** Name of the API token; '' for none. */
})
export type LogLine = z.output<typeof logLine>
const logDetail = logLine.extend({ changes: z.array(recordChange).default([]) })
export type LogDetail = z.output<typeof logDetail>

const TIME_FORMAT = '时间格式应为 yyyy-MM-dd 或 yyyy-MM-dd HH:mm:ss，例如 2026-01-31'
const timestamp = z
  .string(TIME_FORMAT)
  .trim()
  .regex(/^(\d{4}-\d{2}-\d{2}( \d{2}:\d{2}(:\d{2})?)?)?$/, TIME_FORMAT)
  .default('')

const filters = {
  postTimeBegin: timestamp,
  postTimeEnd: timestamp,
  /** Absent or 0: everybody. */
  accountId: id.default(0),
  /** Absent: all; 0: only lines without a site. */
  siteId: id.optional(),
  /** Area of the operation: the part of its name before the dot; '': all. */
  area: z
    .string()
    .regex(/^[A-Za-z]{0,40}$/, '请选择模块')
    .default(''),
  result: z.enum(['', 'ok', 'refused']).default(''),
}

export const logRules = z.object({
  /** Retention of log lines, in days. */
  keepDays: within('日志保留天数', 180, 3650).default(365),
})

const read = menu(MENU.log)

/** C·§2 Operation logs (calls 206, 207). Callers see the lines of their sites and their own. */
export const logOperations = withAreaTitles({ log: '操作日志' })({
  'log.page': query({
    method: 'POST',
    path: cms('log/page'),
    call: 206,
    title: '操作日志',
    access: site(read, 'siteId'),
    /** `key` matches name, title, address, IP or response. Newest first. */
    input: paging(filters),
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
  'log.exportSheet': defineSheetExport({
    path: cms('log/output-data'),
    title: '导出操作日志',
    access: site(read, 'siteId'),
    logged: true,
    input: z.object({ key: z.string().trim().max(254, '搜索内容不能超过 254 个字').default(''), ...filters }),
  }),
  'log.rules': query({
    method: 'GET',
    path: cms('log/rules'),
    title: '操作日志设置',
    access: read,
    input: none,
    output: logRules,
  }),
  /** Only for super administrators. */
  'log.saveRules': mutation({
    method: 'POST',
    path: cms('log/save-rules'),
    title: '保存操作日志设置',
    access: read,
    input: logRules,
    output: undocumentedOutput(logRules),
    success: '保存成功',
    stale: ['log.rules'],
  }),
})
