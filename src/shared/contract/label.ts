import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query, role, site } from './define.ts'
import { byId, dateTime, id, idList, nothing, paged, paging, required, version, undocumentedOutput } from './fields.ts'

/** Optimistic lock: a save sends back the version that was read; without it, the check is skipped. */
const versionFields = {
  version: z.number().optional(),
  changedBy: z.string().optional(),
  changedAt: dateTime.optional(),
}
const requiredId = (message: string) => z.coerce.number(message).int(message).min(1, message)

/** B·§3 Label category. */
export const labelCategory = z.object({ id: z.number(), title: z.string(), siteId: z.number(), ...versionFields })
export type LabelCategory = z.output<typeof labelCategory>

/** B·§3 Label; content fields of the type RelationLabel hold its id. */
export const label = z.object({
  id: z.number(),
  title: z.string(),
  /** Id of its category. */
  classId: z.number(),
  /** Name of the category; beyond the documents, for the list. */
  className: z.string(),
  siteId: z.number(),
  ...versionFields,
})
export type Label = z.output<typeof label>

/** B·§2: the dialog of a category. */
export const labelCategorySave = z.object({
  /** 0: a new record. */
  id: id.default(0),
  title: required('请输入分类名称'),
  siteId: requiredId('请选择站点'),
  version,
})

/** B·§2: the dialog of a label. */
export const labelSave = z.object({
  /** 0: a new record. */
  id: id.default(0),
  classId: requiredId('请选择标签分类'),
  title: required('请输入标签名称'),
  siteId: requiredId('请选择站点'),
  version,
})

const category = (rest: string) => cms(`label-category/${rest}`)
const path = (rest: string) => cms(`label/${rest}`)
const manageCategories = menu(MENU.labelCategory)
const manage = menu(MENU.label)
/** Only records of this site; without it, of all sites of the account. */
const ofSite = { siteId: id.optional() }
const staleLabels = ['label.page', 'label.findById'] as const
const stale = ['labelCategory.page', 'labelCategory.findById', ...staleLabels] as const

/** Labels and their categories, which belong to a site (calls 121–128). */
export const labelOperations = withAreaTitles({ labelCategory: '标签分类', label: '标签' })({
  'labelCategory.page': query({
    method: 'POST',
    path: category('page'),
    call: 121,
    title: '标签分类列表',
    scopes: ['data.read'],
    access: site(role, 'siteId'),
    input: paging(ofSite),
    output: paged(labelCategory),
  }),
  'labelCategory.save': mutation({
    method: 'POST',
    path: category('save'),
    call: 122,
    title: '保存标签分类',
    access: site(manageCategories, 'siteId'),
    input: labelCategorySave,
    output: undocumentedOutput(labelCategory),
    success: '保存成功',
    stale,
  }),
  'labelCategory.deleteByIdList': mutation({
    method: 'POST',
    path: category('deleteByIdList'),
    call: 123,
    title: '删除标签分类',
    access: manageCategories,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale,
  }),
  'labelCategory.findById': query({
    method: 'GET',
    path: category('findById/{id}'),
    call: 124,
    title: '标签分类详情',
    record: true,
    scopes: ['data.read'],
    access: role,
    input: byId,
    output: labelCategory,
  }),
  'label.page': query({
    method: 'POST',
    path: path('page'),
    call: 125,
    title: '标签列表',
    scopes: ['data.read'],
    access: site(role, 'siteId'),
    /** `classId`: only labels of this category; beyond the documents. */
    input: paging({ ...ofSite, classId: id.optional() }),
    output: paged(label),
  }),
  'label.save': mutation({
    method: 'POST',
    path: path('save'),
    call: 126,
    title: '保存标签',
    access: site(manage, 'siteId'),
    input: labelSave,
    output: undocumentedOutput(label),
    success: '保存成功',
    stale: staleLabels,
  }),
  /** `conflict` with the fact `used` if content has one of the labels. */
  'label.deleteByIdList': mutation({
    method: 'POST',
    path: path('deleteByIdList'),
    call: 127,
    title: '删除标签',
    access: manage,
    errors: ['used'],
    input: idList,
    output: nothing,
    success: '删除成功',
    stale: staleLabels,
  }),
  /** Beyond the documents: removes labels from all content; requires the permissions to change that content. */
  'label.takeOff': mutation({
    method: 'POST',
    path: path('takeOff'),
    title: '从内容中移除标签',
    access: manage,
    input: idList,
    output: z.object({ entries: z.number() }),
    success: '操作成功',
    stale: [
      'content.page',
      'content.draftPage',
      'content.recyclePage',
      'content.listByIds',
      'content.findById',
      'content.form',
    ],
  }),
  'label.findById': query({
    method: 'GET',
    path: path('findById/{id}'),
    call: 128,
    title: '标签详情',
    record: true,
    scopes: ['data.read'],
    access: role,
    input: byId,
    output: label,
  }),
})
