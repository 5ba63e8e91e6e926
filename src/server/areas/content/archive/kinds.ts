import type { Database } from '#server/db/schema.ts'

/** What a column of a table holds: an id or other whole number, 0 or 1, text, JSON that the archive holds as JSON. */
export type ColumnValue = 'number' | 'flag' | 'text' | 'json'

/** Rows of a table that belong to a site, and what of them an archive holds: what is not named here never leaves. */
export interface Kind {
  /** What people call them. */
  title: string
  table: keyof Database
  columns: Readonly<Record<string, ColumnValue>>
  /**
   * site: those with the site's number. ids: those that others refer to (`Scope`). Else the rows that belong to rows of
   * another kind, by the column with its id.
   */
  of: 'site' | 'ids' | { kind: string; column: string }
  /** What keeps their order where they have no `id`. */
  order?: readonly string[]
  /** Columns that are made anew, or mean nothing elsewhere. */
  without: readonly string[]
}

/** Columns by what they hold, several names in a text. */
const named = (names: Partial<Record<ColumnValue, string>>): Readonly<Record<string, ColumnValue>> =>
  Object.fromEntries(
    (Object.entries(names) as [ColumnValue, string][]).flatMap(([holds, all]) =>
      all.split(' ').map((name): [string, ColumnValue] => [name, holds]),
    ),
  )

/** In the order in which an import takes them: each after what it refers to. `contents` holds its texts as `values`. */
export const KINDS = {
  accounts: {
    title: '人员',
    table: 'account',
    of: 'ids',
    columns: named({ number: 'id', text: 'username trueName' }),
    without: [
      'usernameKey',
      'passwordHash',
      'roleId',
      'isStatus',
      'createTime',
      'initials',
      'searchText',
      'email',
      'departmentId',
      'phone',
      'employeeNumber',
      'mustChangePassword',
      'passwordTime',
      'lastLoginTime',
      'lastLoginIp',
      'loginTimes',
      'version',
      'updatedBy',
      'updateTime',
    ],
  },
  dictionaries: {
    title: '字典',
    table: 'dictionary',
    of: 'ids',
    columns: named({ number: 'id siteId createTime version updateTime', text: 'title updatedBy', json: 'value' }),
    without: [],
  },
  classify: {
    title: '多级字典项',
    table: 'classify',
    of: 'ids',
    columns: named({ number: 'id parentId sort version updateTime', text: 'title subTitle updatedBy' }),
    without: [],
  },
  labelCategories: {
    title: '标签分类',
    table: 'label_category',
    of: 'site',
    columns: named({ number: 'id version updateTime', text: 'title updatedBy' }),
    without: ['siteId'],
  },
  labels: {
    title: '标签',
    table: 'label',
    of: 'site',
    columns: named({ number: 'id classId version updateTime', text: 'title updatedBy' }),
    without: ['siteId'],
  },
  workflows: {
    title: '审批流程',
    table: 'workflow',
    of: 'site',
    columns: named({
      number: 'id dueDays createTime version updateTime',
      flag: 'revocability',
      text: 'title remark updatedBy',
    }),
    without: ['siteId'],
  },
  workflowNodes: {
    title: '审批节点',
    table: 'workflow_node',
    of: { kind: 'workflows', column: 'workflowId' },
    columns: named({ number: 'id workflowId sort dueHours', text: 'title', json: 'roles' }),
    without: [],
  },
  columns: {
    title: '栏目',
    table: 'site_column',
    of: 'site',
    columns: named({
      number: 'id parentId menuType sort hits moduleId version changeTime',
      flag: 'clue isAddArticle allowAddChild allowUpdate allowDelete allowCascadeDelete allowSort isChildMenu isSystemMenu showCrumbs showLoop showFront showManage targetBlank',
      text: 'title enTitle identifies code manageUrl frontUrl relationWorkFlow seoTitle seoKeywords seoDescription changedBy',
      json: 'frontListUrl frontListTemplate frontDetailUrl frontDetailTemplate setting apiUrlList showPositionIds fields',
    }),
    without: ['siteId'],
  },
  attachments: {
    title: '上传的文件',
    table: 'attachment',
    of: 'ids',
    columns: named({
      number: 'id accountId size imageWidth imageHeight createTime',
      flag: 'isRegistered',
      text: 'kind oldName accessPath extension dir',
    }),
    without: ['blobKey', 'siteId', 'sha512', 'sha256', 'path', 'attempt', 'expireTime', 'isPrivate'],
  },
  contents: {
    title: '内容',
    table: 'content',
    of: 'site',
    columns: named({
      number: 'id classId xgid sort promotions hits createTime createById updateTime version recycleTime publishTime',
      flag: 'isStatus isRecycled pass',
      text: 'approveResult createBy updatedBy',
      json: 'fields',
    }),
    without: ['siteId', 'title', 'approveInstanceId', 'attempt'],
  },
  revisions: {
    title: '历史版本',
    table: 'content_revision',
    of: { kind: 'contents', column: 'contentId' },
    columns: named({
      number: 'contentId version createTime',
      flag: 'isStatus',
      text: 'reason author',
      json: 'fields changed',
    }),
    without: ['id'],
  },
  events: {
    title: '时间线',
    table: 'content_event',
    of: { kind: 'contents', column: 'contentId' },
    columns: named({ number: 'contentId classId version authorId refId createTime', text: 'kind title author detail' }),
    without: ['id', 'siteId'],
  },
  notes: {
    title: '批注',
    table: 'content_note',
    of: { kind: 'contents', column: 'contentId' },
    columns: named({
      number: 'id contentId parentId authorId createTime closeTime',
      text: 'fieldName quote before after text author closedBy',
    }),
    without: [],
  },
  redirects: {
    title: '301跳转',
    table: 'site_redirect',
    of: 'site',
    columns: named({
      number: 'id hits hitTime createTime version updateTime',
      flag: 'isAuto isStatus',
      text: 'source sourceKey target note updatedBy',
    }),
    without: ['siteId'],
  },
  sitemapRules: {
    title: '网站地图设置',
    table: 'sitemap_rule',
    of: 'site',
    order: ['columnId'],
    columns: named({ number: 'columnId', text: 'included frequency priority' }),
    without: ['siteId'],
  },
  products: {
    title: '产品',
    table: 'net_worth_product',
    of: 'site',
    columns: named({
      number: 'id classId version updateTime',
      text: 'productCode title singleLine16 stopTime updatedBy',
    }),
    without: ['siteId', 'accountId'],
  },
  netWorths: {
    title: '净值',
    table: 'net_worth',
    of: { kind: 'products', column: 'productId' },
    columns: named({
      number: 'id productId createTime version updateTime',
      flag: 'isStatus',
      text: 'productName productType productTypeName nwTime state naValue accumulValue fundIncome sevenAnnualized updatedBy',
    }),
    without: [],
  },
  memberLevels: {
    title: '会员等级',
    table: 'member_level',
    of: 'site',
    columns: named({ number: 'id startValue endValue version updateTime', text: 'name note updatedBy' }),
    without: ['siteId'],
  },
  memberGroups: {
    title: '会员组',
    table: 'member_group',
    of: 'site',
    columns: named({ number: 'id version updateTime', text: 'name note updatedBy' }),
    without: ['siteId'],
  },
  members: {
    title: '会员',
    table: 'member',
    of: 'site',
    columns: named({
      number: 'id levelId points eraseTime createTime version updateTime',
      flag: 'isEnable',
      text: 'userName userNameKey phone email name nickName birthday headSculpture sex source updatedBy',
    }),
    without: ['siteId'],
  },
  memberships: {
    title: '会员所在的组',
    table: 'member_in_group',
    of: { kind: 'members', column: 'memberId' },
    order: ['memberId', 'groupId'],
    columns: named({ number: 'memberId groupId' }),
    without: [],
  },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof KINDS
export const KIND_NAMES = Object.keys(KINDS) as KindName[]
export const kindOf = (name: KindName): Kind => KINDS[name]

/** Files of an archive with lines of their own shape, after the rows. */
export const OTHER_LINES = ['templates', 'templateFiles', 'settings'] as const
export type LinesName = KindName | (typeof OTHER_LINES)[number]
export const LINES_NAMES: readonly LinesName[] = [...KIND_NAMES, ...OTHER_LINES]

/** What an export without history, or without members, leaves out. */
export const HISTORY_KINDS: ReadonlySet<string> = new Set<KindName>(['revisions', 'events', 'notes'])
export const MEMBER_KINDS: ReadonlySet<string> = new Set<KindName>([
  'memberLevels',
  'memberGroups',
  'members',
  'memberships',
])
/** Are they told apart by ids, which an import gives anew? */
export const withIds = (name: KindName): boolean => 'id' in KINDS[name].columns
