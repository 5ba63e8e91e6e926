import { z } from 'zod'
import { withAreaTitles, column, mutation, query, role, site } from './define.ts'
import { byId, dateTime, flag, id, paged, paging } from './fields.ts'
import { jobRef } from './job.ts'
import { defineSheetExport } from './sheet.ts'

const path = (rest: string) => `api/sitecraft/content-import/${rest}`

/** wxr: an export of WordPress, alone or in a zip with its uploads. html: a zip of pages. sheet: xlsx, xls or csv. */
const IMPORT_KINDS = ['wxr', 'html', 'sheet'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** Accepted file extensions of each kind, and the size limit in MB. */
export const IMPORT_FILES: Record<ImportKind, { extensions: readonly string[]; limitMb: number }> = {
  wxr: { extensions: ['xml', 'zip'], limitMb: 2048 },
  html: { extensions: ['zip'], limitMb: 2048 },
  sheet: { extensions: ['xlsx', 'xls', 'csv'], limitMb: 100 },
}
/** Maximum number of groups (categories, folders, columns of a sheet) in a source. */
export const MAX_IMPORT_GROUPS = 2000
/** Days for which an uploaded source is retained, so that an import can be resumed. */
export const IMPORT_RETENTION_DAYS = 7

/**
 * A group of entries in a source: a category or the pages of WordPress, or a folder. A sheet has one group with the key
 * ''.
 */
const importGroup = z.object({ key: z.string(), title: z.string(), count: z.number() })
export type ImportGroup = z.output<typeof importGroup>

/** Position and reason of a parse error that ended the reading early. */
const broken = z.object({ line: z.number(), column: z.number(), message: z.string() })

export const importSummary = z.object({
  /** Name of the source site; '' if unknown. */
  from: z.string(),
  entries: z.number(),
  /** Number of entries that are published on the source site. */
  published: z.number(),
  groups: z.array(importGroup),
  authors: z.array(z.string()),
  /** Pictures in the source itself, and pictures with only a web address. */
  pictures: z.number(),
  remotePictures: z.number(),
  /** Items that cannot be imported, by kind. */
  left: z.array(z.object({ what: z.string(), count: z.number() })),
  /** Column titles of a sheet with sample values from the first rows. */
  columns: z.array(z.object({ title: z.string(), samples: z.array(z.string()) })),
  broken: broken.nullable(),
})
export type ImportSummary = z.output<typeof importSummary>

const key = z.string().max(500, '分组的名称不能超过 500 个字')
/** Target of a group. classId 0 with `title`: a new column of this name below parentId. */
const target = z.object({
  key,
  to: z.enum(['column', 'new', 'skip'], '请选择导入目标'),
  classId: id.default(0),
  title: z.string().trim().max(254, '栏目名称不能超过 254 个字').default(''),
  parentId: id.default(0),
})
export const importMapping = z.object({
  groups: z
    .array(target)
    .min(1, '请选择导入到哪个栏目')
    .max(MAX_IMPORT_GROUPS, `分组不能超过 ${MAX_IMPORT_GROUPS} 个，请拆分后分批导入`),
  /** Only for a sheet: the target field of each of its columns; '' skips the column. */
  columns: z
    .array(z.object({ title: key, fieldName: z.string().max(254) }))
    .max(MAX_IMPORT_GROUPS)
    .default([]),
  /** Only for a sheet: the column that permanently identifies a row; '' compares whole rows. */
  keyTitle: key.default(''),
  /** Handling of entries that were imported before. */
  again: z.enum(['skip', 'update'], '请选择已导入内容的处理方式').default('skip'),
  /** Publishes entries that are published on the source site, with all checks and approvals of the column. */
  publish: flag,
  /** Downloads pictures from the source site's addresses, but never from private addresses. */
  fetchPictures: flag,
})
export type ImportMapping = z.output<typeof importMapping>
/** The mapping in responses. */
const mappingOutput = importMapping.extend({ publish: z.boolean(), fetchPictures: z.boolean() })

const IMPORT_OUTCOMES = ['created', 'updated', 'skipped', 'failed'] as const
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number]
const counts = z.object({ created: z.number(), updated: z.number(), skipped: z.number(), failed: z.number() })
export type ImportCounts = z.output<typeof counts>

export const contentImport = z.object({
  id: z.number(),
  siteId: z.number(),
  kind: z.enum(IMPORT_KINDS),
  fileName: z.string(),
  /** The last job of this import. */
  jobId: z.number(),
  found: importSummary.nullable(),
  mapping: mappingOutput.nullable(),
  /** Only for a sheet: the last mapping of columns with these titles on this site. */
  remembered: mappingOutput.nullable(),
  /** Counts of the last trial run; null: none with this mapping yet. */
  trial: counts.nullable(),
  /** Counts of the import; null: not imported yet. */
  result: counts.nullable(),
  createDate: dateTime,
})
export type ContentImport = z.output<typeof contentImport>

/** An entry of the source: its position, and its actual or expected result. */
const importLine = z.object({
  /** Line of an XML file, row of a sheet, or number of a page. */
  row: z.number(),
  title: z.string(),
  target: z.string(),
  outcome: z.enum(IMPORT_OUTCOMES),
  /** Field, problem and remedy; '' if there is no problem. */
  reason: z.string(),
})
export type ImportLine = z.output<typeof importLine>

const imports = ['contentImport.findById', 'contentImport.list', 'contentImport.lines'] as const

export const contentImportOperations = withAreaTitles({ contentImport: '导入内容' })({
  /** Starts reading an upload of the caller (target `call`, dir `import`). */
  'contentImport.begin': mutation({
    method: 'POST',
    path: path('begin'),
    title: '读取要导入的文件',
    access: site(role, 'siteId'),
    input: z.object({ siteId: id, kind: z.enum(IMPORT_KINDS, '请选择来源'), path: z.string().min(1).max(2000) }),
    output: z.object({ id: z.number(), jobId: z.number() }),
    success: '正在读取',
    stale: imports,
  }),
  'contentImport.findById': query({
    method: 'GET',
    path: path('findById/{id}'),
    title: '内容迁移',
    access: role,
    input: byId,
    output: contentImport,
  }),
  /** The caller's recent imports, newest first, which can be resumed. */
  'contentImport.list': query({
    method: 'GET',
    path: path('list'),
    title: '最近的内容迁移',
    access: site(role, 'siteId'),
    input: z.object({ siteId: id }),
    output: z.array(contentImport.pick({ id: true, kind: true, fileName: true, result: true, createDate: true })),
  }),
  /** Runs a trial or the import. Requires the permission 导入 on each named column, and with `publish` also 发布. */
  'contentImport.run': mutation({
    method: 'POST',
    path: path('run'),
    title: '内容迁移',
    access: column('import', 'groups[].classId', role),
    body: 'rows',
    input: importMapping.extend({ id, trial: flag }),
    output: jobRef,
    success: '已开始',
    stale: [...imports, 'column.getTree', 'content.page', 'content.draftPage'],
  }),
  'contentImport.lines': query({
    method: 'GET',
    path: path('lines'),
    title: '内容迁移的结果',
    access: role,
    input: paging({ id, trial: flag, failedOnly: flag }),
    output: paged(importLine),
  }),
  'contentImport.report': defineSheetExport({
    path: path('report'),
    title: '下载内容迁移报告',
    access: role,
    input: z.object({ id, trial: flag }),
  }),
})
