import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, hostMutation, hostQuery, menu, mutation, query, site } from './define.ts'
import { id, nothing, required } from './fields.ts'

/** First part of the host's paths for previewed workspaces; a secret follows. */
export const LIVE_PREVIEW = 'live-preview'

/** A finding of the template check. */
const templateIssue = z.object({
  file: z.string(),
  /** From 1; 0: the file as a whole. */
  line: z.number(),
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
})

const sites = z.array(z.object({ id: z.number(), title: z.string(), isBound: z.boolean() }))
/** Maximum length of an unsaved file for the preview, in UTF-16 units; the engine accepts no more. */
const MAX_PREVIEW_CHARS = 1_000_000
const relativePath = z.string('请提供文件路径').min(1, '请提供文件路径').max(2000, '路径不能超过 2000 个字')
const byWorkspace = z.object({ id: z.string() })

/** Names for a template's completions: its own files, and the columns and fields of the sites that use it. */
export const templateNames = z.object({
  /** Paths within the template's folder. */
  files: z.array(z.string()),
  columns: z.array(z.object({ id: z.number(), title: z.string(), identifies: z.string(), code: z.string() })),
  /** Fields of the columns; `columns`: titles of the columns with this field. */
  fields: z.array(z.object({ name: z.string(), title: z.string(), type: z.string(), columns: z.array(z.string()) })),
})
export type TemplateNames = z.output<typeof templateNames>

export const livePreviewOperations = withAreaTitles({ templateData: '模板预览' })({
  /** Published data of a site for local rendering: the newest entries. */
  'templateData.read': query({
    method: 'POST',
    path: cms('template-data/read'),
    title: '预览用的站点数据',
    access: site(menu(MENU.templates), 'siteId'),
    /** siteId 0: the first site that uses the template. */
    input: z.object({ folder: required('请提供模板文件夹'), siteId: id.default(0) }),
    output: z.object({
      siteId: z.number(),
      /** The account's sites; those that use the template come first. */
      sites,
      /** SiteData of the engine, as JSON. */
      data: z.string(),
    }),
  }),
  /** For the editor's completions: names of the first sites that use the template, or of the account's first site. */
  'templateData.names': query({
    method: 'POST',
    path: cms('template-data/names'),
    title: '模板标签提示',
    access: menu(MENU.templates),
    input: z.object({ folder: required('请提供模板文件夹') }),
    output: templateNames,
  }),
  /** Renders a page of a site with a template's files and unsaved texts, without saving anything. */
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
      /** The edited file, as a path within the template's folder. */
      path: relativePath,
      /** Address of the page; '': the first page that uses the file. */
      address: z.string().max(2000).default(''),
      /** Unsaved texts. */
      files: z
        .array(z.object({ path: relativePath, content: z.string().max(MAX_PREVIEW_CHARS, '文件超过 1 MB，无法预览') }))
        .max(50, '一次最多预览 50 个未保存的文件，请先保存其中一部分')
        .default([]),
    }),
    output: z.object({
      /** The page for preview.open; '': rendering failed. */
      href: z.string(),
      /** The problem and its position in the template: `line` from 1, 0 for a file as a whole; `file` may be ''. */
      problem: z.object({ file: z.string(), line: z.number(), message: z.string() }).nullable(),
      pages: z.array(z.object({ address: z.string(), title: z.string(), uses: z.boolean() })),
      /** Address of the page that is shown. */
      address: z.string(),
      /** No page uses the file, so it replaces the page's template. */
      isInstead: z.boolean(),
      sites,
      siteId: z.number(),
    }),
  }),
  /**
   * Serves the pages of a workspace's local files at an address of this computer; a repeated call refreshes the data.
   */
  'livePreview.start': hostMutation({
    title: '实时预览',
    input: z.object({ id: z.string(), siteId: z.number().int().min(0).default(0) }),
    output: z.object({
      href: z.string(),
      pages: z.array(z.object({ address: z.string(), title: z.string() })),
      sites,
      siteId: z.number(),
      /** The server is unreachable: the data is the last known, of `dataDate` (ISO). */
      isOffline: z.boolean(),
      dataDate: z.string(),
    }),
  }),
  'livePreview.stop': hostMutation({ title: '结束实时预览', input: byWorkspace, output: nothing }),
  /** Checks the local files of a workspace. */
  'livePreview.check': hostQuery({ title: '检查模板', input: byWorkspace, output: z.array(templateIssue) }),
})
