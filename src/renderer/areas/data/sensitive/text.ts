/** Texts of the sensitive words' screen. */
export const SENSITIVE = {
  title: '敏感词',
  word: '敏感词',
  propWord: '替换词',
  createTime: '创建时间',
  search: '搜索敏感词或替换词',
  add: '新增',
  batchRemove: '批量删除',
  addTitle: '新增敏感词',
  editTitle: (word: string): string => `编辑敏感词“${word}”`,
  removeTitle: (word: string): string => `删除敏感词“${word}”`,
  removeManyTitle: (count: number): string => `删除 ${count} 个敏感词`,
  none: '未填写',
  propHint: '保存内容时，可以一键把敏感词换成它；不填写就只提醒。',
  emptyTitle: '还没有敏感词',
  emptyText: '点“新增”添加，或从 Excel 表格导入。保存和发布内容时会检查其中的敏感词。',
} as const
