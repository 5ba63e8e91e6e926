import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { column, columnDetail, menuField } from './column.ts'
import { saveInput, seoFields, sortValue, switchName, titleInput } from './columnForm.ts'
import { grantedColumn, menu, mutation, query, site } from './define.ts'
import { byId, dateTime, flag, id, idList, nothing, paged, paging, undocumentedOutput, version } from './fields.ts'
import { fieldForms } from './fieldForm.ts'

const bin = menu(MENU.columns, MENU.recycle)
const write = menu(MENU.columns, MENU.channels)
const detail = ['column.findById', 'column.findByPost'] as const
const stale = ['column.getTree', ...detail] as const
const path = (rest: string) => `api/cms/menu/${rest}`

/** A·§3: the JSON text that links a column with a workflow; empty: no link. */
const workflowLink = z.object({
  workFlowId: z.coerce.number('请选择审批流程').int('请选择审批流程').min(1, '请选择审批流程'),
  workFlowName: z.string('请选择审批流程').max(254, '审批流程名称不能超过 254 个字'),
  bindDateTime: z.string().default(''),
  /** contradictions.md 56: 1, true or a type number is enabled; 0 and false are not. */
  status: z.union([z.boolean(), z.number()], '审批流程的状态不正确').default(false),
  revocability: z.union([z.boolean(), z.number()], '是否可撤销的值不正确').default(false),
})
/** Parses the link in relationWorkFlow; null when it is empty or invalid. */
export function readWorkflowLink(text: string): z.output<typeof workflowLink> | null {
  try {
    return workflowLink.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Whether publishing content of the column needs approval. */
export const requiresApproval = ({ relationWorkFlow }: { relationWorkFlow: string }): boolean =>
  Boolean(readWorkflowLink(relationWorkFlow)?.status)

/** A deleted column with its descendants, as listed in the recycle bin. */
const recycledColumn = z.object({
  id: z.number(),
  siteId: z.number(),
  title: z.string(),
  /** Number of columns, the top one included. */
  total: z.number(),
  username: z.string(),
  createDate: dateTime,
  expireDate: dateTime,
})

export const columnEditOperations = {
  'column.saveBase': mutation({
    method: 'POST',
    path: path('save-base'),
    call: 30,
    title: '保存栏目',
    access: grantedColumn('change', 'id', site(write, 'siteId')),
    input: saveInput,
    output: undocumentedOutput(columnDetail),
    success: '保存成功',
    stale,
  }),
  'column.updateSwitch': mutation({
    method: 'POST',
    path: path('update-switch'),
    call: 31,
    title: '设置栏目属性',
    access: grantedColumn('change', 'id', write),
    /** Without `value` the switch is toggled. */
    input: z.object({ id, menuSwitchEnum: switchName, value: flag.unwrap().optional() }),
    output: undocumentedOutput(z.object({ id: z.number(), menuSwitchEnum: switchName, value: z.boolean() })),
    success: '设置成功',
    stale,
  }),
  'column.copy': mutation({
    method: 'POST',
    path: path('menu-copy'),
    call: 32,
    title: '复制栏目',
    access: grantedColumn('change', 'toMenuParentId', grantedColumn('read', 'copyIdFrom', site(write, 'toSiteId'))),
    input: z.object({ copyIdFrom: id, toMenuParentId: id.default(0), toSiteId: id }),
    output: undocumentedOutput(columnDetail),
    success: '复制成功',
    slow: true,
    stale,
  }),
  /** Ours: the effects of deleting these columns, and the reasons to refuse it. */
  'column.removalPlan': query({
    method: 'POST',
    path: path('removal-plan'),
    title: '删除栏目前的检查',
    access: grantedColumn('read', '[]', write),
    input: idList,
    output: z.object({
      /** Descendants of the chosen columns, which are deleted too. */
      below: z.number(),
      /** Entries in all these columns, including drafts but not the recycle bin. */
      content: z.number(),
      /** The columns with the most entries, at most ten. */
      holders: z.array(z.object({ title: z.string(), content: z.number() })),
      /** Reasons against the deletion, a sentence each; empty when it is allowed. */
      refusals: z.array(z.string()),
    }),
  }),
  'column.deleteByIdList': mutation({
    method: 'POST',
    path: path('deleteByIdList'),
    call: 33,
    title: '删除栏目',
    access: grantedColumn('read', '[]', write),
    input: idList,
    output: nothing,
    success: '删除成功',
    stale: [...stale, 'column.recycled'],
  }),
  'column.updateSort': mutation({
    method: 'POST',
    path: path('update/sort'),
    call: 34,
    title: '栏目排序',
    access: grantedColumn('change', 'id', write),
    input: z.object({ id, sort: sortValue }),
    output: nothing,
    success: '更新成功',
    stale,
  }),
  'column.updateTitle': mutation({
    method: 'POST',
    path: path('update-title'),
    call: 35,
    title: '设置栏目',
    access: grantedColumn('change', 'id', write),
    input: titleInput,
    output: undocumentedOutput(columnDetail),
    success: '保存成功',
    stale,
  }),
  'column.updateSeo': mutation({
    method: 'POST',
    path: path('update-seo'),
    call: 36,
    title: '设置栏目SEO',
    access: grantedColumn('change', 'id', menu(MENU.columns, MENU.channels, MENU.seo)),
    input: z.object({ id, ...seoFields, version }),
    output: undocumentedOutput(columnDetail),
    success: '设置成功',
    stale,
  }),
  'column.settingField': mutation({
    method: 'POST',
    path: path('setting-field'),
    call: 37,
    title: '设置栏目字段',
    access: grantedColumn('change', 'id', write),
    body: 'rows',
    input: z.object({ id, menuFieldDTOList: fieldForms, version }),
    output: undocumentedOutput(columnDetail),
    success: '设置成功',
    stale: [...detail, 'column.getSettingField'],
  }),
  'column.getSettingField': query({
    method: 'POST',
    path: path('get-setting-field-by-id'),
    call: 38,
    title: '栏目字段设置',
    scopes: ['column.read'],
    access: grantedColumn('read', 'id', write),
    input: byId,
    output: z.object({ id: z.number(), version: z.number().optional(), menuFieldDTOList: z.array(menuField) }),
  }),
  'column.saveWorkFlow': mutation({
    method: 'POST',
    path: path('save/{id}'),
    call: 45,
    title: '关联审批流程',
    access: grantedColumn('change', 'id', MENU.menuWorkflow),
    input: z.object({
      id,
      relationWorkFlow: z
        .string('请选择审批流程')
        .max(2000, '审批流程的内容不能超过 2000 个字')
        .refine((text) => text === '' || readWorkflowLink(text) !== null, '请选择审批流程'),
      version,
    }),
    output: undocumentedOutput(columnDetail),
    success: '保存成功',
    stale,
  }),
  /** Ours: columns deleted in the last 30 days. */
  'column.recycled': query({
    method: 'POST',
    path: path('recycled'),
    title: '栏目回收站',
    access: site(bin, 'siteId'),
    input: paging({ siteId: id.optional() }),
    output: paged(recycledColumn),
  }),
  /** Ours: restores deleted columns with their descendants; ids are those of the recycle bin. */
  'column.restore': mutation({
    method: 'POST',
    path: path('restore'),
    title: '还原栏目',
    access: bin,
    input: idList,
    output: z.array(column),
    success: '还原成功',
    stale: [...stale, 'column.recycled'],
  }),
}
