import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { contentFilters, rawFieldPair, sensitiveHit, statisticsFilters, timelineFilters } from './content.ts'
import { cms, column, mutation, site } from './define.ts'
import { flag, id, idList, nothing, version, within, undocumentedOutput } from './fields.ts'
import { defineSheetExport, defineSheetImport } from './sheet.ts'

const path = (rest: string) => cms(`content/{classId}/${rest}`)
const rows = z.object({ classId: id, idList })
const stale = [
  'content.page',
  'content.draftPage',
  'content.recyclePage',
  'content.listByIds',
  'content.findByMenuAndSite',
  'content.findById',
  'content.form',
  'content.revisions',
  'content.timeline',
  'content.selectOptions',
  'content.publishStatistics',
  // Saving may begin an application for approval, or withdraw one that waits.
  'approval.taskList',
  'approval.taskingCount',
  'approval.detail',
  'approval.mine',
  'approval.history',
  'publicState.list',
] as const

/** Upload limit of the content's sheet, in MB. */
export const CONTENT_SHEET_LIMIT_MB = 50
/** B·§5, B·§9. */
export const REJECT_LIMIT = 100_000

/** Client-generated id for saving a new entry: a retry with the same id creates no second entry. */
export const attemptId = z.string().regex(/^[\w-]{0,64}$/, '保存编号不正确')

export const contentSave = z.object({
  classId: id,
  /** 0: a new entry. */
  id: id.default(0),
  siteId: id.optional(),
  /** true: 保存并发布 (permission 1104 in addition to 1101 or 1102); false: 保存到草稿. */
  isStatus: flag,
  /** Fields that are left out keep their values; a new entry gets their default values. */
  fieldList: z.array(rawFieldPair).max(500),
  version,
  /**
   * Publishes despite sensitive words. Without this flag nothing is saved, and the error is `conflict` with the fact
   * `words`.
   */
  acceptSensitive: flag,
  /** Beyond the documents: repeated saves of a new entry with the same attempt id and account return the same entry. */
  attempt: attemptId.default(''),
})

const contentSaveResult = z.object({
  id: z.number(),
  version: z.number(),
  isStatus: z.boolean(),
  /** Whether the save started an approval (B·§4). */
  approval: z.enum(['none', 'submitted', 'resubmitted']),
  /** Sensitive words in the saved draft or the published entry. */
  sensitive: z.array(sensitiveHit),
})
export type ContentSaveResult = z.output<typeof contentSaveResult>

export const rejectForm = z.object({
  classId: id,
  id,
  /** May have several lines. */
  reason: z
    .string('请输入驳回原因')
    .trim()
    .min(1, '请输入驳回原因')
    .max(REJECT_LIMIT, `驳回原因不能超过 ${REJECT_LIMIT} 个字`),
})
export const forwardForm = z.object({
  /** The entry's column; without toMenuId the target column (B·§7: {id, classId}). */
  classId: id,
  id,
  toMenuId: within('目标栏目', 1, Number.MAX_SAFE_INTEGER).optional(),
})

/**
 * Changing content (calls 72, 76–82, 85–87). Each call is one transaction, which also marks the affected static pages
 * as stale.
 */
export const contentEditOperations = {
  'content.save': mutation({
    method: 'POST',
    path: path('save'),
    call: 82,
    title: '保存内容',
    scopes: ['content.write'],
    access: column(['add', 'edit'], 'classId'),
    errors: ['words', 'made', 'recycled'],
    body: 'texts',
    input: contentSave,
    output: undocumentedOutput(contentSaveResult),
    success: '保存成功',
    stale,
  }),
  /** acceptSensitive as in `content.save`: needed when restored entries become public again. */
  'content.restore': mutation({
    method: 'POST',
    path: path('restore'),
    call: 72,
    title: '还原内容',
    scopes: ['content.write'],
    access: column('edit', 'classId'),
    errors: ['words', 'made'],
    input: rows.extend({ acceptSensitive: flag }),
    output: nothing,
    success: '还原成功',
    stale,
  }),
  /** isTruncated moves the entries instead. Without toSiteId: the same site. */
  'content.copy': mutation({
    method: 'POST',
    path: path('copy'),
    call: 76,
    title: '复制内容',
    scopes: ['content.write'],
    access: column(['add', 'edit'], 'toMenuId', column(['copy', 'copyMany'], 'classId')),
    errors: ['made', 'recycled'],
    input: z.object({ classId: id, copyIdsFrom: idList, isCut: flag, toMenuId: id, toSiteId: id.optional() }),
    output: undocumentedOutput(z.object({ ids: z.array(z.number()) })),
    success: '复制成功',
    stale,
  }),
  /** acceptSensitive as in `content.save`. */
  'content.publish': mutation({
    method: 'POST',
    path: path('update/status/publish'),
    call: 77,
    title: '发布内容',
    scopes: ['content.publish'],
    access: column('publish', 'classId'),
    errors: ['words', 'recycled'],
    input: rows.extend({ acceptSensitive: flag }),
    output: nothing,
    success: '发布成功',
    stale,
  }),
  'content.unpublish': mutation({
    method: 'POST',
    path: path('update/status/draft'),
    call: 78,
    title: '取消发布',
    scopes: ['content.publish'],
    access: column('publish', 'classId'),
    errors: ['recycled'],
    input: rows,
    output: nothing,
    success: '操作成功',
    stale,
  }),
  /**
   * Moves entries of the list to the recycle bin (contradictions.md 65, calls.md 79). `final` deletes permanently, but
   * only drafts and entries in the recycle bin (those two boxes send it).
   */
  'content.deleteByIdList': mutation({
    method: 'POST',
    path: path('deleteByIdList'),
    call: 79,
    title: '删除内容',
    scopes: ['content.remove'],
    access: column('remove', 'classId'),
    input: rows.extend({ final: flag }),
    output: nothing,
    success: '删除成功',
    stale,
  }),
  /** Beyond the documents: permanently deletes all entries in the column's recycle bin. */
  'content.cleanRecycle': mutation({
    method: 'POST',
    path: path('cleanRecycle'),
    title: '清空内容回收站',
    access: column('remove', 'classId'),
    input: z.object({ classId: id }),
    output: nothing,
    success: '操作成功',
    stale,
  }),
  'content.option': mutation({
    method: 'POST',
    path: path('option'),
    call: 80,
    title: '推荐与置顶',
    scopes: ['content.write'],
    access: column('read', 'classId'),
    errors: ['recycled'],
    input: z.object({ classId: id, idList, optionType: within('操作类型', 1, 24) }),
    output: nothing,
    success: '设置成功',
    stale,
  }),
  'content.updateSort': mutation({
    method: 'POST',
    path: path('update/sort'),
    call: 81,
    title: '内容排序',
    scopes: ['content.write'],
    access: column('sort', 'classId'),
    errors: ['recycled'],
    input: z.object({ classId: id, id, sort: within('排序', 0, 999_999_999) }),
    output: nothing,
    success: '更新成功',
    stale,
  }),
  /** Unpublishes an entry with a reason, which its author sees as a refusal (pass false). */
  'content.reject': mutation({
    method: 'POST',
    path: path('reject'),
    call: 85,
    title: '驳回内容',
    access: column('publish', 'classId'),
    errors: ['recycled', 'words'],
    input: rejectForm,
    output: nothing,
    success: '驳回成功',
    stale,
  }),
  /** Moves an entry to another column of the site. */
  'content.forward': mutation({
    method: 'POST',
    path: path('forward'),
    call: 86,
    title: '转发内容',
    access: column('add', 'toMenuId', column(['edit', 'add'], 'classId')),
    errors: ['recycled'],
    input: forwardForm,
    output: nothing,
    success: '转发成功',
    stale,
  }),
  /** Returns the address of a page that shows the unsaved form, valid for 30 minutes. */
  'content.preview': mutation({
    method: 'POST',
    path: path('preview'),
    call: 87,
    title: '预览内容',
    access: column(['add', 'edit'], 'classId'),
    body: 'texts',
    input: z.object({ classId: id, id: id.default(0), fieldList: z.array(rawFieldPair).max(500) }),
    output: z.array(z.string()),
  }),
  /** Beyond the documents: makes a revision the entry's current content, as a new save that can itself be reverted. */
  'content.restoreRevision': mutation({
    method: 'POST',
    path: path('restoreRevision'),
    title: '还原内容历史',
    scopes: ['content.write'],
    access: column('edit', 'classId'),
    errors: ['words', 'recycled'],
    input: z.object({ classId: id, id, revisionId: id, version, acceptSensitive: flag }),
    output: contentSaveResult,
    success: '还原成功',
    stale,
  }),
  'content.exportSheet': defineSheetExport({
    path: path('output-data'),
    title: '导出内容',
    access: column('export', 'classId'),
    input: contentFilters,
  }),
  /** The timeline of an entry or a column as a sheet; permission 1120 on the column. */
  'content.timelineSheet': defineSheetExport({
    path: path('timeline/output-data'),
    title: '导出内容时间线',
    access: column('export', 'classId'),
    input: timelineFilters,
  }),
  'content.importSheet': defineSheetImport({
    path: path('import-data'),
    title: '导入内容',
    access: column('import', 'classId'),
    extra: { classId: id },
    stale,
  }),
  'content.sheetTemplate': defineSheetExport({
    path: path('sheet-template'),
    title: '内容导入模板',
    access: column('import', 'classId'),
    input: z.object({ classId: id }),
  }),
  /** Beyond the documents: call 88 as a sheet, with the sums; permission 1120 on the menu. */
  'content.statisticsSheet': defineSheetExport({
    path: cms('content/0/publishStatistics/output-data'),
    title: '导出发布统计',
    access: site(MENU.publishStats, 'siteIds[]'),
    input: statisticsFilters,
  }),
}
