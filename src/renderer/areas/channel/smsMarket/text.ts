import { NAME_MARK } from '#shared/domain/smsText.ts'

interface Cost {
  recipients: number
  segments: number
  price: number
  amount: number
}

/** At least to the cent. */
const yuan = (amount: number): string =>
  amount.toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** Words of text messages to many. */
export const MARKET = {
  title: '短信营销',
  add: '发送短信',
  addTitle: '发送短信',
  viewTitle: '查看短信',
  view: '查看',
  template: '短信模板',
  channel: '短信通道',
  content: '短信内容',
  postTime: '发送时间',
  author: '发送人',
  reason: '说明',
  noChannel: '这个站点还没有短信通道，请先在“短信通道”中添加。',
  noTemplate: '这个站点还没有短信模板，请先在“短信模板”中添加。',
  numbers: '手机号码',
  addNumbers: '添加号码',
  noNumbers: '没有添加号码',
  chosenNumbers: (count: number): string => `已添加 ${count} 个号码`,
  numbersHint: '多个号码用“|”分隔，也可以粘贴多行或表格中的一列。',
  variable: (name: string): string => `变量 ${name}`,
  variableHint: `填写 ${NAME_MARK} 会换成每个会员的姓名。`,
  counted: (length: number, count: number): string =>
    `共 ${length} 个字（含签名），按 ${count} 条计费；70 个字以内 1 条，超过时每 67 个字 1 条。`,
  cost: '费用',
  estimated: ({ recipients, segments, price, amount }: Cost): string =>
    `共 ${recipients} 个号码，计费 ${segments} 条` + (price > 0 ? `，每条 ${price} 元，合计 ${yuan(amount)} 元` : ''),
  noPrice: '在“短信通道”中填写每条单价后，会算出金额。',
  send: '发送',
  search: '搜索模板或通道',
  removeTitle: (name: string): string => `删除短信“${name}”的发送记录`,
  removeMany: (count: number): string => `删除 ${count} 条短信发送记录`,
  emptyTitle: '还没有发送过短信',
  emptyText: '点“发送短信”，选择通道和模板，发给手工填写的号码或会员。',
} as const
