import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, column, menu, mutation, query, site } from './define.ts'
import {
  byId,
  dateTime,
  flag,
  id,
  idList,
  nothing,
  paged,
  paging,
  required,
  undocumentedOutput,
  version,
} from './fields.ts'
import { jobRef } from './job.ts'

/** C·§3: the parts of an article that a rule maps to fields of the column. */
export const ARTICLE_PARTS = ['title', 'author', 'digest', 'thumb_media_id', 'content'] as const
export type ArticlePart = (typeof ARTICLE_PARTS)[number]
/** C·§4: 1 pushes entries to the official account, 0 pulls its articles. */
export const PUSH = 1
export const PULL = 0

const siteId = z.coerce.number('请选择站点').int('请选择站点').min(1, '请选择站点')

/** C·§3 Wechat config: an official account. Responses never contain its secret. */
export const wechatConfig = z.object({
  id: z.number(),
  siteId: z.number(),
  title: z.string(),
  appId: z.string(),
  /** Ours: whether a secret is stored. */
  hasSecret: z.boolean().default(true),
  version: z.number().optional(),
  changedBy: z.string().optional(),
  changedAt: dateTime.optional(),
})
export type WechatConfig = z.output<typeof wechatConfig>

/** C·§5. An empty secret keeps the stored one. */
export const wechatConfigSave = z
  .object({
    /** 0: a new record. */
    id: id.default(0),
    siteId,
    title: required('请输入标题', 100),
    appId: required('请输入appId', 100),
    appSecret: z.string().trim().max(200, 'appSecret不能超过 200 个字').default(''),
    version,
  })
  .superRefine((form, context) => {
    if (form.id === 0 && form.appSecret === '')
      context.addIssue({ code: 'custom', path: ['appSecret'], message: '请输入appSecret' })
  })

const fieldName = z.string().max(254).default('')
/** C·§3 `rules`: the column field for each part of an article; '' for none. */
export const wechatMapping = z.object({
  title: fieldName,
  author: fieldName,
  digest: fieldName,
  thumb_media_id: fieldName,
  content: fieldName,
})
type WechatMapping = z.output<typeof wechatMapping>

/** Parses a rule's JSON text; invalid text becomes an empty mapping. */
export function parseWechatMapping(rules: string): WechatMapping {
  try {
    return wechatMapping.parse(JSON.parse(rules))
  } catch {
    return wechatMapping.parse({})
  }
}

/** C·§3 Wechat rule. */
export const wechatRule = z.object({
  id: z.number(),
  title: z.string(),
  ruleType: z.number(),
  /** Switch of the rule: pushes each published entry, or pulls every hour. */
  isRun: z.boolean(),
  siteId: z.number(),
  classId: z.number(),
  /** JSON text of a `wechatMapping`. */
  rules: z.string(),
  /** Ours: the official account; 0: the site's first one. */
  configId: z.number().default(0),
  siteTitle: z.string().default(''),
  menuTitle: z.string().default(''),
  configTitle: z.string().default(''),
  /** Number of successful and of failed articles. */
  done: z.number().default(0),
  failed: z.number().default(0),
  createDate: dateTime.default(''),
  version: z.number().optional(),
  changedBy: z.string().optional(),
  changedAt: dateTime.optional(),
})
export type WechatRule = z.output<typeof wechatRule>

const requiredId = (message: string) => z.coerce.number(message).int(message).min(1, message)

/** C·§5: the rule's dialog. */
export const wechatRuleSave = z.object({
  /** 0: a new record. */
  id: id.default(0),
  // The label is the document's own wording.
  title: required('请输入账号', 100, '标题'),
  ruleType: z.union([z.literal(PUSH), z.literal(PULL)], '请选择数据规则'),
  isRun: flag,
  siteId: requiredId('请选择源站点'),
  classId: requiredId('请选择源站栏目'),
  configId: id.default(0),
  rules: z
    .string('请匹配字段')
    .max(4000, '字段匹配不能超过 4000 个字')
    .refine((text) => {
      const { title, content } = parseWechatMapping(text)
      return title !== '' && content !== ''
    }, '请为标题和正文选择字段'),
  version,
})

/** Result of one article. */
export const wechatLog = z.object({
  id: z.number(),
  title: z.string(),
  /** done; failed: retried with the next run; doubtful: interrupted while WeChat was saving the article. */
  state: z.enum(['done', 'failed', 'doubtful']),
  reason: z.string(),
  createDate: dateTime,
  /** Id of the local entry; 0 for none. */
  contentId: z.number(),
})
export type WechatLog = z.output<typeof wechatLog>

const configPath = (rest: string) => cms(`wechat-config/${rest}`)
const rulePath = (rest: string) => cms(`wechat-rule/${rest}`)
const configs = menu(MENU.wechatConfig)
/** The dialog of a rule lists the accounts, too. */
const readConfigs = menu(MENU.wechatConfig, MENU.wechatRule)
const rules = menu(MENU.wechatRule)
const configStale = ['wechatConfig.page', 'wechatConfig.findById', 'wechatRule.page'] as const
const ruleStale = ['wechatRule.page', 'wechatRule.findById'] as const

/** Official accounts of WeChat and the exchange of articles with them (calls 187–194). */
export const wechatOperations = withAreaTitles({
  wechatConfig: '公众号',
  wechatRule: '公众号规则',
  wechatLog: '公众号日志',
})({
  'wechatConfig.findById': query({
    method: 'GET',
    path: configPath('findById/{id}'),
    call: 187,
    title: '公众号详情',
    access: configs,
    input: byId,
    output: wechatConfig,
  }),
  'wechatConfig.page': query({
    method: 'POST',
    path: configPath('page'),
    call: 188,
    title: '公众号列表',
    access: site(readConfigs, 'siteId'),
    /** Without a site: accounts of all sites of the caller. */
    input: paging({ siteId: id.optional() }),
    output: paged(wechatConfig),
  }),
  'wechatConfig.save': mutation({
    method: 'POST',
    path: configPath('save'),
    call: 189,
    title: '保存公众号',
    access: site(configs, 'siteId'),
    input: wechatConfigSave,
    output: undocumentedOutput(wechatConfig),
    success: '保存成功',
    personal: ['appSecret'],
    stale: configStale,
  }),
  'wechatConfig.deleteByIdList': mutation({
    method: 'POST',
    path: configPath('deleteByIdList'),
    call: 190,
    title: '删除公众号',
    access: configs,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale: configStale,
  }),
  'wechatRule.findById': query({
    method: 'GET',
    path: rulePath('findById/{id}'),
    call: 191,
    title: '公众号规则详情',
    access: rules,
    input: byId,
    output: wechatRule,
  }),
  'wechatRule.save': mutation({
    method: 'POST',
    path: rulePath('save'),
    call: 192,
    title: '保存公众号规则',
    access: column('read', 'classId', site(rules, 'siteId')),
    input: wechatRuleSave,
    output: undocumentedOutput(wechatRule),
    success: '保存成功',
    stale: ruleStale,
  }),
  'wechatRule.page': query({
    method: 'POST',
    path: rulePath('page'),
    call: 193,
    title: '公众号规则列表',
    access: site(rules, 'siteId'),
    input: paging({ siteId: id.optional() }),
    output: paged(wechatRule),
  }),
  'wechatRule.deleteByIdList': mutation({
    method: 'POST',
    path: rulePath('deleteByIdList'),
    call: 194,
    title: '删除公众号规则',
    access: rules,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale: ruleStale,
  }),
  /** Ours, as are the calls below: turns a rule of the list on or off. */
  'wechatRule.updateRun': mutation({
    method: 'POST',
    path: rulePath('update/run'),
    title: '开关公众号规则',
    access: rules,
    input: z.object({ id, isRun: flag }),
    output: nothing,
    success: '操作成功',
    stale: ruleStale,
  }),
  /** Runs the rule for all remaining articles, including failed ones. */
  'wechatRule.run': mutation({
    method: 'POST',
    path: rulePath('run'),
    title: '执行公众号规则',
    access: rules,
    input: byId,
    output: jobRef,
    success: '已开始执行',
    stale: ['job.list', 'wechatLog.page', ...ruleStale, 'content.page'],
  }),
  'wechatLog.page': query({
    method: 'POST',
    path: rulePath('log/page'),
    title: '公众号规则日志',
    access: rules,
    input: paging({ ruleId: id, state: z.enum(['done', 'failed', 'doubtful']).optional() }),
    output: paged(wechatLog),
  }),
  /** Retries a doubtful article that is missing at WeChat in the next run. */
  'wechatLog.retry': mutation({
    method: 'POST',
    path: rulePath('log/retry'),
    title: '重试公众号文章',
    access: rules,
    input: byId,
    output: nothing,
    success: '下次执行时重试',
    stale: ['wechatLog.page', ...ruleStale],
  }),
})
