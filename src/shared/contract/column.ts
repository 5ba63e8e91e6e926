import { z } from 'zod'
import { withAreaTitles, grantedColumn, query, session, site } from './define.ts'
import { byId, dateTime, flag, id, none } from './fields.ts'

/** The twelve attribute switches of A·§2. */
export const COLUMN_SWITCHES = [
  'allowAddChild',
  'allowUpdate',
  'allowDelete',
  'allowCascadeDelete',
  'allowSort',
  'isChildMenu',
  'isSystemMenu',
  'showCrumbs',
  'showLoop',
  'showFront',
  'showManage',
  'targetBlank',
] as const
export type ColumnSwitch = (typeof COLUMN_SWITCHES)[number]

/** A·§3 Field definition, as a column uses it. */
export const menuField = z.object({
  fieldName: z.string(),
  fieldAlias: z.string(),
  fieldType: z.enum([
    'SingleLine',
    'MultiLine',
    'Editor',
    'DateTime',
    'Date',
    'Photo',
    'Video',
    'File',
    'BatchPhoto',
    'BatchVideo',
    'BatchFile',
    'RelationContent',
    'RelationLabel',
  ]),
  defaultValue: z.string(),
  note: z.string(),
  isRequired: z.boolean(),
  isList: z.boolean(),
  isSearch: z.boolean(),
  isAdd: z.boolean(),
  isUpdate: z.boolean(),
  isEmail: z.boolean(),
  isIdCard: z.boolean(),
  isInteger: z.boolean(),
  isTel: z.boolean(),
  isUrl: z.boolean(),
  relationMark: z.string(),
  batchItemOpenTitle: z.boolean(),
  batchItemOpenSubTitle: z.boolean(),
  batchItemOpenLink: z.boolean(),
  batchItemOpenNote: z.boolean(),
  batchItemOpenIndex: z.boolean(),
  batchItemOpenNofollow: z.boolean(),
  batchItemOpenTarget: z.boolean(),
  sort: z.number(),
})
export type MenuField = z.output<typeof menuField>

/** A field of the search bar. B·§3 also names the type Image, a synonym of Photo. */
export const searchField = menuField.extend({
  fieldType: z.enum([...menuField.shape.fieldType.options, 'Image']),
})
export type SearchField = z.output<typeof searchField>

const columnFields = z.object({
  id: z.number(),
  parentId: z.number(),
  siteId: z.number(),
  title: z.string(),
  enTitle: z.string(),
  /** Alias of title (contradictions.md 47). */
  className: z.string(),
  classEnName: z.string(),
  /** 0 single article, 1 list, anything else a plain column. */
  menuType: z.number(),
  identifies: z.string(),
  code: z.string(),
  sort: z.number(),
  hits: z.number(),
  frontListUrl: z.array(z.string()),
  frontListTemplate: z.array(z.string()),
  frontDetailUrl: z.array(z.string()),
  frontDetailTemplate: z.array(z.string()),
  manageUrl: z.string(),
  frontUrl: z.string(),
  clue: z.boolean(),
  /** Permission ids of this column that can be granted to roles. */
  setting: z.array(z.number()),
  apiUrlList: z.array(z.string()),
  showPositionIds: z.array(z.number()),
  moduleId: z.number(),
  isAddArticle: z.boolean(),
  relationWorkFlow: z.string(),
  seoTitle: z.string(),
  seoKeywords: z.string(),
  seoDescription: z.string(),
  /** Derived: first list address, and the row flags of the channel view (contradictions.md 50, 54). */
  listPageUrl: z.string(),
  hasFrontChannel: z.boolean(),
  isCanShowHidden: z.boolean(),
  isCanAddSub: z.boolean(),
  isCanDeleted: z.boolean(),
  isCanCascadeDeleted: z.boolean(),
  allowAddChild: z.boolean(),
  allowUpdate: z.boolean(),
  allowDelete: z.boolean(),
  allowCascadeDelete: z.boolean(),
  allowSort: z.boolean(),
  isChildMenu: z.boolean(),
  isSystemMenu: z.boolean(),
  showCrumbs: z.boolean(),
  showLoop: z.boolean(),
  showFront: z.boolean(),
  showManage: z.boolean(),
  targetBlank: z.boolean(),
  /** Optimistic lock: grows with each save and is sent back with an edit. */
  version: z.number().optional(),
  changedBy: z.string().optional(),
  changeDate: dateTime.optional(),
})

/** A·§3 Column (menu) in a tree. */
export type Column = z.output<typeof columnFields> & { child: Column[] }
export const column: z.ZodType<Column> = columnFields
  .extend({
    get child() {
      return z.array(column)
    },
  })
  // The API document needs a name for a recursive schema.
  .meta({ id: 'Column' })

/** One column with its fields, the output of findById. */
export const columnDetail = columnFields.extend({
  menuField: z.array(menuField),
  listField: z.array(menuField),
  searchField: z.array(searchField),
})

export const columnOperations = withAreaTitles({ column: '栏目' })({
  'column.getTree': query({
    method: 'POST',
    path: 'api/cms/menu/getTree',
    call: 27,
    title: '栏目树',
    scopes: ['content.read', 'content.write', 'column.read'],
    /** Returns the columns granted to the role; site 0: the back office's own menus. */
    access: site(session, 'siteId'),
    input: z
      .object({ siteId: id.optional(), id: id.optional(), showHiddenMenu: flag })
      .transform((input) => ({ siteId: input.siteId ?? input.id ?? 0, showHiddenMenu: input.showHiddenMenu })),
    output: z.array(column),
  }),
  'column.findById': query({
    method: 'GET',
    path: 'api/cms/menu/findById/{id}',
    call: 28,
    title: '栏目详情',
    record: true,
    scopes: ['content.read', 'content.write', 'column.read'],
    access: grantedColumn('read', 'id', session),
    input: byId,
    output: columnDetail,
  }),
  /** The same output by POST, for the content screens. */
  'column.findByPost': query({
    method: 'POST',
    path: 'api/cms/menu/findById',
    call: 29,
    title: '栏目详情',
    access: grantedColumn('read', 'id', session),
    input: byId,
    output: columnDetail,
  }),
  'dict.index': query({
    method: 'GET',
    path: 'api/cms/dict/index',
    call: 39,
    title: '权限名称字典',
    access: session,
    input: none,
    output: z.array(z.object({ id: z.number(), title: z.string() })),
  }),
})
