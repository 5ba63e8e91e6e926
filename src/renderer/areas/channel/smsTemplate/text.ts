/** Words of the templates of text messages. */
export const TEMPLATE = {
  title: '短信模板',
  add: '添加',
  addTitle: '添加短信模板',
  editTitle: '编辑短信模板',
  templateName: '模板名称',
  templateCode: '模板编码',
  templateContent: '模板内容',
  contentHint: '与服务商审核通过的内容一致。变量的写法：阿里云 ${name}，腾讯云 {1}。',
  counted: (variables: readonly string[], count: number): string =>
    `${variables.length > 0 ? `变量：${variables.join('、')}。` : '没有变量。'}不计签名和变量，按 ${count} 条计费。`,
  search: '搜索模板名称或编码',
  removeTitle: (name: string): string => `删除短信模板“${name}”`,
  emptyTitle: '这个站点还没有短信模板',
  emptyText: '点“添加”填写服务商审核通过的模板。',
} as const
