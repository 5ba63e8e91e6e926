import { type Authority, can, canUseSite, isSuper, PERMISSION } from './permissions.ts'
import { readOption, promotionCode } from './promotions.ts'

/** What can be done to the content of a column. */
export type ContentAction =
  | 'read'
  | 'add'
  | 'openBins'
  | 'edit'
  | 'copy'
  | 'remove'
  | 'publish'
  | 'copyMany'
  | 'sort'
  | 'status'
  | 'export'
  | 'import'

/**
 * B·§6, variant A (code n of variant B is 1100 + n, contradictions.md 61). publish and cancel publish share 1104
 * (contradictions.md 62); restore and sort count as edits; read needs the column alone.
 */
const CODES: Record<Exclude<ContentAction, 'read'>, { code: number; label: string }> = {
  add: { code: PERMISSION.add, label: '新增' },
  openBins: { code: PERMISSION.add, label: '打开回收站和草稿箱' },
  edit: { code: PERMISSION.edit, label: '编辑' },
  copy: { code: PERMISSION.edit, label: '复制' },
  sort: { code: PERMISSION.edit, label: '排序' },
  remove: { code: PERMISSION.remove, label: '删除' },
  publish: { code: PERMISSION.publish, label: '发布' },
  copyMany: { code: PERMISSION.publish, label: '批量复制' },
  status: { code: PERMISSION.status, label: '查看状态' },
  export: { code: PERMISSION.exportSheet, label: '导出' },
  import: { code: PERMISSION.importSheet, label: '导入' },
}

/** The properties of a column that the rules need. */
interface ContentColumnRef {
  id: number
  siteId: number
  title: string
}

/** B·§6, contradictions.md 61: variant B writes n for the code 1100 + n of variant A, for these; a grant may hold either. */
const SMALL_OFFSET = 1100
const hasSmall = (small: number): boolean => (small >= 1 && small <= 4) || (small >= 8 && small <= 19) || small === 22

/** The permission code in variant A's numbering. */
export const longCode = (code: number): number => (hasSmall(code) ? code + SMALL_OFFSET : code)

/** Does the role have the permission code on the column, in either numbering? */
export function hasPermission(
  who: Authority,
  { id, siteId }: Pick<ContentColumnRef, 'id' | 'siteId'>,
  code: number,
): boolean {
  const small = code - SMALL_OFFSET
  return can(who, { siteId, menuId: id, code }) || (hasSmall(small) && can(who, { siteId, menuId: id, code: small }))
}

/** Does the role have it on any column of the site? */
export const hasPermissionOnSite = (who: Authority, siteId: number, code: number): boolean =>
  isSuper(who) ||
  who.siteItemDTOList.some(
    (site) =>
      site.siteId === siteId && site.menuItemDTOList.some(({ menuId: id }) => hasPermission(who, { id, siteId }, code)),
  )

/** Is the column granted with any code at all? */
const isReached = (who: Authority, { id, siteId }: ContentColumnRef): boolean =>
  isSuper(who) ||
  who.siteItemDTOList.some((site) => site.siteId === siteId && site.menuItemDTOList.some(({ menuId }) => menuId === id))

/** Whoever doesn't have the column is not told what it is called. */
const UNREACHED = '您没有这个栏目的权限'
const refused = (who: Authority, column: ContentColumnRef, label: string): string =>
  isReached(who, column) ? `您没有在栏目“${column.title}”中${label}的权限` : UNREACHED

/**
 * Why the account may not do it in this column, in Chinese; null when it may. The server checks every call by it, the
 * renderer hides actions by it.
 */
export function contentRefusal(who: Authority, column: ContentColumnRef, action: ContentAction): string | null {
  if (!canUseSite(who, column.siteId)) return '您没有这个站点的权限'
  if (action === 'read') return isReached(who, column) ? null : UNREACHED
  const { code, label } = CODES[action]
  return hasPermission(who, column, code) ? null : refused(who, column, label)
}

/** The same for one of the 24 options. */
export function optionRefusal(who: Authority, column: ContentColumnRef, optionType: number): string | null {
  if (!canUseSite(who, column.siteId)) return '您没有这个站点的权限'
  const option = readOption(optionType)
  if (!option) return '操作类型必须是 1 到 24'
  return hasPermission(who, column, promotionCode(option.flag)) ? null : refused(who, column, `设置“${option.title}”`)
}
