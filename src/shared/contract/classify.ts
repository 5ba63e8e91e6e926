import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query, role } from './define.ts'
import { dateTime, id, idList, nothing, required, text, version, within, undocumentedOutput } from './fields.ts'

const classifyFields = z.object({
  id: z.number(),
  title: z.string(),
  subTitle: z.string(),
  /** 0: a top entry, which is a dictionary of its own. */
  parentId: z.number(),
  sort: z.number(),
  hasChildren: z.boolean(),
  version: z.number().optional(),
  changedBy: z.string().optional(),
  changedAt: dateTime.optional(),
})

/** B·§3 Multi-level dictionary: an entry with its descendants; a larger sort value comes first. */
export type Classify = z.output<typeof classifyFields> & { child: Classify[] }
export const classify: z.ZodType<Classify> = classifyFields
  .extend({
    get child() {
      return z.array(classify)
    },
  })
  // The API document needs a name for a recursive schema.
  .meta({ id: 'Classify' })

/** Maximum depth of an entry; a dictionary itself is level 1. */
export const MAX_CLASSIFY_LEVELS = 10

/** B·§2: an entry edited in its row. */
export const classifySave = z.object({
  /** 0: a new entry. */
  id: id.default(0),
  title: required('请输入名称'),
  subTitle: text(254, '副标题'),
  parentId: id.default(0),
  version,
})

const manage = menu(MENU.dictionaryTree)
const stale = ['classify.getTree'] as const

/** Multi-level dictionaries (calls 117–120). A field of dictionary type 5 names a dictionary by the id of its top entry. */
export const classifyOperations = withAreaTitles({ classify: '多级字典' })({
  'classify.getTree': query({
    method: 'GET',
    path: cms('classify/getTree/{id}'),
    call: 117,
    title: '多级字典',
    scopes: ['data.read'],
    access: role,
    /** Returns the descendants of the entry; 0: every dictionary. */
    input: z.object({ id }),
    output: z.array(classify),
  }),
  'classify.save': mutation({
    method: 'POST',
    path: cms('classify/save'),
    call: 118,
    title: '保存多级字典',
    access: manage,
    input: classifySave,
    output: undocumentedOutput(classifyFields),
    success: '保存成功',
    stale,
  }),
  'classify.deleteByIdList': mutation({
    method: 'POST',
    path: cms('classify/deleteByIdList'),
    call: 119,
    title: '删除多级字典',
    access: manage,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale,
  }),
  'classify.updateSort': mutation({
    method: 'POST',
    path: cms('classify/update/sort'),
    call: 120,
    title: '多级字典排序',
    access: manage,
    input: z.object({ id, sort: within('排序', 0, 999_999_999) }),
    output: nothing,
    success: '更新成功',
    stale,
  }),
})
