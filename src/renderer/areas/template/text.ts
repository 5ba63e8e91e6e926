/** Texts of the template screens, as document A words them. */
export const TEMPLATE = {
  /** A·§8: 确定要删除? (template) */
  deleteQuestion: '确定要删除?',
}

export const FILES = {
  /** A·§8: a confirmation titled 删除. */
  deleteTitle: '删除',
  deleteQuestion: '文件删除后不可恢复 是否继续?',
  notEditableTitle: '提示',
  /** A·§8: for every file but .css, .js and .html. */
  notEditable: '文件格式不能打开',
}
