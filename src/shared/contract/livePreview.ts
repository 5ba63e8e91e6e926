import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { areas, cms, hostMutation, hostQuery, menu, mutation, query, site } from './define.ts'
import { id, nothing, required } from './fields.ts'

/** First part of the paths below which the host shows previewed workspaces; a secret follows. */
export const LIVE_PREVIEW = 'live-preview'

/** What the check of a template found. */
const templateIssue = z.object({
  file: z.string(),
  /** From 1; 0: about the file as a whole. */
  line: z.number(),
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
})

const sites = z.array(z.object({ id: z.number(), title: z.string(), isBound: z.boolean() }))
/** UTF-16 units of a file that is drawn before it is saved; the engine takes no more. */
const PREVIEWED_LIMIT = 1_000_000
const below = z.string('请提供文件路径').min(1, '请提供文件路径').max(2000, '路径不能超过 2000 个字')
const byWorkspace = z.object({ id: z.string() })

/** What a template can name: its own files, and the columns and fields of the sites that it is for. */
export const templateNames = z.object({
  /** Paths from the template's folder down. */
  files: z.array(z.string()),
  columns: z.array(z.object({ id: z.number(), title: z.string(), identifies: z.string(), code: z.string() })),
  /** Fields of the columns' types; `columns`: titles of those that have it. */
  fields: z.array(z.object({ name: z.string(), title: z.string(), type: z.string(), columns: z.array(z.string()) })),
})
export type TemplateNames = z.output<typeof templateNames>

export const livePreviewOperations = areas({ templateData: '模板预览' })({
  /** Data of a site for pages that are drawn elsewhere: what is published, of the newest entries. */
  'templateData.read': query({
    method: 'POST',
    path: cms('template-data/read'),
    title: '预览用的站点数据',
    access: site(menu(MENU.templates), 'siteId'),
    /** siteId 0: the first site that uses the template. */
    input: z.object({ folder: required('请提供模板文件夹'), siteId: id.default(0) }),
    output: z.object({
      siteId: z.number(),
      /** Those of the account; the ones that use the template first. */
      sites,
      /** SiteData of the engine, as JSON. */
      data: z.string(),
    }),
  }),
  /** For the editor's help. Of the first sites that use the template, else of the account's first one. */
  'templateData.names': query({
    method: 'POST',
    path: cms('template-data/names'),
    title: '模板标签提示',
    access: menu(MENU.templates),
    input: z.object({ folder: required('请提供模板文件夹') }),
    output: templateNames,
  }),
  /** A page of a site as a template's files make it, with texts that are not saved: nothing of it is saved. */
  'templateData.preview': mutation({
    method: 'POST',
    path: cms('template-data/preview'),
    title: '预览模板',
    access: site(menu(MENU.templates), 'siteId'),
    body: 'texts',
    input: z.object({
      folder: required('请提供模板文件夹'),
      /** 0: the first site that uses the template. */
      siteId: id.default(0),
      /** The file that is looked at, from the template's folder down. */
      path: below,
      /** Of the page; '': the first that uses the file. */
      address: z.string().max(2000).default(''),
      /** Texts that are not saved. */
      files: z
        .array(z.object({ path: below, content: z.string().max(PREVIEWED_LIMIT, '文件超过 1 MB，不能预览') }))
        .max(50, '一次最多预览 50 个没有保存的文件，请先保存一些')
        .default([]),
    }),
    output: z.object({
      /** The page for preview.open; '': it could not be drawn. */
      href: z.string(),
      /** What is wrong, and where in the template: `line` from 1, 0 for a file as a whole; `file` may be ''. */
      problem: z.object({ file: z.string(), line: z.number(), message: z.string() }).nullable(),
      pages: z.array(z.object({ address: z.string(), title: z.string(), uses: z.boolean() })),
      /** Of the page that is shown. */
      address: z.string(),
      /** No page uses the file, so it stands in place of the page's template. */
      isInstead: z.boolean(),
      sites,
      siteId: z.number(),
    }),
  }),
  /** Shows the pages of a workspace's local files at an address of this computer; again: with the newest data. */
  'livePreview.start': hostMutation({
    title: '实时预览',
    input: z.object({ id: z.string(), siteId: z.number().int().min(0).default(0) }),
    output: z.object({
      href: z.string(),
      pages: z.array(z.object({ address: z.string(), title: z.string() })),
      sites,
      siteId: z.number(),
      /** The server didn't answer: data is the last known, of `dataDate` (ISO). */
      isOffline: z.boolean(),
      dataDate: z.string(),
    }),
  }),
  'livePreview.stop': hostMutation({ title: '结束实时预览', input: byWorkspace, output: nothing }),
  /** Checks the local files of a workspace. */
  'livePreview.check': hostQuery({ title: '检查模板', input: byWorkspace, output: z.array(templateIssue) }),
})
