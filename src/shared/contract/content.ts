import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { ENTRY_EVENT_KINDS } from '../domain/entryEvents.ts'
import { PROMOTIONS } from '../domain/promotions.ts'
import { withAreaTitles, cms, column, query, role, site } from './define.ts'
import { entryApproval } from './approval.ts'
import { columnDetail, menuField } from './column.ts'
import { count, dateTime, flag, id, idList, paged, paging, text } from './fields.ts'

export { sensitiveHit, type SensitiveHit } from '../errors/facts.ts'

const shape = {
  id: z.number(),
  classId: z.number(),
  /** `code` of the column. */
  menuCode: z.string(),
  /** Title of the column. */
  className: z.string(),
  siteId: z.number(),
  channel: z.string(),
  /** The number that all copies of an entry share; 0 for an entry that was never copied. */
  xgid: z.number(),
  /** Ids of the chosen labels, of all label fields. */
  labelIds: z.array(z.number()),
  /** true: published. */
  isStatus: z.boolean(),
  /**
   * false: an approver refused the entry (contradictions.md 67). B·§2: only 0 means a refusal, so the default is true.
   */
  pass: z.boolean().default(true),
  /** '' without an application for approval. */
  approveInstanceId: z.string(),
  /** JSON text with trueName and approveResult; '' for none. */
  approveResult: z.string(),
  sort: z.number(),
  hits: z.number(),
  createTime: dateTime,
  /** Username of the author. */
  createBy: z.string(),
  /** Optimistic lock: grows with each save and is sent back with an edit. */
  version: z.number(),
  changedBy: z.string(),
  changedAt: dateTime,
  /** Only for entries in the recycle bin. */
  recycleTime: dateTime.optional(),
  /** Time of the final deletion; only for entries in the recycle bin. */
  expireTime: dateTime.optional(),
}
const flags = Object.fromEntries(PROMOTIONS.map((each) => [each.flag, z.boolean()])) as Record<
  (typeof PROMOTIONS)[number]['flag'],
  z.ZodBoolean
>

/**
 * B·§3 Content entry: fixed values, promotion flags, and the column's dynamic fields as texts (`entryText` reads one).
 * Lists contain only the fixed values and the list fields.
 */
export const contentEntry = z.object({ ...shape, ...flags }).catchall(z.unknown())
export type ContentEntry = z.output<typeof contentEntry>

/** Names of the entry's own properties, which no dynamic field may use. */
export const ENTRY_NAMES: ReadonlySet<string> = new Set([...Object.keys(shape), ...Object.keys(flags)])

/**
 * A field and its value in a save (B·§7). A value is text: a path for Photo, Video and File; JSON of MediaItem[] for
 * the batch types; ids joined by commas for RelationContent, RelationLabel, dictionary type 2, 4 and 5 (B·§3); HTML for
 * Editor.
 */
export const fieldPair = z.object({
  fieldName: z.string().min(1).max(100),
  fieldValue: z.string().max(20_000_000, '内容太大，请减少正文中的内容'),
})
/** A pair before parsing: some clients send numbers, and null for an empty value. */
export const rawFieldPair = fieldPair.extend({
  fieldValue: z.union([fieldPair.shape.fieldValue, z.number().transform(String), z.null().transform(() => '')]),
})
export type FieldPair = z.output<typeof fieldPair>

/** Maximum number of entries in `content.selectOptions`, which is not paged (B·§7). */
export const MAX_OPTIONS = 1000

/** `yyyy-MM-dd`, with or without a time; '' for no bound. */
const bound = z
  .string()
  .regex(/^(\d{4}-\d{2}-\d{2}( \d{2}:\d{2}(:\d{2})?)?)?$/, '日期格式应为 yyyy-MM-dd')
  .default('')

const filters = {
  classId: id,
  siteId: id.optional(),
  /** Absent or '': all. */
  isStatus: z.union([z.literal('').transform(() => undefined), flag.unwrap()]).optional(),
  /**
   * All conditions must hold: a text contains the value, a choice or a date equals it. Fields that the column cannot
   * search are refused.
   */
  fieldKeyValuePairDTOList: z
    .array(fieldPair.extend({ fieldValue: z.string().max(254, '搜索内容不能超过 254 个字') }))
    .max(50)
    .default([]),
  startTime_createTime: bound,
  endTime_createTime: bound,
} as const

/** Input of the list, the bins, the picker and the clue tabs. `key` searches all texts of an entry. */
const contentPaging = paging(filters)
/** The same filters without paging, for exports. */
export const contentFilters = z.object({ ...filters, key: text(254, '搜索内容') })

/** A saved state of an entry. */
const contentRevision = z.object({
  id: z.number(),
  /** The entry's version number. */
  version: z.number(),
  createTime: dateTime,
  author: z.string(),
  /** create, save, publish, unpublish, restore (of a revision), import, copy, reject, forward, apply, agree. */
  reason: z.string(),
  isStatus: z.boolean(),
  /** Names of the fields that differ from the previous revision. */
  changed: z.array(z.string()),
  /** State of the application that was made with this save. */
  approval: z.enum(['none', 'waiting', 'agreed', 'refused', 'withdrawn']).default('none'),
  /** An edit of a public entry that waits for approval; the public entry itself is unchanged. */
  isProposal: z.boolean().default(false),
})
export type ContentRevision = z.output<typeof contentRevision>

/** An event in the timeline of an entry. */
const entryEvent = z.object({
  id: z.number(),
  /** Id of the entry, which may be deleted. */
  contentId: z.number(),
  title: z.string(),
  kind: z.enum(ENTRY_EVENT_KINDS),
  createTime: dateTime,
  /** Real name of the author; '' for the server itself. */
  author: z.string(),
  detail: z.string(),
  /** Id of the related application or entry; 0: none. */
  refId: z.number(),
  /** The revision that the event created and the previous one; 0: none. */
  version: z.number(),
  revisionId: z.number(),
  beforeId: z.number(),
  /** Aliases of the changed fields. */
  changed: z.array(z.string()),
})
export type EntryEvent = z.output<typeof entryEvent>

/** Filters of timeline events; id 0: all entries that are or were in the column. Empty kinds: all. */
export const timelineFilters = z.object({
  classId: id,
  id: id.default(0),
  kinds: z.array(z.enum(ENTRY_EVENT_KINDS)).max(ENTRY_EVENT_KINDS.length).default([]),
  author: text(254, '操作人'),
  startDate: bound,
  endDate: bound,
})

/** A field of the form with its value; for a new entry the default value. */
const formField = menuField.extend({ value: z.string() })

/** Filters of call 88; an empty list filters nothing. */
export const statisticsFilters = z.object({
  classIds: z.array(id).max(10_000).default([]),
  departments: z.array(id).max(10_000).default([]),
  roleIds: z.array(id).max(10_000).default([]),
  siteIds: z.array(id).max(1000).default([]),
  startDate: bound,
  endDate: bound,
})

/** B·§3 Publish statistics row: the entries of one person, each counted once. */
const statisticsRow = z.object({
  role: z.string(),
  department: z.string(),
  person: z.string(),
  publishedCount: count,
  toBePublishedCount: count,
  recycleBinCount: count,
  draftBoxCount: count,
  sum: count,
})
export type StatisticsRow = z.output<typeof statisticsRow>

const identifier = z.string().max(254, '栏目标识不能超过 254 个字')
const path = (rest: string) => cms(`content/{classId}/${rest}`)
const one = z.object({ classId: id, id })

/** Reading content (calls 69–75, 83, 84, 88). All are authorised by site and column; a missing column is `not-found`. */
export const contentOperations = withAreaTitles({ content: '内容' })({
  'content.page': query({
    method: 'POST',
    path: path('page'),
    call: 69,
    title: '内容列表',
    scopes: ['content.read'],
    access: column('read', 'classId'),
    input: contentPaging,
    output: paged(contentEntry),
  }),
  'content.draftPage': query({
    method: 'POST',
    path: path('draftPage'),
    call: 70,
    title: '草稿箱',
    scopes: ['content.read'],
    access: column('openBins', 'classId'),
    input: contentPaging,
    output: paged(contentEntry),
  }),
  'content.recyclePage': query({
    method: 'POST',
    path: path('recyclePage'),
    call: 71,
    title: '内容回收站',
    scopes: ['content.remove'],
    access: column('openBins', 'classId'),
    input: contentPaging,
    output: paged(contentEntry),
  }),
  /** Returns the entries in the order of the ids, without deleted entries and those in the recycle bin. */
  'content.listByIds': query({
    method: 'POST',
    path: path('listByIds'),
    call: 73,
    title: '内容（按编号）',
    scopes: ['content.read'],
    access: column('read', 'classId'),
    input: z.object({ classId: id, idList }),
    output: z.array(contentEntry),
  }),
  /** The entry of a single-page column; null until it is written. */
  'content.findByMenuAndSite': query({
    method: 'POST',
    path: path('findByMenuAndSite'),
    call: 74,
    title: '单篇内容',
    scopes: ['content.read'],
    access: column('read', 'menuId', column('read', 'classId')),
    input: z.object({ classId: id, menuId: id.optional(), siteId: id.optional() }),
    output: contentEntry.nullable(),
  }),
  'content.findById': query({
    method: 'GET',
    path: path('findById/{id}'),
    call: 75,
    title: '内容详情',
    scopes: ['content.read', 'content.write'],
    access: column('read', 'classId'),
    input: one,
    output: contentEntry,
  }),
  /**
   * id 0: a new entry. The fields hold the version that waits for approval, if there is one. `approval`: the last
   * application for the entry, while it waits or if it was refused.
   */
  'content.form': query({
    method: 'GET',
    path: path('form/{id}'),
    call: 83,
    title: '内容表单',
    scopes: ['content.read', 'content.write'],
    access: column('read', 'classId'),
    input: one,
    output: z.object({
      entry: contentEntry.nullable(),
      column: columnDetail,
      fields: z.array(formField),
      approval: entryApproval.nullish(),
    }),
  }),
  /** Ids and titles of entries, at most MAX_OPTIONS, for options of a search field or a form. */
  'content.selectOptions': query({
    method: 'POST',
    path: cms('content/selectOptions'),
    call: 84,
    title: '内容选项',
    scopes: ['content.read', 'content.write'],
    access: site(role, 'siteId'),
    input: z.object({
      key: text(254, '搜索内容'),
      siteId: id.optional(),
      classIdList: z.array(id).max(100).optional(),
      /** `identifies` of columns of the site. */
      childIdentifies: z.union([identifier.transform((one) => [one]), z.array(identifier).max(1000)]).optional(),
      /** Beyond the documents: only these entries, for the titles of entries beyond the limit. */
      idList: z.array(id).max(MAX_OPTIONS).optional(),
    }),
    output: z.record(z.string(), z.string()),
  }),
  /** Beyond the documents: revisions of an entry, newest first. */
  'content.revisions': query({
    method: 'POST',
    path: path('revisions'),
    title: '内容历史',
    scopes: ['content.read'],
    access: column('read', 'classId'),
    input: paging({ classId: id, id }),
    output: paged(contentRevision),
  }),
  /** Beyond the documents: the texts of a revision. */
  'content.revision': query({
    method: 'POST',
    path: path('revision'),
    title: '内容历史版本',
    scopes: ['content.read'],
    access: column('read', 'classId'),
    input: z.object({ classId: id, id, revisionId: id }),
    output: contentRevision.extend({ fields: z.array(fieldPair) }),
  }),
  /** Beyond the documents: events of an entry or a column, newest first. */
  'content.timeline': query({
    method: 'POST',
    path: path('timeline'),
    title: '内容时间线',
    scopes: ['content.read'],
    access: column('read', 'classId'),
    input: paging(timelineFilters.shape),
    output: paged(entryEvent),
  }),
  'content.publishStatistics': query({
    method: 'POST',
    path: cms('content/0/publishStatistics'),
    call: 88,
    title: '发布统计',
    access: site(MENU.publishStats, 'siteIds[]'),
    input: statisticsFilters,
    output: z.array(statisticsRow),
  }),
})
