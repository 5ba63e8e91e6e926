import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query } from './define.ts'
import { dateTime, id, idList, nothing, paged, paging, required, version, undocumentedOutput } from './fields.ts'

const departmentFields = z.object({
  id: z.number(),
  /** 0: a top-level department. */
  parentId: z.number(),
  title: z.string(),
  createDate: dateTime,
  /** Optimistic lock: a save sends back the version that was read. */
  version: z.number().optional(),
  changedBy: z.string().optional(),
  changedAt: dateTime.optional(),
})

/** C·§3 Department. `child` is filled only by `department.getTree`. */
export type Department = z.output<typeof departmentFields> & { child: Department[] }
export const department: z.ZodType<Department> = departmentFields
  .extend({
    get child() {
      return z.array(department)
    },
  })
  // The API document needs a name for a recursive schema.
  .meta({ id: 'Department' })

/** Maximum depth; top-level departments are level 1. */
export const MAX_DEPARTMENT_LEVELS = 10
/** Maximum number of departments, the same as the limit of the statistics' filter. */
export const MAX_DEPARTMENTS = 10_000

/** C·§2: a department edited in its row of the tree. */
export const departmentSave = z.object({
  /** 0: a new department. */
  id: id.default(0),
  title: required('请输入名称'),
  /** 0: top level. Absent: a new department becomes top level, an existing one keeps its parent. */
  parentId: id.optional(),
  version,
})

/** Account managers also manage the departments. */
const manage = menu(MENU.account)
/** The statistics and the recipient pickers filter by department. */
const choose = menu(MENU.account, MENU.publishStats, MENU.mine)
const stale = ['department.page', 'department.getTree', 'content.publishStatistics'] as const

/** Departments, the tree that accounts belong to (calls 153–156). They do not belong to a site. */
export const departmentOperations = withAreaTitles({ department: '部门' })({
  /** Every department without its tree, in the order of creation. */
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
    output: undocumentedOutput(departmentFields),
    success: '保存成功',
    stale,
  }),
  /** Deletes all or none; `conflict` while a department has subdepartments or accounts. */
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
