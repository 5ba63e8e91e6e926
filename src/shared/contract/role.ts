import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { menuGrant, siteGrant } from './account.ts'
import { withAreaTitles, cms, grantedColumn, menu, mutation, query, session, site } from './define.ts'
import {
  byId,
  dateTime,
  id,
  idList,
  none,
  nothing,
  paged,
  paging,
  required,
  text,
  undocumentedOutput,
  version,
} from './fields.ts'

const groupFields = z.object({
  id: z.number(),
  name: z.string(),
  /** C·§3: pickers expect a group's name in `title`. */
  title: z.string(),
  note: z.string(),
  /** The parent group; 0 for the super administrators' group. */
  parentId: z.number(),
  createDate: dateTime,
  /** Number of accounts directly in the group. */
  accounts: z.number(),
})

/** C·§3 User group (role). childAdminGroup holds its descendants in a query by `parentId`, otherwise it is empty. */
export type Role = z.output<typeof groupFields> & { childAdminGroup: Role[] }
export const role: z.ZodType<Role> = groupFields
  .extend({
    get childAdminGroup() {
      return z.array(role)
    },
  })
  // The API document needs a name for a recursive schema.
  .meta({ id: 'Role' })

/** Maximum depth; the super administrators' group is level 0. */
export const MAX_ROLE_LEVELS = 10
/** Maximum number of groups, the same as the limit of pickers. */
export const MAX_ROLES = 1000

const settingVO = z.object({ id: z.number(), name: z.string(), checked: z.boolean() })
const menuFields = z.object({
  menuId: z.number(),
  menuName: z.string(),
  checked: z.boolean(),
  /** Listed only as an ancestor: the menu is not granted to the caller, who therefore cannot grant it. */
  fixed: z.boolean(),
  settingVOList: z.array(settingVO),
})
/** C·§3: a menu of the permission tree with its settings. */
export type RoleMenu = z.output<typeof menuFields> & { child: RoleMenu[] }
const roleMenu: z.ZodType<RoleMenu> = menuFields
  .extend({
    get child() {
      return z.array(roleMenu)
    },
  })
  .meta({ id: 'RoleMenu' })

const roleSite = z.object({
  siteId: z.number(),
  siteName: z.string(),
  /** The tree is omitted because the query asked for another site. */
  omitted: z.boolean(),
  /** Number of the site's menus granted to the group, among those visible to the caller. */
  granted: z.number(),
  menuItemVOList: z.array(roleMenu),
})
export type RoleSite = z.output<typeof roleSite>

/** C·§3 Role detail. It lists only sites, menus and settings granted to the caller, who can grant no others. */
export const roleDetail = groupFields.omit({ accounts: true, createDate: true }).extend({
  createDate: dateTime,
  version: z.number().optional(),
  changedBy: z.string().optional(),
  changedAt: dateTime.optional(),
  /** Number of menus granted to the group but not to the caller: they are hidden, and a save keeps them. */
  kept: z.number(),
  siteItemVOList: z.array(roleSite),
})
export type RoleDetail = z.output<typeof roleDetail>

/** The form of the role dialog (C·§2, C·§5). */
export const roleSave = z.object({
  /** 0: a new group. */
  id: id.default(0),
  name: required('请输入姓名', 254, '用户组名称'),
  note: text(1000, '用户组介绍'),
  /**
   * 0: directly below the caller's own group. Absent: a new group is created there, an existing one keeps its parent.
   */
  parentId: id.optional(),
  /** Grants of a listed site are replaced; other sites keep theirs. Absent: no change. */
  authority: z
    .array(siteGrant.extend({ menuItemDTOList: z.array(menuGrant).default([]) }))
    .max(2000, '一次最多设置 2000 个站点的权限，请分批保存')
    .optional(),
  version,
})

/** An account of a group, including disabled ones. */
const groupAccount = z.object({
  id: z.number(),
  userName: z.string(),
  trueName: z.string(),
  email: z.string(),
  isStatus: z.boolean(),
})

const code = settingVO.omit({ checked: true })
/** A menu that an account may use, with its permissions there. */
const right = z.object({
  siteId: z.number(),
  menuId: z.number(),
  /** Its name with its ancestors: 新闻中心 / 集团新闻. */
  path: z.string(),
  settings: z.array(code),
  /** The group that grants it. */
  roleId: z.number(),
  roleName: z.string(),
})
export type Right = z.output<typeof right>

/** A group that grants a menu, and its accounts. */
const holder = z.object({
  roleId: z.number(),
  /** Its name with its ancestors. */
  path: z.string(),
  settings: z.array(code),
  accounts: z.number(),
  /** The first twenty accounts. */
  names: z.array(groupAccount.pick({ id: true, userName: true, trueName: true })),
})
export type RightHolder = z.output<typeof holder>

const manage = menu(MENU.userGroup)
/** Account managers may read permissions, too. */
const readAccess = menu(MENU.userGroup, MENU.account)
const stale = [
  'role.page',
  'role.findByRoleId',
  'role.accounts',
  'role.rightsOf',
  'role.rightsAt',
  'account.pageUser',
] as const

/** User groups and their permissions (calls 142–145). */
export const roleOperations = withAreaTitles({ role: '用户组' })({
  /** With `siteId` only the tree of that site; id 0: everything that the caller can grant to a new group. */
  'role.findByRoleId': query({
    method: 'GET',
    path: cms('role/findByRoleId/{id}'),
    call: 142,
    title: '用户组权限',
    record: true,
    access: site(manage, 'siteId'),
    input: byId.extend({ siteId: id.optional() }),
    output: roleDetail,
  }),
  /**
   * Calls 143 and 151. With `parentId`: the groups below that group, which must be the caller's own or a descendant of
   * it; allowed for every account with a role (the recipient picker of site mail uses it). Without it: all groups, for
   * the menus that choose among them.
   */
  'role.page': query({
    method: 'POST',
    path: cms('role/page'),
    call: 143,
    title: '用户组列表',
    access: menu(MENU.publishStats, MENU.account, MENU.userGroup, MENU.workflow, MENU.mine),
    input: paging({ parentId: id.optional() }),
    output: paged(role),
  }),
  /** `forbidden` names the rights that the caller does not have. */
  'role.save': mutation({
    method: 'POST',
    path: cms('role/save'),
    call: 144,
    title: '保存用户组',
    access: site(manage, 'authority[].siteId'),
    input: roleSave,
    output: undocumentedOutput(groupFields.extend({ version: z.number() })),
    success: '保存成功',
    body: 'rows',
    stale,
  }),
  /** Deletes all or none; `conflict` while a group has accounts or subgroups. */
  'role.deleteByIdList': mutation({
    method: 'POST',
    path: cms('role/deleteByIdList'),
    call: 145,
    title: '删除用户组',
    access: manage,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale,
  }),
  /** Accounts directly in a group. */
  'role.accounts': query({
    method: 'POST',
    path: cms('role/accounts'),
    title: '用户组中的账号',
    access: readAccess,
    input: paging({ id }),
    output: paged(groupAccount),
  }),
  /** Moves all accounts of a group to another group, so that the first can be deleted. Returns their number. */
  'role.moveAccounts': mutation({
    method: 'POST',
    path: cms('role/move-accounts'),
    title: '移动用户组中的账号',
    access: manage,
    input: z.object({ id, toId: id }),
    output: z.object({ moved: z.number() }),
    success: '操作成功',
    stale,
  }),
  /** Permissions of an account in a site, limited to the caller's own; `unseen` counts the other menus. */
  'role.rightsOf': query({
    method: 'POST',
    path: cms('role/rights-of'),
    title: '账号的有效权限',
    access: site(readAccess, 'siteId'),
    input: z.object({ accountId: id, siteId: id.default(0) }),
    output: z.object({
      id: z.number(),
      userName: z.string(),
      trueName: z.string(),
      isStatus: z.boolean(),
      roleId: z.number(),
      roleName: z.string(),
      /** The account is a super administrator. */
      everything: z.boolean(),
      sites: z.array(z.object({ siteId: z.number(), siteName: z.string(), menus: z.number() })),
      rights: z.array(right),
      unseen: z.number(),
    }),
  }),
  /** Groups in the caller's reach that grant a menu; `unseen` counts the others. */
  'role.rightsAt': query({
    method: 'POST',
    path: cms('role/rights-at'),
    title: '栏目的有效权限',
    access: grantedColumn('read', 'menuId', site(readAccess, 'siteId')),
    input: z.object({ siteId: id, menuId: id }),
    output: z.object({ holders: z.array(holder), unseen: z.number() }),
  }),
  /** The caller's group and the version of its grants: a client with another version reads account.current again. */
  'role.current': query({
    method: 'GET',
    path: cms('role/current'),
    title: '当前用户组',
    access: session,
    background: true,
    beforePasswordChange: true,
    input: none,
    output: z.object({ groupId: z.number(), grantVersion: z.number() }),
  }),
})
