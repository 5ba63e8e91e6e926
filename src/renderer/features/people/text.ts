import { someOf } from '#shared/util/lists.ts'

/** Choosing users and recipients. */
export const USER_PICKER = {
  title: '选择用户',
  search: '搜索账号、姓名或邮箱',
  group: '管理组',
  /** B·§2: in front of the groups, id 0. */
  all: '全部',
  /** B·§5. */
  nothing: '请选择数据！',
  none: '这里没有可以选择的用户',
  noneHint: '可以选择自己用户组和下级用户组中的账号。',
  notFound: '没有找到用户',
  clear: '清空条件',
} as const

export const RECIPIENTS_TEXT = {
  hint: '多个之间用竖线 | 分隔，也可以粘贴一列。',
  choose: '选择用户',
  clear: '清空',
  count: (count: number): string => `共 ${count} 个`,
  more: (count: number): string => `展开前面 ${count} 个`,
  remove: (entry: string): string => `移除 ${entry}`,
  wrongMark: '（格式不正确）',
  dropWrong: '移除格式不正确的',
  list: (label: string): string => `已输入的${label}`,
  keys: '按左方向键或退格键选中已输入的一项，再按 Delete 移除，按 F2 修改。',
  repeated: (entries: readonly string[]): string => `已经在列表中：${someOf(entries)}`,
  sheet: {
    open: '从表格添加',
    choose: '选择文件',
    again: '换一个文件',
    cancel: '取消',
    reading: '正在读取表格',
    drop: '松开鼠标，上传这个表格',
    hint: (extensions: readonly string[], mb: number): string => `支持 ${extensions.join('、')}，不超过 ${mb}M`,
    column: '接收人所在的列',
    columnOf: (title: string, fits: number): string => `${title}（${fits} 个可用）`,
    result: (count: number, wrong: number, repeated: number): string =>
      `找到 ${count} 个接收人` +
      (repeated > 0 ? `，${repeated} 个重复` : '') +
      (wrong > 0 ? `；${wrong} 行格式不正确，不会添加：` : ''),
    wrong: '格式不正确的行',
    line: (row: number, value: string): string => `第 ${row} 行：${value}`,
    add: (count: number): string => `添加 ${count} 个`,
  },
  noEmail: (names: readonly string[]): string => `${someOf(names)}没有填写邮箱，没有添加`,
} as const

/** Texts of the dialog about effective permissions. */
export const RIGHTS = {
  title: '有效权限',
  byAccount: '按账号查看',
  byColumn: '按栏目查看',
  account: '账号',
  choose: '选择账号',
  search: '搜索账号、姓名或邮箱',
  noAccount: '请选择账号',
  noAccountHint: '选择账号后，这里显示它在每个站点可以使用的栏目和权限，以及由哪个用户组授予。',
  noColumn: '请选择栏目',
  noColumnHint: '选择站点和栏目后，这里显示哪些用户组和账号可以使用它。',
  site: '站点',
  column: '栏目',
  role: '授予的用户组',
  settings: '权限',
  people: '账号',
  none: '没有可以使用的栏目',
  noneHint: '它的用户组在这个站点没有任何权限。',
  nobody: '没有用户组可以使用这个栏目',
  shownOnly: '可以使用，没有其他权限',
  system: '系统栏目',
  everything: (name: string): string => `“${name}”是超级管理员，拥有全部站点和栏目的全部权限。`,
  disabled: '这个账号已停用，不能登录。',
  unseen: (count: number): string => `另有 ${count} 个栏目的权限您自己没有，这里不显示。`,
  unseenGroups: (count: number): string => `另有 ${count} 个用户组不在您的用户组下面，这里不显示。`,
  peopleOf: (names: readonly string[], count: number): string =>
    count === 0 ? '没有账号' : `${names.join('、')}${count > names.length ? ` 等 ${count} 个` : ''}`,
} as const
