import { z } from 'zod'
import { PERMISSION } from '../domain/permissions.ts'
import { MENU } from '../domain/systemMenus.ts'
import { menuField } from './column.ts'
import { withAreaTitles, button, cms, column, menu, mutation, query, site } from './define.ts'
import {
  byId,
  dateTime,
  flag,
  id,
  idList,
  ids,
  nothing,
  paged,
  paging,
  required,
  undocumentedOutput,
  version,
} from './fields.ts'
import { jobRef } from './job.ts'

/** B·§9: rows per page of the copy log. */
export const COPY_LOG_PAGE = 20
/** Maximum number of targets in one copy dialog. */
export const MAX_COPY_TARGETS = 20
/** B·§5: message for a column without a list of entries. */
export const ONLY_LIST_COLUMNS = '只能选择列表栏目'

const titledId = z.object({ id: z.number(), title: z.string() })

/** B·§3: a field of the source column and the target field that receives its value. */
export const fieldPair = z.object({
  sourceField: z.string(),
  sourceAlias: z.string(),
  sourceType: z.string(),
  targetField: z.string(),
  targetAlias: z.string(),
  targetType: z.string(),
})
export type CopyFieldPair = z.output<typeof fieldPair>

/** B·§3 Cross-site copy rule: entries of the source column are copied into the target column as drafts. */
export const copyRule = z.object({
  id: z.number(),
  title: z.string(),
  /** Switch of the rule: whether it copies each new entry automatically. */
  isRun: z.boolean(),
  rules: z.array(fieldPair),
  sourceSiteInfo: titledId,
  sourceMenuInfo: titledId,
  targetSiteInfo: titledId,
  targetMenuInfo: titledId,
  /** Whether the rule can copy; false: see `problem`. */
  isStatus: z.boolean(),
  createDate: dateTime,
  /** Beyond the documents: why the rule cannot copy ('' if it can), and the number of copied entries. */
  problem: z.string(),
  copied: z.number(),
  /**
   * Ours (decision 040): while the rule is on, its copies are updated, unpublished and deleted together with their
   * sources.
   */
  followUpdate: z.boolean().default(false),
  followUnpublish: z.boolean().default(false),
  followDelete: z.boolean().default(false),
  version: z.number().optional(),
  changedBy: z.string().optional(),
  changedAt: dateTime.optional(),
})
export type CopyRule = z.output<typeof copyRule>

const requiredId = (message: string) => z.coerce.number(message).int(message).min(1, message)
const name = z.string().max(254, '字段名不能超过 254 个字')

/** B·§5, step 1 of the wizard: source and target columns. */
export const copyRuleColumns = z.object({
  title: required('请输入规则标题'),
  sourceSiteId: requiredId('请选择源站点'),
  sourceMenuId: requiredId('请选择源站栏目'),
  targetSiteId: requiredId('请选择目标站点'),
  targetMenuId: requiredId('请选择目标站栏目'),
})

/** Step 2. The server fills in types and names from the columns. */
export const copyRuleFields = z.object({
  isRun: flag,
  rules: z
    .array(z.object({ sourceField: name, targetField: name }), '请至少匹配一个字段')
    .min(1, '请至少匹配一个字段')
    .max(500, '最多匹配 500 个字段'),
  followUpdate: flag,
  followUnpublish: flag,
  followDelete: flag,
})

const copyRuleSave = z.object({
  /** 0: a new rule. */
  id: id.default(0),
  ...copyRuleColumns.shape,
  ...copyRuleFields.shape,
  version,
})

/** B·§3 Copy log: the result of copying one entry into one column. Titles are those at the time of the copy. */
export const copyLog = z.object({
  id: z.number(),
  title: z.string(),
  sourceSite: z.string(),
  sourceMenu: z.string(),
  targetSite: z.string(),
  targetMenu: z.string(),
  createDate: dateTime,
  /** B·§4: 1 success, 0 failure. */
  status: z.number(),
  /** Beyond the documents: reason of a failure, rule ('' for a manual copy), account, and the ids of both entries. */
  reason: z.string(),
  rule: z.string(),
  author: z.string(),
  dataId: z.number(),
  sourceMenuId: z.number(),
  /** 0: no copy was made. */
  targetId: z.number(),
  targetMenuId: z.number(),
})
export type CopyLog = z.output<typeof copyLog>

/** Result of a call; the log has the reasons of failures. */
const copyCounts = z.object({ copied: z.number(), failed: z.number() })

const copyTargets = z
  .array(
    z.object({
      /** Absent: the column's own site. */
      targetSiteId: requiredId('请选择目标站点').optional(),
      targetMenuId: requiredId('请选择目标站栏目'),
    }),
    '请添加目标栏目',
  )
  .min(1, '请添加目标栏目')
  .max(MAX_COPY_TARGETS, `一次最多复制到 ${MAX_COPY_TARGETS} 个栏目`)

/** B·§3 Copy target. `dataIds` holds several entries of one column. */
const crossCopyForm = z.object({
  dataId: id.optional(),
  dataIds: ids('请选择数据！').optional(),
  targetList: copyTargets,
})

/** The source or target of a copy. The title is empty if the caller may not read the entry. */
const copyEnd = z.object({
  siteId: z.number(),
  siteTitle: z.string(),
  menuId: z.number(),
  menuTitle: z.string(),
  dataId: z.number(),
  title: z.string(),
  state: z.enum(['public', 'draft', 'recycled', 'gone']),
  /** Title of the rule; '' for a manual copy. */
  rule: z.string(),
  /** Changes of the source that the copy follows. */
  follows: z.array(z.enum(['update', 'unpublish', 'delete'])),
  /** The caller may read it. */
  mayOpen: z.boolean(),
})
export type CopyEnd = z.output<typeof copyEnd>

const copyLinks = z.object({
  from: copyEnd.nullable(),
  to: z.array(copyEnd),
  /** Changes of the source that wait because the copy was edited; null: none. */
  update: z
    .object({
      id: z.number(),
      kind: z.enum(['update', 'delete']),
      author: z.string(),
      createTime: dateTime,
      /** The value in the copy, the last value from the rule, and the value in the source. */
      fields: z.array(
        menuField
          .pick({ fieldName: true, fieldAlias: true, fieldType: true, relationMark: true, defaultValue: true })
          .extend({ before: z.string(), base: z.string(), after: z.string() }),
      ),
    })
    .nullable(),
})
export type CopyLinks = z.output<typeof copyLinks>

const rulePath = (rest: string) => cms(`diffrent-site-copy-rule/${rest}`)
const logPath = (rest: string) => cms(`diffrent-site-copy/${rest}`)
const group = (rest: string) => `api/plugins/site-group-plugin/cebest-cms/siteGroup/${rest}`
const manage = menu(MENU.crossSiteRules)
const log = menu(MENU.crossSiteLog)
const ruleStale = ['copyRule.page', 'copyRule.findById'] as const
const copyStale = [
  'copyLog.page',
  ...ruleStale,
  'content.page',
  'content.draftPage',
  'content.timeline',
  'content.publishStatistics',
] as const

const CONTENT_STALE = [
  'content.findById',
  'content.form',
  'content.recyclePage',
  'content.revisions',
  'approval.taskList',
  'approval.taskingCount',
  'approval.history',
] as const

/** Cross-site copies (calls 103–111). Handlers check the sites and columns of stored records. */
export const crossSiteCopyOperations = withAreaTitles({
  copyRule: '跨站复制规则',
  copyLog: '复制日志',
  crossCopy: '跨站复制',
})({
  'copyRule.save': mutation({
    method: 'POST',
    path: rulePath('save'),
    call: 103,
    title: '保存跨站复制规则',
    access: column(
      'add',
      'targetMenuId',
      column(['copy', 'copyMany'], 'sourceMenuId', site(manage, 'sourceSiteId', 'targetSiteId')),
    ),
    input: copyRuleSave,
    output: undocumentedOutput(copyRule),
    success: '保存成功',
    stale: ruleStale,
  }),
  'copyRule.page': query({
    method: 'POST',
    path: rulePath('page'),
    call: 104,
    title: '跨站复制规则列表',
    access: manage,
    input: paging({}),
    output: paged(copyRule),
  }),
  /** Deleting a rule keeps its copies, which are independent entries. */
  'copyRule.deleteByIdList': mutation({
    method: 'POST',
    path: rulePath('deleteByIdList'),
    call: 105,
    title: '删除跨站复制规则',
    access: manage,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale: ruleStale,
  }),
  'copyRule.findById': query({
    method: 'GET',
    path: rulePath('findById/{id}'),
    call: 106,
    title: '跨站复制规则详情',
    record: true,
    access: manage,
    input: byId,
    output: copyRule,
  }),
  /** Ours: turns a rule of the list on or off. */
  'copyRule.updateRun': mutation({
    method: 'POST',
    path: rulePath('update/run'),
    title: '开关跨站复制规则',
    access: manage,
    input: z.object({ id, isRun: flag }),
    output: nothing,
    success: '操作成功',
    stale: ruleStale,
  }),
  /**
   * Ours: copies the entries already in the source column, each once. Starts a job whose `resultId` is the target
   * column.
   */
  'copyRule.run': mutation({
    method: 'POST',
    path: rulePath('run'),
    title: '执行跨站复制规则',
    access: manage,
    /** publishedOnly: skips drafts. */
    input: z.object({ id, publishedOnly: flag }),
    output: jobRef,
    success: '复制已开始',
    // The page invalidates them again when the job ends.
    stale: ['job.list', ...copyStale],
  }),
  'copyLog.page': query({
    method: 'POST',
    path: logPath('page'),
    call: 107,
    title: '复制日志',
    access: log,
    input: paging({
      status: z.coerce
        .number()
        .pipe(z.literal([0, 1]))
        .optional(),
    }),
    output: paged(copyLog),
  }),
  'copyLog.deleteByIdList': mutation({
    method: 'POST',
    path: logPath('deleteByIdList'),
    call: 108,
    title: '删除复制日志',
    access: button(MENU.crossSiteLog, PERMISSION.remove),
    input: idList,
    output: nothing,
    success: '删除成功',
    stale: ['copyLog.page'],
  }),
  /** Ours: retries a failed copy and updates its line in the log. */
  'copyLog.retry': mutation({
    method: 'POST',
    path: logPath('retry'),
    title: '重试跨站复制',
    access: log,
    input: byId,
    output: nothing,
    success: '复制成功',
    stale: copyStale,
  }),
  /**
   * Copies manually, without a rule: fields with the same name and type. A failed copy does not affect the others and
   * is logged.
   */
  'crossCopy.copy': mutation({
    method: 'POST',
    path: group('noRulediffrentSiteCopyInfo'),
    call: 109,
    title: '跨站复制内容',
    access: column('add', 'targetList[].targetMenuId'),
    input: crossCopyForm,
    output: undocumentedOutput(copyCounts),
    success: '复制成功',
    stale: copyStale,
  }),
  /** Ours: the source and the copies of an entry, and the source's changes that wait. */
  'crossCopy.links': query({
    method: 'POST',
    path: group('copyLinks'),
    title: '内容的来源与去向',
    access: column('read', 'menuId'),
    input: z.object({ menuId: id, dataId: id }),
    output: copyLinks,
  }),
  /** Ours: accepts or rejects the source's changes in a copy. */
  'crossCopy.answerUpdate': mutation({
    method: 'POST',
    path: group('answerCopyUpdate'),
    title: '处理来源更新',
    access: column('edit', 'menuId'),
    errors: ['words', 'recycled'],
    input: z.object({ menuId: id, dataId: id, updateId: id, accept: flag, version, acceptSensitive: flag }),
    output: nothing,
    success: '已处理',
    stale: [...copyStale, 'crossCopy.links', ...CONTENT_STALE],
  }),
  /** Runs a column's active rules for new entries. Call 111 is this call with `dataIds` (contradictions.md 82). */
  'crossCopy.runRules': mutation({
    method: 'POST',
    path: group('diffrentSiteCopyInfoInRule'),
    call: 110,
    title: '按规则跨站复制',
    access: column(['add', 'edit'], 'menuId'),
    input: z.object({
      dataId: id.optional(),
      dataIds: ids('请选择数据！').optional(),
      menuId: id,
      siteId: id.optional(),
    }),
    output: undocumentedOutput(copyCounts),
    stale: copyStale,
  }),
})
