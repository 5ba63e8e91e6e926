type Field = [name: string, alias: string, type: string, extra?: Record<string, boolean>]

/** The initial catalogue of an installation, by group; the first group comes first. */
const GROUPS: readonly [title: string, fields: readonly Field[]][] = [
  [
    '基础字段',
    [
      ['title', '标题', 'SingleLine', { isRequired: true, isList: true, isSearch: true }],
      ['subTitle', '副标题', 'SingleLine'],
      ['source', '来源', 'SingleLine'],
      ['author', '作者', 'SingleLine'],
      ['keywords', '关键词', 'SingleLine'],
      ['link', '链接', 'SingleLine', { isUrl: true }],
      ['summary', '摘要', 'MultiLine'],
      ['content', '正文', 'Editor'],
    ],
  ],
  [
    '时间字段',
    [
      ['publishTime', '发布时间', 'DateTime', { isList: true }],
      ['publishDate', '发布日期', 'Date'],
      ['deadline', '截止日期', 'Date'],
    ],
  ],
  [
    '图片与文件',
    [
      ['photo', '图片', 'Photo'],
      ['video', '视频', 'Video'],
      ['file', '文件', 'File'],
      ['photos', '批量图片', 'BatchPhoto', { batchItemOpenTitle: true }],
      ['videos', '批量视频', 'BatchVideo', { batchItemOpenTitle: true }],
      ['files', '批量文件', 'BatchFile', { batchItemOpenTitle: true }],
    ],
  ],
  [
    '联系信息',
    [
      ['contact', '联系人', 'SingleLine'],
      ['tel', '电话', 'SingleLine', { isTel: true }],
      ['email', '邮箱', 'SingleLine', { isEmail: true }],
      ['idCard', '身份证号', 'SingleLine', { isIdCard: true }],
      ['address', '地址', 'SingleLine'],
    ],
  ],
  [
    '产品与岗位',
    [
      ['model', '型号', 'SingleLine'],
      ['edition', '版本', 'SingleLine'],
      ['place', '工作地点', 'SingleLine'],
      ['headcount', '招聘人数', 'SingleLine', { isInteger: true }],
    ],
  ],
  [
    '关联字段',
    [
      ['relationContent', '关联内容', 'RelationContent'],
      ['relationLabel', '关联标签', 'RelationLabel'],
    ],
  ],
]

const ALL = GROUPS.flatMap(([groupTitle, fields]) => fields.map((field) => ({ groupTitle, field })))

/** Rows of field_common; a larger sort value comes first. */
export const COMMON_FIELDS = ALL.map(
  ({ groupTitle, field: [fieldName, fieldAlias, fieldType, extra = {}] }, index) => ({
    groupTitle,
    fieldName,
    fieldAlias,
    fieldType,
    extra: JSON.stringify(extra),
    isStatus: 1 as const,
    sort: (ALL.length - index) * 10,
  }),
)
