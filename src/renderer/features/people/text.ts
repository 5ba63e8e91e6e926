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
  noEmail: (names: readonly string[]): string => `${someOf(names)}没有填写邮箱，没有添加`,
} as const
