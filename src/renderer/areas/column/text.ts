import type { ColumnSwitch } from '#shared/contract/column.ts'

/** Texts of the column screens; those in quotes of document A are verbatim. */
export const COLUMN = {
  /** A·§5: batch setting of fields with nothing ticked. */
  nothingTicked: '请勾选栏目',
  systemSite: '系统栏目由程序提供，不能新增、删除、移动或复制，只能由超级管理员修改。',
}

/** The attribute switches of A·§2, in its order, with what each of them does. */
export const SWITCH_TEXTS: Record<ColumnSwitch, { title: string; hint: string }> = {
  allowAddChild: { title: '允许添加下级', hint: '关闭后，不能在这个栏目下新增栏目' },
  allowUpdate: { title: '允许修改', hint: '关闭后，不能编辑这个栏目，也不能改变它的显示' },
  allowDelete: { title: '允许删除', hint: '关闭后，这个栏目不能删除' },
  allowCascadeDelete: { title: '允许级联删除', hint: '打开后，删除时连同下级栏目一起删除' },
  allowSort: { title: '允许排序', hint: '关闭后，不能改变这个栏目的排序值' },
  isChildMenu: { title: '作为子菜单', hint: '在后台导航中作为上级栏目的子菜单' },
  isSystemMenu: { title: '系统菜单', hint: '标记为系统自带的菜单' },
  showCrumbs: { title: '显示在面包屑', hint: '前台页面的当前位置中显示这个栏目' },
  showLoop: { title: '参与循环', hint: '模板循环输出栏目时包含这个栏目' },
  showFront: { title: '前台显示', hint: '在前台网站中显示这个栏目' },
  showManage: { title: '后台显示', hint: '在后台导航中显示这个栏目' },
  targetBlank: { title: '新窗口打开', hint: '访问者点击时在新窗口打开' },
}
