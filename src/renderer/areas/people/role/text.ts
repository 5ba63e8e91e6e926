import { someOf } from '#shared/util/lists.ts'

/** The list of user groups. */
export const GROUPS = {
  title: '用户组',
  name: '用户组名称',
  note: '用户组介绍',
  created: '创建时间',
  search: '搜索用户组名称或介绍',
  none: '还没有用户组',
  noneHint: '这里显示您的用户组下面的用户组。点“新增”建立第一个，再把账号分配给它。',
  notFound: (text: string): string => `没有名称或介绍包含“${text}”的用户组，换一个词试试。`,
  remove: (name: string, below: number): string =>
    below > 0 ? `删除用户组“${name}”及其 ${below} 个下级用户组` : `删除用户组“${name}”`,
} as const

/** The role dialog (C·§2). */
export const ROLE_DIALOG = {
  add: '新增用户组',
  edit: (name: string): string => `编辑用户组“${name}”`,
  parent: '上级用户组',
  top: '顶级用户组',
  permissions: '权限',
  sites: '站点',
  searchSites: '搜索站点',
  menu: '栏目',
  search: '搜索栏目名称',
  show: { all: '全部栏目', ticked: '已勾选的', changed: '有改动的' },
  showLabel: '显示哪些栏目',
  tickAll: '全选',
  untickAll: '取消全选',
  fold: '折叠',
  unfold: '展开',
  batch: '批量勾选',
  batchTick: (name: string): string => `勾选“${name}”`,
  batchUntick: (name: string): string => `取消“${name}”`,
  copy: '复制权限',
  copySite: '从其他站点复制…',
  copyRole: '从其他用户组复制…',
  copied: (matched: number, unmatched: number): string =>
    unmatched > 0
      ? `已复制 ${matched} 个栏目的权限，${unmatched} 个栏目没有同名的，保持不变`
      : `已复制 ${matched} 个栏目的权限`,
  superGroup: '超级管理员拥有全部站点和栏目的全部权限，不需要设置。',
  kept: (count: number): string => `这个用户组另有 ${count} 个栏目的权限您自己没有，这里不显示，保存时保持不变。`,
  always: '所有用户组都有“我的”，不能取消',
  fixed: '您没有这个栏目的权限，不能授予；列在这里是为了显示它下面的栏目',
  nothing: '这个站点没有您可以授予的栏目',
  notFound: '没有符合条件的栏目',
  changed: '有改动',
  confirmTitle: '确认权限改动',
  confirm: '保存',
  back: '继续编辑',
  menuAdded: '授予',
  menuRemoved: '取消',
  more: (count: number): string => `还有 ${count} 个栏目，可以在“有改动的”中查看`,
  took: (names: readonly string[]): string => `取消：${someOf(names, 24)}`,
  gave: (names: readonly string[]): string => `授予：${someOf(names, 24)}`,
  conflictTitle: '用户组已被修改',
  conflict: (who: string, when: string): string =>
    `${who || '其他人'}${when ? `于 ${when} ` : ''}修改了这个用户组。要载入最新的权限，并保留您的改动吗？`,
  takeOver: '载入并保留我的改动',
  rebased: '已载入最新的权限，您的改动仍然保留，请检查后再保存',
} as const

/** Who is in a group. */
export const ACCOUNTS = {
  title: (name: string): string => `“${name}”中的账号`,
  search: '搜索账号、姓名或邮箱',
  none: '这个用户组中没有账号',
  enabled: '正常',
  disabled: '停用',
  move: '全部移到其他用户组',
  moveTitle: (name: string): string => `把“${name}”中的账号移到`,
  target: '目标用户组',
  choose: '请选择用户组',
  rights: '有效权限',
} as const
