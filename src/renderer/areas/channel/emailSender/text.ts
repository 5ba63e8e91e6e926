import { DELETE_QUESTION } from '#renderer/ui/list/text.ts'

/** Words of the accounts that e-mail is sent from. */
export const SENDER = {
  title: '发件邮箱',
  add: '添加',
  addTitle: '添加发件邮箱',
  editTitle: '编辑发件邮箱',
  sendName: '发件人名称',
  account: '账号',
  password: '密码',
  passwordHint: '多数邮箱要填写客户端授权码，不是登录网页的密码。密码加密保存，不会再显示。',
  keepPassword: '留空表示不修改密码',
  preset: '常用邮箱',
  presetHint: '选择后自动填写服务器、端口和加密方式',
  smtp: 'SMTP服务器',
  port: '端口',
  security: '加密方式',
  perMinute: '每分钟最多发送',
  perMinuteUnit: '封',
  save: '验证并保存',
  search: '搜索发件人名称或账号',
  removeTitle: (name: string): string => `删除发件邮箱“${name}”`,
  removeText: (waiting: number): string =>
    waiting === 0
      ? DELETE_QUESTION
      : `还有 ${waiting} 封邮件等待用它发送，删除后会暂停，不会再发送。${DELETE_QUESTION}`,
  emptyTitle: '这个站点还没有发件邮箱',
  emptyText: '点“添加”填写一个邮箱账号，验证能登录后就可以用它发送邮件。',
} as const

/** The outgoing servers that the providers name in their help pages. */
export const PRESETS = [
  { title: 'QQ邮箱', smtp: 'smtp.qq.com', port: 465 },
  { title: '163邮箱', smtp: 'smtp.163.com', port: 465 },
  { title: '腾讯企业邮', smtp: 'smtp.exmail.qq.com', port: 465 },
  { title: '阿里企业邮箱', smtp: 'smtp.qiye.aliyun.com', port: 465 },
  { title: '阿里云邮件推送', smtp: 'smtpdm.aliyun.com', port: 465 },
] as const
