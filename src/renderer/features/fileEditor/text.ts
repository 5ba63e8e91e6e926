/** What was typed into a file and not saved, offered when it is opened again. */
export const EDITOR_DRAFTS = {
  title: '有没有保存的内容',
  text: (savedAt: string): string => `您在 ${savedAt} 编辑的内容没有保存，已经在本机暂存。要恢复它吗？`,
  others: (count: number): string => `另外还有 ${count} 份没有保存的内容，会接着询问。`,
  restore: '恢复',
  compare: '比较',
  discard: '放弃',
}
