import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, menu, mutation, query, role, site } from './define.ts'
import {
  byId,
  dateTime,
  id,
  idList,
  none,
  nothing,
  paged,
  paging,
  required,
  text,
  undocumentedOutput,
  version,
} from './fields.ts'
import { defineSheetExport, defineSheetImport } from './sheet.ts'

/** Optimistic lock: a save sends back the version that was read; without it, the check is skipped. */
const versionFields = {
  version: z.number().optional(),
  changedBy: z.string().optional(),
  changedAt: dateTime.optional(),
}

/** B·§3 Flat dictionary: its values are the options, each sent as its text. Site 0: usable by every site. */
export const dictionary = z.object({
  id: z.number(),
  title: z.string(),
  siteId: z.number(),
  value: z.array(z.string()),
  createDate: dateTime,
  ...versionFields,
})
export type Dictionary = z.output<typeof dictionary>

/** B·§2: the dialog of a dictionary. No value may contain a comma, which joins chosen values (B·§3). */
export const dictionarySave = z.object({
  /** 0: a new dictionary. */
  id: id.default(0),
  title: required('请输入字典名称'),
  siteId: id.default(0),
  value: z
    .array(required('字典值不能为空').regex(/^[^,]*$/, '字典值不能包含英文逗号，请改用中文逗号或顿号'), '请填写字典值')
    .min(1, '请填写字典值')
    .max(1000, '一个字典最多 1000 个值')
    .superRefine((list, context) => {
      const twice = list.findIndex((value, index) => list.indexOf(value) < index)
      if (twice >= 0)
        context.addIssue({ code: 'custom', path: [twice], message: `字典值“${list[twice]}”重复了，请删除一个` })
    }),
  version,
})

/** Upload limit of the dictionaries' sheet, in MB. */
export const DICTIONARY_SHEET_LIMIT_MB = 50

const manage = menu(MENU.dictionary)
const stale = ['dictionary.page', 'dictionary.findById'] as const
const path = (rest: string) => `api/cms/dict/${rest}`

/** Flat dictionaries (calls 112–116; 112 and 113 are one path). Fields refer to a dictionary by its id. */
export const dictionaryOperations = withAreaTitles({ dictionary: '字典' })({
  'dictionary.page': query({
    method: 'POST',
    path: path('page-dic'),
    call: 112,
    title: '字典列表',
    scopes: ['data.read'],
    access: site(role, 'siteId'),
    /** With a site: its own and the common dictionaries. Without: all dictionaries that the account may use. */
    input: paging({ siteId: id.optional() }),
    output: paged(dictionary),
  }),
  'dictionary.findById': query({
    method: 'GET',
    path: path('findDicById/{id}'),
    call: 114,
    title: '字典详情',
    record: true,
    scopes: ['data.read'],
    access: role,
    input: byId,
    output: dictionary,
  }),
  'dictionary.save': mutation({
    method: 'POST',
    path: path('save'),
    call: 115,
    title: '保存字典',
    access: site(manage, 'siteId'),
    input: dictionarySave,
    output: undocumentedOutput(dictionary),
    success: '保存成功',
    stale,
  }),
  'dictionary.deleteByIdList': mutation({
    method: 'POST',
    path: path('deleteByIdList'),
    call: 116,
    title: '删除字典',
    access: manage,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale,
  }),
  /** Beyond the documents: permission 1120 on the menu. Exports the rows of dictionary.page. */
  'dictionary.exportSheet': defineSheetExport({
    path: path('output-data'),
    title: '导出字典',
    access: site(manage, 'siteId'),
    input: z.object({ siteId: id.optional(), key: text(254, '搜索内容') }),
  }),
  /** Beyond the documents: permission 1121 on the menu. Valid rows become dictionaries of the site; the others are reported. */
  'dictionary.importSheet': defineSheetImport({
    path: path('import-data'),
    title: '导入字典',
    access: site(manage, 'siteId'),
    extra: { siteId: id.default(0) },
    stale,
  }),
  'dictionary.sheetTemplate': defineSheetExport({
    path: path('sheet-template'),
    title: '字典导入模板',
    access: manage,
    input: none,
  }),
})
