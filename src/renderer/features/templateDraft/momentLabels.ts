import type { MomentFile, TemplateMoment } from '#shared/contract/templateDraft.ts'

/** Of which moment the kept state is. */
export const MOMENT_KINDS: Record<TemplateMoment['kind'], string> = {
  publish: '发布之前的线上模板',
  undo: '撤销发布之前的线上模板',
  restore: '放回历史之前的线上模板',
  draft: '草稿被改动之前的草稿',
  discard: '放弃的草稿',
}

/** What putting a file back does. */
export const MOMENT_FILE_STATES: Record<MomentFile['state'], string> = {
  same: '和现在一样',
  changed: '放回那时的内容',
  missing: '现在没有，会放回来',
  added: '那时没有，会删除',
}
