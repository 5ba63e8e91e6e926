import { z } from 'zod'
import { isReservedDeviceName } from '../domain/fileNames.ts'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query, site } from './define.ts'
import { byId, id, idList, ids, nothing, paged, paging, required, text, version, undocumentedOutput } from './fields.ts'

/** A·§3 Template. `title` is the note (contradictions.md 32). */
export const template = z.object({
  id: z.number(),
  name: z.string(),
  folder: z.string(),
  templatePic: z.string(),
  title: z.string(),
  createDate: z.string(),
  classId: z.number(),
  relationId: z.number(),
  relationSiteCount: z.number(),
  relationSiteIds: z.array(z.number()),
  siteId: z.number(),
  sort: z.number(),
  /** Optimistic lock: counts the saves of its form; absent from a server without versions. */
  version: z.number().optional(),
})
export type Template = z.output<typeof template>

/** A template's folder: one path segment that is valid on every system. */
export const templateFolder = required('请输入站点模板文件夹', 64)
  .regex(
    /^[a-zA-Z0-9\u4e00-\u9fff][a-zA-Z0-9\u4e00-\u9fff_-]*$/,
    '模板文件夹只能用汉字、字母、数字、下划线和短横线，且不能以符号开头',
  )
  .refine((folder) => !isReservedDeviceName(folder), '模板文件夹不能用 Windows 的保留名称（con、nul 等），请换一个')
const templateName = required('请输入站点名称', 254, '模板名称')

/** A·§5: the message of the rule names the site's name; the note has up to 100000 characters. */
export const templateForm = z.object({
  id: id.default(0),
  name: templateName,
  folder: templateFolder,
  templatePic: text(1000, '缩略图地址'),
  title: text(100000, '备注'),
  siteId: id.default(0),
  version,
})

/** A deleted template with its files and bindings, which can be restored completely until `expireDate`. */
export const recycledTemplate = template.extend({
  deletedBy: z.string(),
  deleteDate: z.string(),
  expireDate: z.string(),
})
export type RecycledTemplate = z.output<typeof recycledTemplate>

const access = menu(MENU.templates, MENU.templateSites)
const manage = menu(MENU.templates)
const bin = menu(MENU.templates, MENU.recycle)
const staleLists = [
  'template.list',
  'templateSite.page',
  'templateSite.ofSite',
  'template.findById',
  'template.recycled',
] as const

export const templateOperations = withAreaTitles({ template: '模板', templateSite: '站点模板关联' })({
  'template.findById': query({
    method: 'GET',
    path: cms('template/findById/{id}'),
    call: 47,
    title: '模板详情',
    record: true,
    scopes: ['template.read'],
    access,
    input: byId,
    output: template,
  }),
  'template.list': query({
    method: 'POST',
    path: cms('template/list'),
    call: 48,
    title: '模板列表',
    scopes: ['template.read'],
    access,
    input: paging({ siteId: id.optional() }),
    output: paged(template),
  }),
  'template.save': mutation({
    method: 'POST',
    path: cms('template/save'),
    call: 49,
    title: '保存模板',
    access: site(manage, 'siteId'),
    errors: ['collision'],
    input: templateForm,
    output: undocumentedOutput(template),
    success: '保存成功',
    stale: staleLists,
  }),
  /** Moves templates to the recycle bin, with their files and bindings. */
  'template.deleteByIdList': mutation({
    method: 'POST',
    path: cms('template/deleteByIdList'),
    call: 50,
    title: '删除模板',
    access: manage,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale: staleLists,
  }),
  'template.recycled': query({
    method: 'POST',
    path: cms('template/recycled'),
    title: '模板回收站',
    access: bin,
    input: paging({}),
    output: paged(recycledTemplate),
  }),
  'template.restore': mutation({
    method: 'POST',
    path: cms('template/restore'),
    title: '还原模板',
    access: bin,
    errors: ['collision'],
    input: idList,
    output: nothing,
    success: '还原成功',
    stale: staleLists,
  }),
  'template.copy': mutation({
    method: 'POST',
    path: cms('template/copy'),
    call: 51,
    title: '复制模板',
    slow: true,
    access: manage,
    errors: ['collision'],
    input: z.object({ id, name: templateName, folder: templateFolder }),
    output: undocumentedOutput(template),
    success: '复制成功',
    stale: staleLists,
  }),
  'templateSite.page': query({
    method: 'POST',
    path: cms('template-site-relation/page'),
    call: 64,
    title: '站点模板关联',
    access,
    input: paging({}),
    output: paged(template.extend({ relationSiteTitles: z.array(z.string()) })),
  }),
  'templateSite.bind': mutation({
    method: 'POST',
    path: cms('template-site-relation/bindSite'),
    call: 65,
    title: '关联站点',
    access: menu(MENU.templateSites),
    input: z.object({ templateId: id, siteIds: ids('请选择站点') }),
    output: nothing,
    success: '设置成功',
    stale: staleLists,
  }),
  'templateSite.ofSite': query({
    method: 'GET',
    path: cms('template-site-relation/allTemplates/{id}'),
    call: 66,
    title: '站点的模板',
    /** The column dialogs choose pages from these templates. */
    access: site(menu(MENU.templates, MENU.templateSites, MENU.columns, MENU.channels), 'id'),
    input: byId,
    output: z.array(template),
  }),
})
