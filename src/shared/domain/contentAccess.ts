import { type Authority, can, canUseSite, isSuper, PERMISSION } from './permissions.ts'
import { parseOption, promotionCode } from './promotions.ts'

/** Actions on the content of a column. */
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
 * B·§6, variant A (code n of variant B is 1100 + n, contradictions.md 61). Publishing and unpublishing share 1104
 * (contradictions.md 62); restore and sort count as edits; read only needs the column.
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

/**
 * B·§6, contradictions.md 61: for these codes variant B writes n instead of variant A's 1100 + n; a grant may contain
 * either.
 */
const SHORT_CODE_OFFSET = 1100
const hasShortCode = (short: number): boolean =>
  (short >= 1 && short <= 4) || (short >= 8 && short <= 19) || short === 22

/** The permission code in variant A's numbering. */
export const longCode = (code: number): number => (hasShortCode(code) ? code + SHORT_CODE_OFFSET : code)

/** Whether the role has the permission code on the column, in either numbering. */
export function hasPermission(
  who: Authority,
  { id, siteId }: Pick<ContentColumnRef, 'id' | 'siteId'>,
  code: number,
): boolean {
  const short = code - SHORT_CODE_OFFSET
  return (
    can(who, { siteId, menuId: id, code }) || (hasShortCode(short) && can(who, { siteId, menuId: id, code: short }))
  )
}

/** Whether the role has the permission code on any column of the site. */
export const hasPermissionOnSite = (who: Authority, siteId: number, code: number): boolean =>
  isSuper(who) ||
  who.siteItemDTOList.some(
    (site) =>
      site.siteId === siteId && site.menuItemDTOList.some(({ menuId: id }) => hasPermission(who, { id, siteId }, code)),
  )

/** Whether the column is granted with any code. */
const isColumnGranted = (who: Authority, { id, siteId }: ContentColumnRef): boolean =>
  isSuper(who) ||
  who.siteItemDTOList.some((site) => site.siteId === siteId && site.menuItemDTOList.some(({ menuId }) => menuId === id))

/** The message does not reveal the title of a column that is not granted. */
const COLUMN_NOT_GRANTED = '您没有该栏目的权限'
const missingPermission = (who: Authority, column: ContentColumnRef, label: string): string =>
  isColumnGranted(who, column) ? `您没有在栏目“${column.title}”中${label}的权限` : COLUMN_NOT_GRANTED

/**
 * Why the account may not do this in the column, in Chinese; null if it may. The server checks every call with it, the
 * renderer hides actions with it.
 */
export function contentRefusal(who: Authority, column: ContentColumnRef, action: ContentAction): string | null {
  if (!canUseSite(who, column.siteId)) return '您没有该站点的权限'
  if (action === 'read') return isColumnGranted(who, column) ? null : COLUMN_NOT_GRANTED
  const { code, label } = CODES[action]
  return hasPermission(who, column, code) ? null : missingPermission(who, column, label)
}

/** Like contentRefusal, for one of the 24 options. */
export function optionRefusal(who: Authority, column: ContentColumnRef, optionType: number): string | null {
  if (!canUseSite(who, column.siteId)) return '您没有该站点的权限'
  const option = parseOption(optionType)
  if (!option) return '操作类型必须是 1 到 24'
  return hasPermission(who, column, promotionCode(option.flag))
    ? null
    : missingPermission(who, column, `设置“${option.title}”`)
}
