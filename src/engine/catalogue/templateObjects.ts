import { PROMOTIONS } from '#shared/domain/promotions.ts'
import type { NamedValue, ThingName, ValueKind } from './types.ts'

const value = (name: string, title: string, kind: ValueKind = 'text'): NamedValue => ({ name, kind, title })

const SEO: readonly NamedValue[] = [
  value('seoTitle', 'SEO 标题'),
  value('seoKeywords', 'SEO 关键词'),
  value('seoDescription', 'SEO 描述'),
]

/** Fields of every article; the fields of its column are added. */
const ARTICLE: readonly NamedValue[] = [
  value('id', '编号', 'number'),
  value('title', '标题'),
  value('url', '详情页地址'),
  value('date', '发布时间，可用 date 过滤器格式化', 'date'),
  value('hits', '点击数', 'number'),
  value('column', '所在栏目', 'column'),
  value('labels', '标签', 'label[]'),
  value('current', '是否为页面的文章', 'boolean'),
  ...PROMOTIONS.map(({ flag, title }) => value(flag, `是否${title}`, 'boolean')),
]

/** Titles and fields of all kinds of things; templates can read nothing else. */
export const THINGS: Readonly<Record<ThingName, { title: string; fields: readonly NamedValue[] }>> = {
  site: {
    title: '站点',
    fields: [
      value('id', '编号', 'number'),
      value('title', '站点名称'),
      value('symbol', '站点标识符'),
      value('url', '首页地址'),
      value('domain', '第一个绑定的域名'),
      value('icp', 'ICP 备案号'),
      value('policeIcp', '公安备案号'),
      value('eduIcp', '教育备案号'),
      value('copyright', '版权信息'),
      value('grayscale', '是否哀悼模式', 'boolean'),
      value('javascript', '第三方代码', 'html'),
      value('year', '今年，四位数字'),
      ...SEO,
    ],
  },
  column: {
    title: '栏目',
    fields: [
      value('id', '编号', 'number'),
      value('title', '栏目名称'),
      value('enTitle', '栏目英文名称'),
      value('code', '栏目代码'),
      value('identifies', '栏目标识符'),
      value('menuType', '栏目类型：0 单篇文章，1 列表', 'number'),
      value('url', '列表页地址'),
      value('target', '打开方式：_self 或 _blank'),
      value('depth', '栏目的级别', 'number'),
      value('children', '在前台显示的下级栏目', 'column[]'),
      value('parent', '上级栏目', 'column'),
      value('top', '最上级栏目', 'column'),
      value('current', '是否为页面的栏目', 'boolean'),
      value('active', '是否为页面的栏目或其上级', 'boolean'),
      value('article', '单篇文章栏目的文章', 'article'),
      ...SEO,
    ],
  },
  article: { title: '文章', fields: ARTICLE },
  seo: {
    title: '页面的 SEO 信息：依次取文章、栏目、站点的设置',
    fields: [value('title', '标题'), value('keywords', '关键词'), value('description', '描述')],
  },
  page: {
    title: '正在生成的页面',
    fields: [
      value('number', '列表的页码', 'number'),
      value('path', '页面地址'),
      value('kind', '页面种类：home 首页，column 栏目页，entry 详情页，notFound 404 页'),
      value('isHome', '是否为首页', 'boolean'),
    ],
  },
  crumb: {
    title: '当前位置的一级',
    fields: [value('title', '名称'), value('url', '地址'), value('last', '是否为最后一级', 'boolean')],
  },
  pages: {
    title: '列表的分页',
    fields: [
      value('total', '文章总数', 'number'),
      value('count', '总页数', 'number'),
      value('number', '当前页码', 'number'),
      value('size', '每页条数', 'number'),
      value('first', '首页的地址'),
      value('last', '末页的地址'),
      value('previous', '上一页的地址，第一页为空'),
      value('next', '下一页的地址，最后一页为空'),
      value('links', '页码', 'pageLink[]'),
    ],
  },
  pageLink: {
    title: '一个页码',
    fields: [value('number', '页码', 'number'), value('url', '地址'), value('current', '是否为当前页', 'boolean')],
  },
  banner: {
    title: '栏目的 banner 图',
    fields: [value('url', '图片地址'), value('title', '栏目名称'), value('link', '链接')],
  },
  label: {
    title: '标签',
    fields: [value('id', '编号', 'number'), value('title', '标签名称'), value('category', '标签分类')],
  },
  media: {
    title: '多图、多视频、多文件字段中的一项',
    fields: [
      value('url', '文件地址'),
      value('title', '标题'),
      value('subTitle', '副标题'),
      value('note', '说明'),
      value('link', '链接'),
      value('target', '打开方式'),
    ],
  },
  forloop: {
    title: '循环的当前位置',
    fields: [
      value('index', '序号，从 1 开始', 'number'),
      value('index0', '序号，从 0 开始', 'number'),
      value('first', '是否第一项', 'boolean'),
      value('last', '是否最后一项', 'boolean'),
      value('length', '总项数', 'number'),
    ],
  },
}

/** The variables of all templates, as far as the page has them. */
export const VARIABLES: readonly NamedValue[] = [
  value('site', '站点', 'site'),
  value('column', '页面的栏目；首页为空', 'column'),
  value('top', '页面栏目的最上级栏目', 'column'),
  value('article', '详情页和单篇文章栏目页的文章', 'article'),
  value('seo', '页面的 SEO 信息', 'seo'),
  value('page', '正在生成的页面', 'page'),
]

/** Names of a thing's fields. */
export const fieldNames = (thing: ThingName): ReadonlySet<string> =>
  new Set(THINGS[thing].fields.map(({ name }) => name))

/** The kind of a column's own field in a template. */
export function kindOfField(fieldType: string): ValueKind {
  switch (fieldType) {
    case 'Editor':
      return 'html'
    case 'Date':
    case 'DateTime':
      return 'date'
    case 'BatchPhoto':
    case 'BatchVideo':
    case 'BatchFile':
      return 'media[]'
    case 'RelationLabel':
      return 'label[]'
    case 'RelationContent':
      return 'article[]'
    default:
      return 'text'
  }
}
