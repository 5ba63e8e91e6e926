import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { areas, cms, menu, mutation, query, site } from './define.ts'
import { dateTime, flag, id, required, text, unshown } from './fields.ts'
import { jobRef } from './job.ts'
import { siteSymbol } from './siteForms.ts'
import { templateFolder } from './template.ts'

/** The documents' limit of an upload, MB. */
export const ARCHIVE_LIMIT_MB = 5000
/** Days that the server keeps an export. */
export const ARCHIVE_DAYS = 7

const access = menu(MENU.siteList)
const accessPath = required('请提供 accessPath', 2000)

/** A whole site that was exported and can be fetched. */
const siteExport = z.object({
  jobId: z.number(),
  createDate: dateTime,
  /** Bytes. */
  size: z.number(),
  /** Until when the server keeps it. */
  expireDate: dateTime,
})
export type SiteExport = z.output<typeof siteExport>

/** What is in an archive, and what an import has to be told. */
const siteArchiveSummary = z.object({
  /** Of the site that was exported. */
  title: z.string(),
  symbol: z.string(),
  domain: z.string(),
  createDate: dateTime,
  /** Of the program that exported it. */
  version: z.string(),
  /** In the order of the archive; those without a line are left out. */
  counts: z.array(z.object({ title: z.string(), count: z.number() })),
  /** Bytes of its files. */
  bytes: z.number(),
  /** What an export never has, in Chinese. */
  leftOut: z.array(z.string()),
  /** Of the archive's symbol, when a site has it here: one that is free. */
  freeSymbol: z.string(),
  /** Hosts of the archive that are bound to sites here: they are not taken over. */
  takenHosts: z.array(z.string()),
  /** Its templates. `as`: the folder itself, or, when it is taken, one that is free. */
  templates: z.array(z.object({ folder: z.string(), name: z.string(), as: z.string(), isTaken: z.boolean() })),
  /** Staff whose names stand at entries. `isHere`: an account has this login name. */
  accounts: z.array(z.object({ username: z.string(), trueName: z.string(), isHere: z.boolean() })),
  hasMembers: z.boolean(),
})
export type SiteArchiveSummary = z.output<typeof siteArchiveSummary>

/** How an archive becomes a site. */
export const siteImportForm = z.object({
  accessPath,
  title: required('请输入站点名称'),
  symbol: siteSymbol,
  /** Comma-separated; '' for none. */
  domain: text(4000, '域名'),
  /** Folders of the archive's templates under other names. */
  folders: z
    .array(z.object({ folder: z.string().max(64), as: templateFolder }))
    .max(1000, '一个站点最多 1000 个模板')
    .default([]),
  /** Login names of the archive that mean the accounts of these names here. */
  accounts: z.array(z.string().max(254)).max(100_000).default([]),
  members: flag,
})

export const siteArchiveOperations = areas({ siteArchive: '站点导出和导入' })({
  /** Answers at once; the job's end makes the archive. */
  'siteArchive.export': mutation({
    method: 'POST',
    path: cms('site-manage/archive/export'),
    title: '导出站点',
    access: site(access, 'siteId'),
    input: z.object({ siteId: id, history: flag.unwrap().default(true), members: flag }),
    output: unshown(jobRef),
    success: '站点导出已开始',
    stale: ['siteArchive.exports'],
  }),
  'siteArchive.exports': query({
    method: 'POST',
    path: cms('site-manage/archive/exports'),
    title: '站点的导出包',
    access: site(access, 'siteId'),
    input: z.object({ siteId: id }),
    output: z.array(siteExport),
  }),
  'siteArchive.download': mutation({
    method: 'POST',
    path: cms('site-manage/archive/download'),
    title: '下载站点导出包',
    access: site(access, 'siteId'),
    input: z.object({ siteId: id, jobId: id }),
    /** An address that works without the token for a day, with ranges. */
    output: z.string(),
  }),
  /** A trial run: changes nothing. The upload is one's own, with the target `call`. */
  'siteArchive.look': query({
    method: 'POST',
    path: cms('site-manage/archive/look'),
    title: '查看站点导出包',
    slow: true,
    access,
    input: z.object({ accessPath }),
    output: siteArchiveSummary,
  }),
  /** Answers at once; the job's `resultId` is the new site. */
  'siteArchive.import': mutation({
    method: 'POST',
    path: cms('site-manage/archive/import'),
    title: '导入站点',
    slow: true,
    access,
    input: siteImportForm,
    output: unshown(jobRef),
    success: '站点导入已开始',
    stale: ['site.page', 'template.list', 'templateSite.page'],
  }),
})
