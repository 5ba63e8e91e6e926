import { type Authority, canSeeMenu, canUseSite, isSuper } from './permissions.ts'

/** Actions on a column; `show` toggles its visibility, `attributes` any other switch. */
export type ColumnAction = 'read' | 'addChild' | 'edit' | 'remove' | 'sort' | 'show' | 'attributes'

/** Switches of a column's visibility; the others are attributes and stay usable on a column that may not be changed. */
const VISIBILITY_SWITCHES: ReadonlySet<string> = new Set(['showFront', 'showManage', 'isAddArticle'])
/** The action for toggling a switch (A·§2). */
export const switchAction = (name: string): ColumnAction => (VISIBILITY_SWITCHES.has(name) ? 'show' : 'attributes')

/** The properties of a column that the rules need; the contract's columns have them. */
export interface GuardedColumn {
  id: number
  siteId: number
  title: string
  allowAddChild: boolean
  allowUpdate: boolean
  allowDelete: boolean
  allowSort: boolean
}

/** Whether the column is granted: a system menu as in the navigation, another column in its own site. */
export function isColumnGranted(who: Authority, { id, siteId }: Pick<GuardedColumn, 'id' | 'siteId'>): boolean {
  if (siteId === 0) return canSeeMenu(who, id)
  if (isSuper(who)) return true
  return who.siteItemDTOList.some((site) => site.siteId === siteId && site.menuItemDTOList.some((m) => m.menuId === id))
}

const FLAG = {
  read: null,
  attributes: null,
  addChild: { name: 'allowAddChild', reason: '不允许添加下级栏目' },
  edit: { name: 'allowUpdate', reason: '不允许修改' },
  show: { name: 'allowUpdate', reason: '不允许修改' },
  remove: { name: 'allowDelete', reason: '不允许删除' },
  sort: { name: 'allowSort', reason: '不允许排序' },
} as const satisfies Record<ColumnAction, { name: keyof GuardedColumn; reason: string } | null>

/**
 * Why the account may not do this, in Chinese; null if it may. Checks site, column and the column's own flags (A·§6);
 * the operation's access has already checked the screen's menu. Only super administrators change system menus.
 */
export function columnRefusal(who: Authority, column: GuardedColumn, action: ColumnAction): string | null {
  if (column.siteId !== 0 && !canUseSite(who, column.siteId)) return '您没有该站点的权限'
  if (!isColumnGranted(who, column)) return '您没有该栏目的权限'
  if (action !== 'read' && column.siteId === 0 && !isSuper(who)) return '系统栏目只能由超级管理员修改'
  const flag = FLAG[action]
  if (!flag || column[flag.name]) return null
  return `栏目“${column.title}”${flag.reason}，需要时请先在“编辑属性”中开启`
}
