import { type Authority, can, PERMISSION } from './permissions.ts'
import { MENU } from './systemMenus.ts'

/**
 * The menu of members' permission codes: 会员管理 of site 0. Which sites' members an account sees follows from its sites.
 */
export const MEMBER_MENU = { siteId: 0, menuId: MENU.memberManage } as const

/**
 * What can be done with members, with its code (A·§6). The menu alone lists them with phone and e-mail masked; 编辑 shows
 * both, because nobody can change what he does not see.
 */
const NEEDS = {
  add: [PERMISSION.add, '添加会员'],
  edit: [PERMISSION.edit, '编辑会员和查看手机号、邮箱'],
  remove: [PERMISSION.remove, '删除会员'],
  status: [PERMISSION.status, '启用和停用会员'],
  export: [PERMISSION.exportSheet, '导出会员'],
  import: [PERMISSION.importSheet, '导入会员'],
} as const
export type MemberDeed = keyof typeof NEEDS

/** The permission codes that 会员管理 offers. */
export const MEMBER_CODES: readonly number[] = Object.values(NEEDS).map(([code]) => code)

/** Why the account may not do this with members, in Chinese; null when it may. */
export function memberRefusal(who: Authority, deed: MemberDeed): string | null {
  const [code, what] = NEEDS[deed]
  return can(who, { ...MEMBER_MENU, code }) ? null : `您没有${what}的权限，请联系管理员授权`
}

/** May the account see phone numbers and e-mail addresses in full? */
export const seesContacts = (who: Authority): boolean => memberRefusal(who, 'edit') === null
