import { NAME_MARK } from '#shared/domain/smsText.ts'

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
  send: '发送',
  search: '搜索模板或通道',
  removeTitle: (name: string): string => `删除短信“${name}”的发送记录`,
  removeMany: (count: number): string => `删除 ${count} 条短信发送记录`,
  count: '计费条数',
  emptyTitle: '还没有发送过短信',
  emptyText: '点“发送短信”，选择通道和模板，发给手工填写的号码或会员。',
} as const
