import type { DeliveryMode } from '#shared/contract/delivery.ts'

/** Words of what front ends may read of a site. */
export const DELIVERY = {
  title: '内容接口',
  help: '让网站前端、小程序等其他程序读取站点已发布的内容，不需要登录。草稿、回收站和停用站点的内容不会返回。',
  mode: '谁可以读取',
  columns: '开放的栏目',
  columnsHint: '不选择表示站点的全部内容栏目；线索栏目从不开放',
  allColumns: '全部内容栏目',
  maxAge: '缓存时间',
  maxAgeHint: '浏览器和缓存在这段时间内不再询问服务器，0 表示每次询问',
  seconds: '秒',
  examples: '调用示例',
  examplesOff: '现在没有开放。保存“凭令牌读取”或“公开读取”后，可以用下面的地址调用。',
  examplesToken: '请求头要带 Authorization: Bearer 和 API 令牌；令牌在“API 令牌”中创建，并允许“读取已发布的内容”。',
  examplesPublic: '任何人都可以调用，不需要令牌；其他网站的页面也可以直接调用。',
  etag: '返回带有 ETag；再次请求时在 If-None-Match 中带上它，没有变化时返回 304。',
  docs: '参数和返回的说明见 /api/docs 中的 delivery。',
  list: '列表',
  filtered: '按字段、标签和日期筛选',
  one: '一篇内容',
  columnsOf: '栏目和字段',
  labels: '标签',
  command: '命令行示例',
} as const

export const MODES: readonly { value: DeliveryMode; title: string }[] = [
  { value: 'off', title: '不开放' },
  { value: 'token', title: '凭令牌读取' },
  { value: 'public', title: '公开读取' },
]
