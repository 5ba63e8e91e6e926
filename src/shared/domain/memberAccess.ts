import { type Authority, can, PERMISSION } from './permissions.ts'
import { MENU } from './systemMenus.ts'

/**
 * The menu with the permission codes for members: 会员管理 of site 0. The sites of an account determine whose members it
 * sees.
 */
export const MEMBER_MENU = { siteId: 0, menuId: MENU.memberManage } as const

/**
 * Actions on members with their codes (A·§6). The menu alone lists members with phone and e-mail masked; 编辑 shows both,
 * because editing needs to show them.
 */
const REQUIREMENTS = {
  add: [PERMISSION.add, '添加会员'],
  edit: [PERMISSION.edit, '编辑会员和查看手机号、邮箱'],
  remove: [PERMISSION.remove, '删除会员'],
  status: [PERMISSION.status, '启用和停用会员'],
  export: [PERMISSION.exportSheet, '导出会员'],
  import: [PERMISSION.importSheet, '导入会员'],
} as const
export type MemberAction = keyof typeof REQUIREMENTS

/** The permission codes that 会员管理 offers. */
export const MEMBER_CODES: readonly number[] = Object.values(REQUIREMENTS).map(([code]) => code)

/** Why the account may not do this with members, in Chinese; null if it may. */
export function memberRefusal(who: Authority, action: MemberAction): string | null {
  const [code, what] = REQUIREMENTS[action]
  return can(who, { ...MEMBER_MENU, code }) ? null : `您没有${what}的权限，请联系管理员授权`
}

/** Whether the account may see complete phone numbers and e-mail addresses. */
export const seesContacts = (who: Authority): boolean => memberRefusal(who, 'edit') === null
