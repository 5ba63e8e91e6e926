/** Texts of the net values' screen. */
export const NET_VALUE = {
  title: '净值管理',
  what: '净值',
  search: '搜索产品代码',
  add: '手动添加',
  /** contradictions.md 88 */
  addTitle: '手动添加',
  editTitle: '编辑净值',
  statusTitle: '产品状态',
  edit: '编辑',
  remove: '删除',
  status: '产品状态',
  turnOn: '开启',
  turnOff: '关闭',
  on: '开启',
  off: '关闭',
  open: '开放',
  closed: '关闭',
  stopTime: '停止时间',
  statusHint: '对这个产品代码的所有净值有效。关闭时停止时间为现在，开放时为 9999-12-31 23:59:59，也可以改成别的时间。',
  batchRemove: '批量删除',
  removeTitle: (name: string, day: string): string => `删除“${name}”在 ${day} 的净值`,
  removeManyTitle: (count: number): string => `删除 ${count} 条净值`,
  emptyTitle: '还没有净值',
  emptyText: '从 Excel 表格导入，或点“手动添加”填写一条。',
  /** 七日年化收益率, as short as a table needs it. */
  sevenAnnualized: '七日年化',
  amountHint: '按填写的原样保存，不会四舍五入。',
} as const

/** B·§2: the columns of the table, which the form and the sheet name the same. */
export const NET_VALUE_LABELS = {
  id: 'ID',
  productCode: '产品代码',
  productName: '产品名称',
  productTypeName: '产品类型',
  nwTime: '净值日期',
  state: '基金状态',
  naValue: '单位净值',
  accumulValue: '累计净值',
  fundIncome: '基金收益',
  sevenAnnualized: '七日年化收益率',
  isStatus: '状态',
} as const
