import { z } from 'zod'
import { areas, column, mutation, query, role, site } from './define.ts'
import { byId, dateTime, flag, id, paged, paging } from './fields.ts'
import { jobRef } from './job.ts'
import { sheetExport } from './sheet.ts'

const path = (rest: string) => `api/sitecraft/content-import/${rest}`

/** wxr: an export of WordPress, alone or in a zip with its uploads. html: a zip of pages. sheet: xlsx, xls or csv. */
const IMPORT_KINDS = ['wxr', 'html', 'sheet'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** What may be uploaded for a kind, and how large it may be (MB). */
export const IMPORT_FILES: Record<ImportKind, { extensions: readonly string[]; limitMb: number }> = {
  wxr: { extensions: ['xml', 'zip'], limitMb: 2048 },
  html: { extensions: ['zip'], limitMb: 2048 },
  sheet: { extensions: ['xlsx', 'xls', 'csv'], limitMb: 100 },
}
/** Most groups (categories, folders, columns of a sheet) that a source may have. */
export const IMPORT_GROUPS = 2000
/** Days that an uploaded source is kept, so that an import can be gone on with. */
export const IMPORT_DAYS = 7

/** What entries of a source belong to: a category of WordPress, its pages, a folder. A sheet has one, whose key is ''. */
const importGroup = z.object({ key: z.string(), title: z.string(), count: z.number() })
export type ImportGroup = z.output<typeof importGroup>

/** Where reading a source had to end, before its end. */
const broken = z.object({ line: z.number(), column: z.number(), message: z.string() })

export const importFound = z.object({
  /** Name of the former site; '' when it has none. */
  from: z.string(),
  entries: z.number(),
  /** Of these, how many were published there. */
  published: z.number(),
  groups: z.array(importGroup),
  authors: z.array(z.string()),
  /** In the source itself, and those that only have an address. */
  pictures: z.number(),
  remotePictures: z.number(),
  /** What can't be taken, by its kind. */
  left: z.array(z.object({ what: z.string(), count: z.number() })),
  /** Titles of a sheet's columns with the first values below them. */
  columns: z.array(z.object({ title: z.string(), samples: z.array(z.string()) })),
  broken: broken.nullable(),
})
export type ImportFound = z.output<typeof importFound>

const key = z.string().max(500, '分组的名称太长')
/** What becomes of a group. classId 0 with `title`: a new column of that name below parentId. */
const target = z.object({
  key,
  to: z.enum(['column', 'new', 'skip'], '请选择导入到哪里'),
  classId: id.default(0),
  title: z.string().trim().max(254, '栏目名称不能超过 254 个字').default(''),
  parentId: id.default(0),
})
export const importMapping = z.object({
  groups: z.array(target).min(1, '请选择导入到哪个栏目').max(IMPORT_GROUPS, '分组太多'),
  /** Of a sheet: which field takes each of its columns; '' takes none. */
  columns: z
    .array(z.object({ title: key, fieldName: z.string().max(254) }))
    .max(IMPORT_GROUPS)
    .default([]),
  /** Of a sheet: the column that names a row for ever; '' compares whole rows. */
  keyTitle: key.default(''),
  /** What was imported before. */
  again: z.enum(['skip', 'update'], '请选择已导入过的内容怎么处理').default('skip'),
  /** Publishes what was published there, with all checks and approvals of the column. */
  publish: flag,
  /** Fetches pictures from the former site's addresses; private addresses never. */
  fetchPictures: flag,
})
export type ImportMapping = z.output<typeof importMapping>
/** As it is answered. */
const keptMapping = importMapping.extend({ publish: z.boolean(), fetchPictures: z.boolean() })

const IMPORT_OUTCOMES = ['created', 'updated', 'skipped', 'failed'] as const
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number]
const counts = z.object({ created: z.number(), updated: z.number(), skipped: z.number(), failed: z.number() })
export type ImportCounts = z.output<typeof counts>

export const contentImport = z.object({
  id: z.number(),
  siteId: z.number(),
  kind: z.enum(IMPORT_KINDS),
  fileName: z.string(),
  /** The last job of it. */
  jobId: z.number(),
  found: importFound.nullable(),
  mapping: keptMapping.nullable(),
  /** Of a sheet: how the columns of those titles were taken last time on this site. */
  remembered: keptMapping.nullable(),
  /** Of the last trial; null: none was made with this mapping. */
  trial: counts.nullable(),
  /** Of the import; null: nothing was imported yet. */
  result: counts.nullable(),
  createDate: dateTime,
})
export type ContentImport = z.output<typeof contentImport>

/** An entry of the source: where it stands, and what became or would become of it. */
const importLine = z.object({
  /** Line of an XML file, row of a sheet, number of a page. */
  row: z.number(),
  title: z.string(),
  target: z.string(),
  outcome: z.enum(IMPORT_OUTCOMES),
  /** Field, what is wrong with it, and what to do; '' when nothing is. */
  reason: z.string(),
})
export type ImportLine = z.output<typeof importLine>

const imports = ['contentImport.findById', 'contentImport.list', 'contentImport.lines'] as const

export const contentImportOperations = areas({ contentImport: '导入内容' })({
  /** Takes an upload of the caller's own (target `call`, dir `import`) and begins to read what is in it. */
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
  /** One's own of the last days, the newest first: they can be gone on with. */
  'contentImport.list': query({
    method: 'GET',
    path: path('list'),
    title: '最近的内容迁移',
    access: site(role, 'siteId'),
    input: z.object({ siteId: id }),
    output: z.array(contentImport.pick({ id: true, kind: true, fileName: true, result: true, createDate: true })),
  }),
  /** Tries or carries out. Each column that is named needs 导入 on it, with `publish` 发布 too. */
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
  'contentImport.report': sheetExport({
    path: path('report'),
    title: '下载内容迁移报告',
    access: role,
    input: z.object({ id, trial: flag }),
  }),
})
