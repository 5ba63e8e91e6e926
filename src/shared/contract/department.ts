import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { areas, cms, menu, mutation, query } from './define.ts'
import { dateTime, id, idList, nothing, paged, paging, required, version, unshown } from './fields.ts'

const departmentFields = z.object({
  id: z.number(),
  /** 0: it stands above all. */
  parentId: z.number(),
  title: z.string(),
  createDate: dateTime,
  /** Saved by several people: the version that was seen goes back with a save. */
  version: z.number().optional(),
  changedBy: z.string().optional(),
  changedAt: dateTime.optional(),
})

/** C·§3 Department. `child` is filled only when the tree is asked for. */
export type Department = z.output<typeof departmentFields> & { child: Department[] }
export const department: z.ZodType<Department> = departmentFields
  .extend({
    get child() {
      return z.array(department)
    },
  })
  // The API document needs a name for a recursive schema.
  .meta({ id: 'Department' })

/** Deepest level of a department; those above all are level 1. */
export const DEPARTMENT_LEVELS = 10
/** Most departments in all: as many as the filter of the statistics takes. */
export const DEPARTMENTS_LIMIT = 10_000

/** C·§2: a department as it is edited in its row of the tree. */
export const departmentSave = z.object({
  /** 0: a new one. */
  id: id.default(0),
  title: required('请输入名称'),
  /** 0: above all. Absent: a new one stands above all, another one stays where it is. */
  parentId: id.optional(),
  version,
})

/** Who keeps accounts keeps the departments that they are in. */
const manage = menu(MENU.account)
/** The statistics narrow by departments. */
const choose = menu(MENU.account, MENU.publishStats, MENU.mine)
const stale = ['department.page', 'department.getTree', 'content.publishStatistics'] as const

/** Departments, the tree that accounts belong to (calls 153–156). They are of no site. */
export const departmentOperations = areas({ department: '部门' })({
  /** Every department by itself, in the order in which they were made. */
  'department.page': query({
    method: 'POST',
    path: cms('department/page'),
    call: 153,
    title: '部门列表',
    access: choose,
    input: paging({}),
    output: paged(department),
  }),
  'department.save': mutation({
    method: 'POST',
    path: cms('department/save'),
    call: 154,
    title: '保存部门',
    access: manage,
    input: departmentSave,
    output: unshown(departmentFields),
    success: '保存成功',
    stale,
  }),
  /** All of them or none; `conflict` while other departments or accounts are in one. */
  'department.deleteByIdList': mutation({
    method: 'POST',
    path: cms('department/deleteByIdList'),
    call: 155,
    title: '删除部门',
    access: manage,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale,
  }),
  'department.getTree': query({
    method: 'POST',
    path: cms('department/getTree'),
    call: 156,
    title: '部门树',
    access: choose,
    input: z.object({}),
    output: z.array(department),
  }),
})
