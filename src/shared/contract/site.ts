import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query, session, site as siteAccess } from './define.ts'
import { byId, idList, nothing, paged, paging, undocumentedOutput } from './fields.ts'
import { jobRef } from './job.ts'
import {
  siteBaseInfoForm,
  siteCopyForm,
  siteDomainForm,
  siteForm,
  siteJavascriptForm,
  siteSeoForm,
  siteSort,
} from './siteForms.ts'

/** A·§3 Site. manageType: 1201 unified, 1202 independent. */
export const site = z.object({
  id: z.number(),
  title: z.string(),
  symbol: z.string(),
  note: z.string(),
  manageType: z.number(),
  templateId: z.number(),
  isStatus: z.boolean(),
  sort: z.number(),
  createDate: z.string(),
  javascript: z.string(),
  icp: z.string(),
  copyright: z.string(),
  policeIcp: z.string(),
  eduIcp: z.string(),
  grayscale: z.boolean(),
  /** Comma-separated host names. */
  domain: z.string(),
  seoTitle: z.string(),
  seoKeywords: z.string(),
  seoDescription: z.string(),
  /** Optimistic lock: counts the saves of its forms; absent from a server without versions. */
  version: z.number().optional(),
})
export type Site = z.output<typeof site>

/** The menus whose screens read single sites. */
const siteMenus = [
  MENU.siteList,
  MENU.siteInfo,
  MENU.domains,
  MENU.seo,
  MENU.siteSettings,
  MENU.thirdPartyCode,
  MENU.staticPages,
  MENU.columns,
  MENU.channels,
  MENU.templates,
  MENU.templateSites,
] as const

/** A deleted site, which can be restored completely until `expireDate`. */
const recycledSite = site.extend({ deletedBy: z.string(), deleteDate: z.string(), expireDate: z.string() })
export type RecycledSite = z.output<typeof recycledSite>

const manage = menu(MENU.siteList)
const bin = menu(MENU.siteList, MENU.recycle)
const staleLists = [
  'site.page',
  'site.findById',
  'site.recycled',
  'template.list',
  'template.findById',
  'templateSite.page',
  'templateSite.ofSite',
] as const

export const siteOperations = withAreaTitles({ site: '站点' })({
  'site.page': query({
    method: 'POST',
    path: cms('site-manage/page'),
    call: 15,
    title: '站点列表',
    scopes: ['content.read', 'content.write', 'column.read'],
    /** Used by every site selector; returns only the sites of the caller's role. */
    access: session,
    input: paging({}),
    output: paged(site),
  }),
  'site.findById': query({
    method: 'GET',
    path: cms('site-manage/findById/{id}'),
    call: 16,
    title: '站点详情',
    record: true,
    access: siteAccess(menu(...siteMenus), 'id'),
    input: byId,
    output: site,
  }),
  'site.save': mutation({
    method: 'POST',
    path: cms('site-manage/save'),
    call: 17,
    title: '保存站点',
    access: siteAccess(manage, 'id'),
    input: siteForm,
    output: undocumentedOutput(site),
    /** 站点创建成功 for a new site. */
    success: '保存成功',
    stale: staleLists,
  }),
  /** Moves sites to the recycle bin, with everything that belongs to them. */
  'site.deleteByIdList': mutation({
    method: 'POST',
    path: cms('site-manage/deleteByIdList'),
    call: 18,
    title: '删除站点',
    access: siteAccess(manage, '[]'),
    input: idList,
    output: nothing,
    success: '删除成功',
    stale: staleLists,
  }),
  'site.recycled': query({
    method: 'POST',
    path: cms('site-manage/recycled'),
    title: '站点回收站',
    access: bin,
    input: paging({}),
    output: paged(recycledSite),
  }),
  'site.restore': mutation({
    method: 'POST',
    path: cms('site-manage/restore'),
    title: '还原站点',
    access: siteAccess(bin, '[]'),
    input: idList,
    output: nothing,
    success: '还原成功',
    stale: staleLists,
  }),
  'site.updateSort': mutation({
    method: 'POST',
    path: cms('site-manage/update/sort'),
    call: 19,
    title: '站点排序',
    access: siteAccess(manage, 'id'),
    input: siteSort,
    output: nothing,
    success: '更新成功',
    stale: staleLists,
  }),
  'site.publish': mutation({
    method: 'POST',
    path: cms('site-manage/update/status/publish-site'),
    call: 20,
    title: '开启站点',
    access: siteAccess(manage, '[]'),
    input: idList,
    output: nothing,
    success: '操作成功',
    stale: staleLists,
  }),
  'site.draft': mutation({
    method: 'POST',
    path: cms('site-manage/update/status/draft-site'),
    call: 21,
    title: '关闭站点',
    access: siteAccess(manage, '[]'),
    input: idList,
    output: nothing,
    success: '关闭成功',
    stale: staleLists,
  }),
  /** Returns at once; a job makes the copy, and its `resultId` is the new site. */
  'site.copy': mutation({
    method: 'POST',
    path: cms('site-manage/copy-site'),
    call: 22,
    title: '复制站点',
    access: siteAccess(manage, 'id'),
    input: siteCopyForm,
    output: undocumentedOutput(jobRef),
    success: '站点复制已开始，完成后部分功能需要在“用户组”中添加权限，并重新登录后才能使用',
    stale: staleLists,
  }),
  'site.updateSeo': mutation({
    method: 'POST',
    path: cms('site-manage/update-seo'),
    call: 23,
    title: '设置站点SEO',
    access: siteAccess(menu(MENU.seo, MENU.siteSettings), 'id'),
    input: siteSeoForm,
    output: undocumentedOutput(site),
    success: '设置成功',
    stale: staleLists,
  }),
  'site.updateBaseInfo': mutation({
    method: 'POST',
    path: cms('site-manage/update-site-base-info'),
    call: 24,
    title: '保存站点信息',
    access: siteAccess(MENU.siteInfo, 'id'),
    input: siteBaseInfoForm,
    output: undocumentedOutput(site),
    success: '保存成功',
    stale: staleLists,
  }),
  'site.updateThirdJavascript': mutation({
    method: 'POST',
    path: cms('site-manage/update-third-javascript'),
    call: 25,
    title: '保存第三方代码',
    access: siteAccess(MENU.thirdPartyCode, 'id'),
    input: siteJavascriptForm,
    output: undocumentedOutput(site),
    success: '保存成功',
    stale: staleLists,
  }),
  'site.updateDomain': mutation({
    method: 'POST',
    path: cms('site-manage/update-domain'),
    call: 26,
    title: '绑定域名',
    access: siteAccess(MENU.domains, 'id'),
    input: siteDomainForm,
    output: undocumentedOutput(site),
    success: '保存成功',
    stale: staleLists,
  }),
})
