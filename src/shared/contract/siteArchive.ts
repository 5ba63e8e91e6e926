import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query, site } from './define.ts'
import { dateTime, flag, id, required, text, undocumentedOutput } from './fields.ts'
import { jobRef } from './job.ts'
import { siteSymbol } from './siteForms.ts'
import { templateFolder } from './template.ts'

/** The documents' limit of an upload, in MB. */
export const MAX_ARCHIVE_MB = 5000
/** Retention of an export on the server, in days. */
export const ARCHIVE_RETENTION_DAYS = 7

const access = menu(MENU.siteList)
const accessPath = required('请提供 accessPath', 2000)

/** A finished export of a site, ready for download. */
const siteExport = z.object({
  jobId: z.number(),
  createDate: dateTime,
  /** Bytes. */
  size: z.number(),
  /** End of its retention on the server. */
  expireDate: dateTime,
})
export type SiteExport = z.output<typeof siteExport>

/** Contents of an archive, and the choices that an import needs. */
const siteArchiveSummary = z.object({
  /** Title of the exported site. */
  title: z.string(),
  symbol: z.string(),
  domain: z.string(),
  createDate: dateTime,
  /** Version of the program that exported it. */
  version: z.string(),
  /** In the order of the archive; empty kinds are left out. */
  counts: z.array(z.object({ title: z.string(), count: z.number() })),
  /** Total bytes of its files. */
  bytes: z.number(),
  /** Kinds of data that exports never contain, in Chinese. */
  leftOut: z.array(z.string()),
  /** A free symbol to use if another site here has the archive's symbol. */
  freeSymbol: z.string(),
  /** Hosts of the archive that are bound to sites here, so they are not imported. */
  takenHosts: z.array(z.string()),
  /** Its templates. `as`: the folder itself, or a free name if the folder exists. */
  templates: z.array(z.object({ folder: z.string(), name: z.string(), as: z.string(), isTaken: z.boolean() })),
  /** Staff named in entries. `isHere`: an account here has this login name. */
  accounts: z.array(z.object({ username: z.string(), trueName: z.string(), isHere: z.boolean() })),
  hasMembers: z.boolean(),
})
export type SiteArchiveSummary = z.output<typeof siteArchiveSummary>

/** Choices for importing an archive as a site. */
export const siteImportForm = z.object({
  accessPath,
  title: required('请输入站点名称'),
  symbol: siteSymbol,
  /** Comma-separated; '' for none. */
  domain: text(4000, '域名'),
  /** Renamed folders of the archive's templates. */
  folders: z
    .array(z.object({ folder: z.string().max(64), as: templateFolder }))
    .max(1000, '一个站点最多 1000 个模板')
    .default([]),
  /** Login names in the archive that refer to the accounts with the same names here. */
  accounts: z.array(z.string().max(254)).max(100_000).default([]),
  members: flag,
})

export const siteArchiveOperations = withAreaTitles({ siteArchive: '站点导出和导入' })({
  /** Returns at once; a job makes the archive. */
  'siteArchive.export': mutation({
    method: 'POST',
    path: cms('site-manage/archive/export'),
    title: '导出站点',
    access: site(access, 'siteId'),
    input: z.object({ siteId: id, history: flag.unwrap().default(true), members: flag }),
    output: undocumentedOutput(jobRef),
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
    /** An address that works without the token for a day and supports range requests. */
    output: z.string(),
  }),
  /** A trial run that changes nothing, for an upload of the caller with the target `call`. */
  'siteArchive.look': query({
    method: 'POST',
    path: cms('site-manage/archive/look'),
    title: '查看站点导出包',
    slow: true,
    access,
    input: z.object({ accessPath }),
    output: siteArchiveSummary,
  }),
  /** Returns at once; the job's `resultId` is the new site. */
  'siteArchive.import': mutation({
    method: 'POST',
    path: cms('site-manage/archive/import'),
    title: '导入站点',
    slow: true,
    access,
    input: siteImportForm,
    output: undocumentedOutput(jobRef),
    success: '站点导入已开始',
    stale: ['site.page', 'template.list', 'templateSite.page'],
  }),
})
