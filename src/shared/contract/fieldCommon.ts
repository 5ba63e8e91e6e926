import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { menuField } from './column.ts'
import { sortValue } from './columnForm.ts'
import { withAreaTitles, cms, menu, mutation, query } from './define.ts'
import { flag, id, idList, nothing } from './fields.ts'

/** A field that columns can choose. */
export const commonField = menuField.extend({ id: z.number(), isStatus: z.boolean() })
export type CommonField = z.output<typeof commonField>

const manage = menu(MENU.columns)
const stale = ['fieldCommon.getList'] as const

export const fieldCommonOperations = withAreaTitles({ fieldCommon: '可选字段' })({
  'fieldCommon.getList': query({
    method: 'POST',
    path: cms('field-common/get-list'),
    call: 41,
    title: '可选字段',
    scopes: ['column.read'],
    access: menu(MENU.columns, MENU.channels),
    /** Unpublished fields cannot be chosen; `showDraft` includes them. */
    input: z.object({ showDraft: flag }),
    output: z.array(z.object({ title: z.string(), fields: z.array(commonField) })),
  }),
  'fieldCommon.publish': mutation({
    method: 'POST',
    path: cms('field-common/update/status/publish'),
    call: 42,
    title: '启用可选字段',
    access: manage,
    input: idList,
    output: nothing,
    success: '操作成功',
    stale,
  }),
  'fieldCommon.draft': mutation({
    method: 'POST',
    path: cms('field-common/update/status/draft'),
    call: 43,
    title: '停用可选字段',
    access: manage,
    input: idList,
    output: nothing,
    success: '操作成功',
    stale,
  }),
  'fieldCommon.updateSort': mutation({
    method: 'POST',
    path: cms('field-common/update/sort'),
    call: 44,
    title: '可选字段排序',
    access: manage,
    input: z.object({ id, sort: sortValue }),
    output: nothing,
    success: '更新成功',
    stale,
  }),
})
