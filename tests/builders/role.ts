import type { Role, RoleDetail, RoleMenu, RoleSite } from '#shared/contract/role.ts'

/** A user group as the list shows it. */
export const aRole = (id: number, title: string, changes: Partial<Role> = {}): Role => ({
  id,
  name: title,
  title,
  note: '',
  parentId: 1,
  createDate: '2026-01-01 00:00:00',
  accounts: 0,
  childAdminGroup: [],
  ...changes,
})

/** A menu of the permission tree; `codes` are its settings, none of them given. */
export const aRoleMenu = (
  menuId: number,
  menuName: string,
  { codes = [], ...changes }: Partial<RoleMenu> & { codes?: readonly { id: number; name: string }[] } = {},
): RoleMenu => ({
  menuId,
  menuName,
  checked: false,
  fixed: false,
  settingVOList: codes.map((code) => ({ ...code, checked: false })),
  child: [],
  ...changes,
})

/** A site of the permission tree. */
export const aRoleSite = (siteId: number, siteName: string, menuItemVOList: RoleMenu[]): RoleSite => ({
  siteId,
  siteName,
  omitted: false,
  granted: 0,
  menuItemVOList,
})

/** What the role dialog loads. */
export const aRoleDetail = (changes: Partial<RoleDetail> = {}): RoleDetail => ({
  id: 0,
  name: '',
  title: '',
  note: '',
  parentId: 0,
  createDate: '',
  kept: 0,
  siteItemVOList: [],
  ...changes,
})
