import { z } from 'zod'
import { MAX_REDIRECT_ADDRESS_CHARS, sourceProblem, targetProblem } from '../domain/redirects.ts'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query, site } from './define.ts'
import {
  byId,
  dateTime,
  id,
  idList,
  nothing,
  paged,
  paging,
  required,
  text,
  undocumentedOutput,
  version,
} from './fields.ts'
import { defineSheetExport, defineSheetImport } from './sheet.ts'

export const REDIRECT_SHEET_LIMIT_MB = 20
/** Maximum number of rules per site. */
export const MAX_REDIRECTS = 10_000

/** A permanent redirect (301) of a site; beyond the documents, which only name the menu entry. */
export const redirect = z.object({
  id: z.number(),
  siteId: z.number(),
  /** Path; a final `*` matches everything below it. */
  source: z.string(),
  target: z.string(),
  note: z.string(),
  /** Created by a build because the address of a page changed. */
  isAuto: z.boolean(),
  isStatus: z.boolean(),
  hits: z.number(),
  /** '' for never. */
  hitDate: dateTime.or(z.literal('')),
  version: z.number(),
  changedBy: z.string(),
  changedAt: dateTime,
})
export type Redirect = z.output<typeof redirect>

export const redirectSave = z
  .object({
    /** 0: a new redirect. */
    id: id.default(0),
    siteId: id.min(1, '请选择站点'),
    source: required('请输入旧地址', MAX_REDIRECT_ADDRESS_CHARS),
    target: required('请输入新地址', MAX_REDIRECT_ADDRESS_CHARS),
    note: text(200, '备注'),
    isStatus: z.boolean().default(true),
    version,
  })
  .superRefine(({ source, target }, { addIssue }) => {
    const [atSource, atTarget] = [sourceProblem(source), targetProblem(target, source)]
    if (atSource) addIssue({ code: 'custom', path: ['source'], message: atSource })
    if (atTarget) addIssue({ code: 'custom', path: ['target'], message: atTarget })
  })

const manage = menu(MENU.redirect301)
const access = site(manage, 'siteId')
const path = (rest: string) => cms(`redirect/${rest}`)
const stale = ['redirect.page', 'redirect.findById', 'redirect.nginx'] as const
export const REDIRECT_KINDS = ['all', 'manual', 'auto', 'off'] as const

export const redirectOperations = withAreaTitles({ redirect: '301 跳转' })({
  /** `key` is searched in both addresses and the note. */
  'redirect.page': query({
    method: 'POST',
    path: path('page'),
    title: '301跳转列表',
    access,
    input: paging({ siteId: id, kind: z.enum(REDIRECT_KINDS).default('all') }),
    output: paged(redirect),
  }),
  'redirect.findById': query({
    method: 'GET',
    path: path('findById/{id}'),
    title: '301跳转详情',
    access: manage,
    input: byId,
    output: redirect,
  }),
  'redirect.save': mutation({
    method: 'POST',
    path: path('save'),
    title: '保存301跳转',
    access,
    input: redirectSave,
    output: undocumentedOutput(redirect),
    success: '保存成功',
    stale,
  }),
  'redirect.deleteByIdList': mutation({
    method: 'POST',
    path: path('deleteByIdList'),
    title: '删除301跳转',
    access: manage,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale,
  }),
  /** The active rules as configuration of an nginx that serves the site's files. */
  'redirect.nginx': query({
    method: 'GET',
    path: path('nginx/{id}'),
    title: '301跳转的nginx配置',
    access: site(manage, 'id'),
    input: byId,
    output: z.object({ text: z.string(), rules: z.number() }),
  }),
  /** Permission 1120 on the menu. */
  'redirect.outputData': defineSheetExport({
    path: path('output-data'),
    title: '导出301跳转',
    access,
    input: z.object({ siteId: id, key: text(254, '搜索内容'), kind: z.enum(REDIRECT_KINDS).default('all') }),
  }),
  /** Permission 1121 on the menu. A row with an existing old address replaces that rule's new address. */
  'redirect.importData': defineSheetImport({
    path: path('import-data'),
    title: '导入301跳转',
    access,
    extra: { siteId: id },
    stale,
  }),
  'redirect.sheetTemplate': defineSheetExport({
    path: path('sheet-template'),
    title: '301跳转导入模板',
    access: manage,
    input: z.object({}),
  }),
})
