import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { menuGrant, siteGrant } from './account.ts'
import { areas, cms, heldColumn, menu, mutation, query, session, site } from './define.ts'
import { byId, dateTime, id, idList, none, nothing, paged, paging, required, text, unshown, version } from './fields.ts'

const groupFields = z.object({
  id: z.number(),
  name: z.string(),
  /** C·§3: pickers know a group's name as `title`. */
  title: z.string(),
  note: z.string(),
  /** The group that it stands under; 0 for the super administrators' one. */
  parentId: z.number(),
  createDate: dateTime,
  /** Accounts in the group itself. */
  accounts: z.number(),
})

/** C·§3 User group (role), with those below it when it was asked for by `parentId`; else childAdminGroup is empty. */
export type Role = z.output<typeof groupFields> & { childAdminGroup: Role[] }
export const role: z.ZodType<Role> = groupFields
  .extend({
    get childAdminGroup() {
      return z.array(role)
    },
  })
  // The API document needs a name for a recursive schema.
  .meta({ id: 'Role' })

/** Deepest level of a group; the super administrators' one is level 0. */
export const ROLE_LEVELS = 10
/** Most groups in all: as many as lists of choices show. */
export const ROLES_LIMIT = 1000

const settingVO = z.object({ id: z.number(), name: z.string(), checked: z.boolean() })
const menuFields = z.object({
  menuId: z.number(),
  menuName: z.string(),
  checked: z.boolean(),
  /** Stands here for what is below it alone: the caller does not hold it and can't give it. */
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
  /** The tree was left out because another site was asked for. */
  omitted: z.boolean(),
  /** Menus of the site that the group is granted, as far as the caller sees them. */
  granted: z.number(),
  menuItemVOList: z.array(roleMenu),
})
export type RoleSite = z.output<typeof roleSite>

/** C·§3 Role detail. Sites, menus and settings are those that the caller holds himself: he can give no others. */
export const roleDetail = groupFields.omit({ accounts: true, createDate: true }).extend({
  createDate: dateTime,
  version: z.number().optional(),
  changedBy: z.string().optional(),
  changedAt: dateTime.optional(),
  /** Menus granted to the group that the caller does not hold himself: they are not shown, and a save leaves them. */
  kept: z.number(),
  siteItemVOList: z.array(roleSite),
})
export type RoleDetail = z.output<typeof roleDetail>

/** The form of the role dialog (C·§2, C·§5). */
export const roleSave = z.object({
  /** 0: a new one. */
  id: id.default(0),
  name: required('请输入姓名', 254, '用户组名称'),
  note: text(1000, '用户组介绍'),
  /** 0: at the top, right below the caller's own group. Absent: a new one stands there, another one stays where it is. */
  parentId: id.optional(),
  /** Sites that are not named keep what they have; a named one has what its list says. Absent: nothing changes. */
  authority: z
    .array(siteGrant.extend({ menuItemDTOList: z.array(menuGrant).default([]) }))
    .max(2000, '站点太多')
    .optional(),
  version,
})

/** An account of a group, also one that can't sign in. */
const groupAccount = z.object({
  id: z.number(),
  userName: z.string(),
  trueName: z.string(),
  email: z.string(),
  isStatus: z.boolean(),
})

const code = settingVO.omit({ checked: true })
/** A menu that an account may use, and what it may do there. */
const right = z.object({
  siteId: z.number(),
  menuId: z.number(),
  /** Its name with those above it: 新闻中心 / 集团新闻. */
  path: z.string(),
  settings: z.array(code),
  /** The group that gives it. */
  roleId: z.number(),
  roleName: z.string(),
})
export type Right = z.output<typeof right>

/** A group that gives a menu, and who is in it. */
const holder = z.object({
  roleId: z.number(),
  /** Its name with those above it. */
  path: z.string(),
  settings: z.array(code),
  accounts: z.number(),
  /** The first twenty of them. */
  names: z.array(groupAccount.pick({ id: true, userName: true, trueName: true })),
})
export type RightHolder = z.output<typeof holder>

const manage = menu(MENU.userGroup)
/** Whoever keeps accounts asks, too, what they may do. */
const look = menu(MENU.userGroup, MENU.account)
const stale = [
  'role.page',
  'role.findByRoleId',
  'role.accounts',
  'role.rightsOf',
  'role.rightsAt',
  'account.pageUser',
] as const

/** User groups: who may do what (calls 142–145). */
export const roleOperations = areas({ role: '用户组' })({
  /** With `siteId` the tree of that site alone; id 0: what a new group could be given. */
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
   * Calls 143 and 151. With `parentId`: the groups under that one, which must be the caller's own or one below it; everyone
   * who has a role may (site mail asks for recipients). Without it: all groups, for the menus that choose among them.
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
  /** `forbidden` names what the caller does not hold himself. */
  'role.save': mutation({
    method: 'POST',
    path: cms('role/save'),
    call: 144,
    title: '保存用户组',
    access: site(manage, 'authority[].siteId'),
    input: roleSave,
    output: unshown(groupFields.extend({ version: z.number() })),
    success: '保存成功',
    body: 'rows',
    stale,
  }),
  /** All of them or none; `conflict` while accounts or other groups are in one. */
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
  /** Who is in a group itself. */
  'role.accounts': query({
    method: 'POST',
    path: cms('role/accounts'),
    title: '用户组中的账号',
    access: look,
    input: paging({ id }),
    output: paged(groupAccount),
  }),
  /** Everybody in a group goes to another one, so that the first can be deleted. Answers how many. */
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
  /** What an account may do in a site, as far as the caller holds it himself; `unseen` counts the other menus. */
  'role.rightsOf': query({
    method: 'POST',
    path: cms('role/rights-of'),
    title: '账号的有效权限',
    access: site(look, 'siteId'),
    input: z.object({ accountId: id, siteId: id.default(0) }),
    output: z.object({
      id: z.number(),
      userName: z.string(),
      trueName: z.string(),
      isStatus: z.boolean(),
      roleId: z.number(),
      roleName: z.string(),
      /** A super administrator. */
      everything: z.boolean(),
      sites: z.array(z.object({ siteId: z.number(), siteName: z.string(), menus: z.number() })),
      rights: z.array(right),
      unseen: z.number(),
    }),
  }),
  /** Who may use a menu: the groups in the caller's reach that give it; `unseen` counts the others. */
  'role.rightsAt': query({
    method: 'POST',
    path: cms('role/rights-at'),
    title: '栏目的有效权限',
    access: heldColumn('read', 'menuId', site(look, 'siteId')),
    input: z.object({ siteId: id, menuId: id }),
    output: z.object({ holders: z.array(holder), unseen: z.number() }),
  }),
  /** The caller's own group, and how often its grants have changed: who holds another number asks account.current again. */
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
