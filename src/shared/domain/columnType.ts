import { PERMISSION } from './permissions.ts'

/** A·§3 menuType; any other number is a plain column too. */
export const COLUMN_TYPE = { article: 0, list: 1, plain: 2 } as const

const { add, edit, remove, publish, plain, reserved1106, reserved1107, exportSheet, importSheet, status } = PERMISSION
const ARTICLE = [edit, remove, publish, plain]
const LIST = [add, edit, remove, publish, plain, reserved1106, reserved1107, status]
/** B·§6: the codes of the top, hot and recommend toggles. */
const TOGGLES = Array.from({ length: 12 }, (_, index) => 1108 + index)
const EVERY: readonly number[] = [...LIST, exportSheet, importSheet, ...TOGGLES]

/** A·§4: the initial permission ids of a column of this type. */
export function initialPermissions(menuType: number): readonly number[] {
  if (menuType === COLUMN_TYPE.article) return ARTICLE
  return menuType === COLUMN_TYPE.list ? LIST : [plain]
}

/** A·§4: whether a column of this type offers the permission id. A single article has only 1102 to 1105. */
export const offersPermission = (menuType: number, code: number): boolean =>
  (menuType === COLUMN_TYPE.article ? ARTICLE : EVERY).includes(code)

/** contradictions.md 137: the address of a list with reject and forward (variant B). */
export const reviewUrlOf = (id: number): string => `/content/list-review/${id}`

/** A·§4: the address of the column's screen in the back office; a plain column has none. */
export function manageUrlOf(menuType: number, id: number): string {
  if (menuType === COLUMN_TYPE.article) return `/admin/menu_manage/${id}`
  return menuType === COLUMN_TYPE.list ? `/admin/model_manage/${id}` : ''
}

/** The address of an entry's form: in its list, or as the page of a single article; '' if the column has no screen. */
export function entryUrlOf(menuType: number, columnId: number, id: number): string {
  const screen = manageUrlOf(menuType, columnId)
  return menuType === COLUMN_TYPE.list ? `${screen}?entry=${id}` : screen
}
