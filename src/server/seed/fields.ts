import type { MenuField } from '#shared/contract/column.ts'
import { fieldForm } from '#shared/contract/fieldForm.ts'

type Extra = Partial<Omit<MenuField, 'fieldName' | 'fieldAlias' | 'fieldType' | 'sort'>>
type FieldSeed = [name: string, alias: string, type: MenuField['fieldType'], extra?: Extra]

const fields = (...seeds: FieldSeed[]): MenuField[] =>
  seeds.map(([fieldName, fieldAlias, fieldType, extra], index) => ({
    ...fieldForm.parse({ fieldName, fieldType }),
    fieldAlias,
    ...extra,
    sort: index + 1,
  }))

const title: FieldSeed = ['title', '标题', 'SingleLine', { isRequired: true, isList: true, isSearch: true }]
const content: FieldSeed = ['content', '正文', 'Editor', { isRequired: true }]

export const ARTICLE_FIELDS = fields(
  title,
  ['subTitle', '副标题', 'SingleLine'],
  ['photo', '封面图', 'Photo', { note: '建议 800 × 600 像素' }],
  ['source', '来源', 'SingleLine', { isList: true, isSearch: true }],
  ['author', '作者', 'SingleLine'],
  ['publishTime', '发布时间', 'DateTime', { isRequired: true, isList: true }],
  ['summary', '摘要', 'MultiLine'],
  content,
)
export const PRODUCT_FIELDS = fields(
  title,
  ['model', '型号', 'SingleLine', { isList: true, isSearch: true }],
  ['photo', '主图', 'Photo', { isRequired: true, isList: true }],
  ['photos', '图集', 'BatchPhoto', { batchItemOpenTitle: true, batchItemOpenNote: true }],
  ['video', '介绍视频', 'Video'],
  ['summary', '简介', 'MultiLine'],
  content,
)
export const DOWNLOAD_FIELDS = fields(
  title,
  ['file', '文件', 'File', { isRequired: true }],
  ['edition', '版本', 'SingleLine', { isList: true }],
  ['publishDate', '发布日期', 'Date', { isList: true }],
  ['summary', '说明', 'MultiLine'],
)
export const JOB_FIELDS = fields(
  ['title', '职位', 'SingleLine', { isRequired: true, isList: true, isSearch: true }],
  ['place', '工作地点', 'SingleLine', { isList: true, isSearch: true }],
  ['headcount', '招聘人数', 'SingleLine', { isInteger: true, isList: true }],
  ['deadline', '截止日期', 'Date', { isList: true }],
  ['email', '投递邮箱', 'SingleLine', { isEmail: true }],
  content,
)
export const BANNER_FIELDS = fields(
  title,
  ['photo', '图片', 'Photo', { isRequired: true, isList: true }],
  ['link', '链接', 'SingleLine', { isUrl: true }],
)
export const PAGE_FIELDS = fields(title, content)
