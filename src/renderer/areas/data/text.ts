/** Texts of the screens of dictionaries and labels. */
export const DICTIONARY = {
  /** B·§2: the tooltip of the sort number. */
  sortHint: '数值越大，排序越靠前',
  valueHint: '填表人看到的选项，从上到下显示。回车添加下一个；可以从表格或文本中复制多行，一次粘贴。',
  siteHint: '共用的字典所有站点都能使用，只能由超级管理员修改。',
}
