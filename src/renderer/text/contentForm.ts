/** Texts of the content form; those that document B gives are verbatim. */
export const ENTRY_FORM = {
  title: (isNew: boolean, column: string): string => `${isNew ? '新增' : '编辑'}：${column}`,
  preview: '预览',
  cancel: '取消',
  saveDraft: '保存到草稿',
  savePublish: '保存并发布',
  loading: '正在读取内容…',
  noFields: '这个栏目还没有可以填写的字段',
  noFieldsHelp: '请先在“栏目管理”中为它设置字段。',
}
