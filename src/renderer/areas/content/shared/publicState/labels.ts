import type { PublicState, PublicStateKind } from '#shared/contract/publicState.ts'

interface Label {
  /** In a list. */
  short: string
  /** In a sentence, before the reason. */
  title: string
  color: 'success' | 'warning' | 'danger' | 'informative' | 'brand'
}

export const PUBLIC_STATE_LABELS: Readonly<Record<PublicStateKind, Label>> = {
  waiting: { short: '待生成', title: '已发布 · 待生成', color: 'warning' },
  building: { short: '生成中', title: '已发布 · 生成中', color: 'brand' },
  undeployed: { short: '待上线', title: '已发布 · 已生成，待发布到目标', color: 'warning' },
  deploying: { short: '上线中', title: '已发布 · 正在发布到目标', color: 'brand' },
  live: { short: '已上线', title: '已上线', color: 'success' },
  failed: { short: '生成失败', title: '已发布 · 生成失败', color: 'danger' },
  deployFailed: { short: '上线失败', title: '已发布 · 发布到目标失败', color: 'danger' },
  noPage: { short: '无网页', title: '已发布 · 没有网页', color: 'informative' },
  closed: { short: '站点关闭', title: '已发布 · 访客无法访问', color: 'informative' },
  leaving: { short: '待移除', title: '未公开 · 网页待移除', color: 'warning' },
  gone: { short: '已移除', title: '未公开 · 网页已移除', color: 'informative' },
}

/** 已发布 · 待生成：自动生成未开启 */
export function describePublicState({ kind, reason }: Pick<PublicState, 'kind' | 'reason'>): string {
  const { title } = PUBLIC_STATE_LABELS[kind]
  return reason === '' ? title : `${title}：${reason}`
}

/** Will the state change by itself soon? */
export const isMoving = ({ kind, needsBuild, reason }: PublicState): boolean =>
  kind === 'building' ||
  kind === 'deploying' ||
  ((kind === 'waiting' || kind === 'undeployed' || kind === 'leaving') && !needsBuild && reason === '')
