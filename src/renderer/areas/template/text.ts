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
  linkGone: (path: string): string => `没有找到“${path}”，可能已被删除或改名`,
}

/** The encoding of the names in a zip file that does not say it. */
export const NAME_ENCODINGS = {
  title: '选择文件名编码',
  question: (name: string): string =>
    `看不出“${name}”里的文件名用的是哪种编码。下面是用不同编码读出的文件名，请选择显示正确的一种，再解压。`,
  labels: {
    gbk: '简体中文（GBK）',
    big5: '繁体中文（Big5）',
    cp437: '西文（CP437）',
    'utf-8': 'UTF-8',
  },
}
