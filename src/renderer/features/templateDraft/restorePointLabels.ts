import type { RestorePointFile, TemplateRestorePoint } from '#shared/contract/templateDraft.ts'

/** What a restore point contains. */
export const RESTORE_POINT_KINDS: Record<TemplateRestorePoint['kind'], string> = {
  publish: '发布之前的线上模板',
  undo: '撤销发布之前的线上模板',
  restore: '还原历史之前的线上模板',
  draft: '修改前的草稿',
  discard: '放弃的草稿',
}

/** What a restore does with a file. */
export const RESTORE_POINT_FILE_STATES: Record<RestorePointFile['state'], string> = {
  same: '与现在一致',
  changed: '还原为当时的内容',
  missing: '现在没有，将还原',
  added: '当时没有，将删除',
}
