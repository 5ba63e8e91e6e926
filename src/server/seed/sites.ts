import type { MenuField } from '#shared/contract/column.ts'
import { fieldForm } from '#shared/contract/fieldForm.ts'
import type { ColumnSeed } from './column.ts'

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

const ARTICLE_FIELDS = fields(
  title,
  ['subTitle', '副标题', 'SingleLine'],
  ['photo', '封面图', 'Photo', { note: '建议 800 × 600 像素' }],
  ['source', '来源', 'SingleLine', { isList: true, isSearch: true }],
  ['author', '作者', 'SingleLine'],
  ['publishTime', '发布时间', 'DateTime', { isRequired: true, isList: true }],
  ['summary', '摘要', 'MultiLine'],
  content,
)
const PRODUCT_FIELDS = fields(
  title,
  ['model', '型号', 'SingleLine', { isList: true, isSearch: true }],
  ['photo', '主图', 'Photo', { isRequired: true, isList: true }],
  ['photos', '图集', 'BatchPhoto', { batchItemOpenTitle: true, batchItemOpenNote: true }],
  ['video', '介绍视频', 'Video'],
  ['summary', '简介', 'MultiLine'],
  content,
)
const DOWNLOAD_FIELDS = fields(
  title,
  ['file', '文件', 'File', { isRequired: true }],
  ['edition', '版本', 'SingleLine', { isList: true }],
  ['publishDate', '发布日期', 'Date', { isList: true }],
  ['summary', '说明', 'MultiLine'],
)
const JOB_FIELDS = fields(
  ['title', '职位', 'SingleLine', { isRequired: true, isList: true, isSearch: true }],
  ['place', '工作地点', 'SingleLine', { isList: true, isSearch: true }],
  ['headcount', '招聘人数', 'SingleLine', { isInteger: true, isList: true }],
  ['deadline', '截止日期', 'Date', { isList: true }],
  ['email', '投递邮箱', 'SingleLine', { isEmail: true }],
  content,
)
const BANNER_FIELDS = fields(
  title,
  ['photo', '图片', 'Photo', { isRequired: true, isList: true }],
  ['link', '链接', 'SingleLine', { isUrl: true }],
)
const PAGE_FIELDS = fields(title, content)

const products = (title: string, enTitle: string, code: string): ColumnSeed => ({
  ...list(title, enTitle, code, PRODUCT_FIELDS),
  template: 'pictures.html',
})
const list = (title: string, enTitle: string, code: string, fields = ARTICLE_FIELDS): ColumnSeed => ({
  title,
  enTitle,
  code,
  kind: 'list',
  fields,
})
const article = (title: string, enTitle: string, code: string): ColumnSeed => ({
  title,
  enTitle,
  code,
  kind: 'article',
  fields: PAGE_FIELDS,
})
const group = (title: string, enTitle: string, code: string, child: ColumnSeed[]): ColumnSeed => ({
  title,
  enTitle,
  code,
  kind: 'plain',
  child,
})
const banner: ColumnSeed = {
  ...list('首页轮播图', 'Banners', '', BANNER_FIELDS),
  identifies: 'banner',
  hidden: true,
}

interface SiteSeed {
  title: string
  symbol: string
  note: string
  domain: string
  seoDescription: string
  icp: string
  copyright: string
  columns: readonly ColumnSeed[]
}

/** Default values of an enabled, unified site (A·§3). */
export const EMPTY_SITE = {
  manageType: 1201,
  templateId: 0,
  isStatus: 1,
  grayscale: 0,
  javascript: '',
  icp: '',
  copyright: '',
  policeIcp: '',
  eduIcp: '',
  seoTitle: '',
  seoKeywords: '',
  seoDescription: '',
} as const

/** The two sites of a fresh installation. */
export const SITES: readonly SiteSeed[] = [
  {
    title: '集团官网',
    symbol: 'group',
    note: '集团对外门户',
    domain: 'www.group.example',
    seoDescription: '以海洋装备、智能制造和绿色能源为主业的综合性企业集团',
    icp: '鲁ICP备00000000号-1',
    copyright: '集团版权所有，未经许可不得转载',
    columns: [
      banner,
      group('新闻中心', 'News', 'news', [
        list('集团新闻', 'Group News', 'group'),
        list('行业动态', 'Industry', 'industry'),
        list('媒体报道', 'Media', 'media'),
      ]),
      group('产品中心', 'Products', 'products', [
        products('产品系列', 'Series', 'series'),
        list('解决方案', 'Solutions', 'solutions'),
      ]),
      group('关于我们', 'About', 'about', [
        article('公司简介', 'Profile', 'profile'),
        article('发展历程', 'History', 'history'),
        article('企业文化', 'Culture', 'culture'),
      ]),
      list('人才招聘', 'Careers', 'careers', JOB_FIELDS),
      list('下载中心', 'Downloads', 'downloads', DOWNLOAD_FIELDS),
      article('联系我们', 'Contact', 'contact'),
    ],
  },
  {
    title: '海洋科技',
    symbol: 'ocean',
    note: '海洋科技子公司网站',
    domain: 'ocean.group.example',
    seoDescription: '专注海洋观测与深海装备的高新技术企业',
    icp: '鲁ICP备00000000号-2',
    copyright: '海洋科技版权所有',
    columns: [
      banner,
      group('新闻动态', 'News', 'news', [
        list('公司新闻', 'Company News', 'company'),
        list('科研进展', 'Research', 'research'),
      ]),
      products('海洋装备', 'Equipment', 'equipment'),
      group('科学考察', 'Expeditions', 'expeditions', [
        list('航次计划', 'Cruises', 'cruises'),
        article('考察船队', 'Fleet', 'fleet'),
      ]),
      list('资料下载', 'Downloads', 'downloads', DOWNLOAD_FIELDS),
      article('关于我们', 'About', 'about'),
      article('联系我们', 'Contact', 'contact'),
    ],
  },
]
