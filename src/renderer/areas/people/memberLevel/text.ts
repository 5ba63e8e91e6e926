/** Texts of the levels of members; those of the dialog are the documents' (C·§2). */
export const LEVEL = {
  title: '会员等级',
  name: '级别名称',
  note: '备注',
  start: '等级起始值',
  end: '等级结束值',
  members: '会员数',
  add: '添加',
  addTitle: '添加',
  editTitle: '编辑',
  rangeHint: '按会员的积分计算，起始值和结束值都包含在内；各等级的范围不能重叠。',
  removeTitle: (name: string): string => `删除会员等级“${name}”`,
  consequence: (members: number): string =>
    `有 ${members} 个会员是这个等级。继续后，这个等级会删除，这些会员的等级改为按积分计算，积分不在任何等级范围内的会员没有等级。`,
  search: '搜索名称或备注',
  emptyTitle: '这个站点还没有会员等级',
  emptyText: '点“添加”设置等级名称和积分范围，会员按积分自动得到等级。',
} as const
