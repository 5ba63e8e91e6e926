import type { NetworkStep, NetworkStatus } from '#shared/contract/network.ts'

export const NETWORK = {
  title: '网络诊断',
  intro: '逐步检查到服务器的路，哪一步不通、该怎么办，都写在下面。',
  again: '重新检查',
  checking: '正在检查…',
  settings: '代理与证书',
  edit: '修改设置',
  managed: '由管理员设置',
  noPassword: '未填写',
  kept: '已保存',
  notLasting: '本机没有可用的系统钥匙串，代理密码和证书密码在关闭程序后需要重新填写',
  client: '客户端证书',
  chooseClient: '选择证书',
  removeClient: '删除证书',
  removePassword: '删除代理密码',
  exceptionsHint: '这些服务器不经过代理，用逗号分隔，例如 *.example.com, 10.0.0.0/8, <local>',
  authoritiesHint: '公司自己的根证书（PEM 文本）。系统已信任的证书不用再填',
  passwordHint: '留空表示不修改',
} as const

export const STEP_TITLES: Record<NetworkStep['step'], string> = {
  name: '域名',
  route: '路线',
  proxy: '代理',
  connect: '端口',
  certificate: '证书',
  server: '服务器',
  signIn: '登录',
}

export const STATE_TITLES: Record<NetworkStep['state'], string> = {
  good: '正常',
  warning: '注意',
  failed: '不通',
  skipped: '不需要',
  waiting: '未检查',
}

export const MODES: readonly { value: NetworkStatus['form']['mode']; title: string }[] = [
  { value: 'system', title: '跟随系统（或环境变量）' },
  { value: 'direct', title: '不使用代理' },
  { value: 'manual', title: '手动设置' },
  { value: 'pac', title: '自动代理脚本（PAC）' },
]
