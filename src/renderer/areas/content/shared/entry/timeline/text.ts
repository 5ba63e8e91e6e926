import type { EntryEventKind } from '#shared/domain/entryEvents.ts'

/** Texts of the line of time. */
export const TIMELINE = {
  title: '时间线',
  of: (title: string): string => `时间线：${title}`,
  ofColumn: (title: string): string => `时间线：栏目“${title}”`,
  kinds: '操作',
  allKinds: '全部操作',
  author: '搜索操作人',
  range: '日期',
  list: '操作记录',
  empty: '没有操作记录',
  server: '系统',
  look: '查看审批',
  pick: '点左边有改动的记录，可以看到改了什么',
  changed: (fields: readonly string[]): string => `改动：${fields.join('、')}`,
  version: (version: number): string => `第 ${version} 版`,
} as const

/** Colours that tell apart what let something be public, what stopped it, and the rest. */
export const EVENT_COLORS: Readonly<Partial<Record<EntryEventKind, 'success' | 'danger' | 'warning' | 'brand'>>> = {
  published: 'success',
  agreed: 'success',
  refused: 'danger',
  rejected: 'danger',
  deleted: 'danger',
  recycled: 'danger',
  unpublished: 'warning',
  withdrawn: 'warning',
  updateWaits: 'warning',
  submitted: 'brand',
}
