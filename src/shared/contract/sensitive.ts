import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query } from './define.ts'
import {
  byId,
  dateTime,
  flag,
  id,
  idList,
  none,
  nothing,
  paged,
  paging,
  required,
  text,
  version,
  undocumentedOutput,
} from './fields.ts'
import { defineSheetExport, defineSheetImport } from './sheet.ts'

/** Maximum length of a word and of its replacement. */
export const MAX_SENSITIVE_WORD_CHARS = 100
/** B·§5: upload limit of the sensitive words' sheet, in MB. */
export const SENSITIVE_SHEET_LIMIT_MB = 5000

/** B·§3 Sensitive word. Words do not belong to a site: each applies to all content. */
export const sensitiveWord = z.object({
  id: z.number(),
  sensitiveWord: z.string(),
  /** Suggested replacement; '' for none. */
  propWord: z.string(),
  createTime: dateTime,
  version: z.number(),
  changedBy: z.string(),
  changedAt: dateTime,
  /** Beyond the documents, like classes in general: 0 for none. */
  classId: z.number().default(0),
})
export type SensitiveWord = z.output<typeof sensitiveWord>

/**
 * A class of words. Publishing a word of a forbidding class needs the agreement of one of its persons (decision 040).
 */
const sensitiveClass = z.object({
  id: z.number(),
  title: z.string(),
  isForbidding: z.boolean(),
  /** Persons who may agree; the name is '' if the account is deleted. */
  persons: z.array(z.object({ accountId: z.number(), name: z.string() })),
  /** Number of its words. */
  words: z.number(),
  version: z.number(),
  changedBy: z.string(),
  changedAt: dateTime,
})
export type SensitiveClass = z.output<typeof sensitiveClass>

/** Maximum number of persons per class. */
const MAX_CLASS_PERSONS = 20

export const sensitiveClassSave = z
  .object({
    /** 0: a new record. */
    id: id.default(0),
    title: required('请输入类别名称', 50),
    isForbidding: flag,
    persons: z.array(id).max(MAX_CLASS_PERSONS, `最多选择 ${MAX_CLASS_PERSONS} 人`).default([]),
    version,
  })
  .refine(({ isForbidding, persons }) => !isForbidding || persons.length > 0, {
    path: ['persons'],
    message: '请选择同意人：禁止发布的类别至少要有一人',
  })

/** B·§2: the dialog of a word. */
export const sensitiveSave = z.object({
  /** 0: a new record. */
  id: id.default(0),
  sensitiveWord: required('请输入敏感词', MAX_SENSITIVE_WORD_CHARS),
  propWord: text(MAX_SENSITIVE_WORD_CHARS, '替换词')
    .unwrap()
    .trim()
    .regex(/^\P{Cc}*$/u, '替换词含有换行或看不见的控制字符，请重新输入')
    .default(''),
  /** Absent: unchanged. */
  classId: id.optional(),
  version,
})

const manage = menu(MENU.sensitive)
const stale = ['sensitive.page', 'sensitive.findById', 'sensitive.classes'] as const
const path = (rest: string) => cms(`sensitive/${rest}`)

/** Sensitive words (calls 129–134). Saving content checks for them: see SensitiveHit. */
export const sensitiveOperations = withAreaTitles({ sensitive: '敏感词' })({
  /** `key` is searched in the word and its replacement. */
  'sensitive.page': query({
    method: 'POST',
    path: path('page'),
    call: 129,
    title: '敏感词列表',
    access: manage,
    input: paging({}),
    output: paged(sensitiveWord),
  }),
  'sensitive.save': mutation({
    method: 'POST',
    path: path('save'),
    call: 130,
    title: '保存敏感词',
    access: manage,
    input: sensitiveSave,
    output: undocumentedOutput(sensitiveWord),
    success: '保存成功',
    stale,
  }),
  'sensitive.deleteByIdList': mutation({
    method: 'POST',
    path: path('deleteByIdList'),
    call: 131,
    title: '删除敏感词',
    access: manage,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale,
  }),
  /** Permission 1120 on the menu. Exports the rows of sensitive.page with this key. */
  'sensitive.outputData': defineSheetExport({
    path: path('output-data'),
    call: 132,
    title: '导出敏感词',
    access: manage,
    input: z.object({ key: text(254, '搜索内容') }),
  }),
  /**
   * Permission 1121 on the menu. Valid rows become words; the others are reported. classId and siteId are part of the
   * documents' body but have no effect, because words belong to no column or site.
   */
  'sensitive.importData': defineSheetImport({
    path: path('import-data'),
    call: 133,
    title: '导入敏感词',
    access: manage,
    extra: { classId: id.default(0), siteId: id.default(0) },
    stale,
  }),
  'sensitive.findById': query({
    method: 'GET',
    path: path('findById/{id}'),
    call: 134,
    title: '敏感词详情',
    record: true,
    access: manage,
    input: byId,
    output: sensitiveWord,
  }),
  /** Beyond the documents, as are the next two calls: all classes, by title. */
  'sensitive.classes': query({
    method: 'POST',
    path: path('class/list'),
    title: '敏感词类别',
    access: manage,
    input: none,
    output: z.array(sensitiveClass),
  }),
  'sensitive.saveClass': mutation({
    method: 'POST',
    path: path('class/save'),
    title: '保存敏感词类别',
    access: manage,
    input: sensitiveClassSave,
    output: undocumentedOutput(byId),
    success: '保存成功',
    stale,
  }),
  /** The words of a deleted class remain, without a class. */
  'sensitive.deleteClass': mutation({
    method: 'POST',
    path: path('class/delete'),
    title: '删除敏感词类别',
    access: manage,
    input: byId,
    output: nothing,
    success: '删除成功',
    stale,
  }),
  /** Beyond the documents: an empty sheet with the column titles for an import. */
  'sensitive.sheetTemplate': defineSheetExport({
    path: path('sheet-template'),
    title: '敏感词导入模板',
    access: manage,
    input: none,
  }),
})
