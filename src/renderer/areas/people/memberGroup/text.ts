/** Texts of the groups of members. */
export const GROUP = {
  title: '会员组',
  name: '会员组名称',
  note: '备注',
  members: '会员数',
  add: '添加',
  addTitle: '添加会员组',
  editTitle: '编辑会员组',
  removeTitle: (name: string): string => `删除会员组“${name}”`,
  consequence: (members: number): string =>
    `这个会员组里有 ${members} 个会员。继续后，这些会员会移出会员组，会员组随后删除；会员本身不会删除。`,
  search: '搜索名称或备注',
  emptyTitle: '这个站点还没有会员组',
  emptyText: '点“添加”建立会员组，再在“会员管理”中把会员放进组里。',
} as const
