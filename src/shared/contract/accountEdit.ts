import { z } from 'zod'
import { isEmail } from '../domain/fieldFormats.ts'
import { MENU } from '../domain/systemMenus.ts'
import { cms, menu, mutation, query } from './define.ts'
import {
  byId,
  dateTime,
  flag,
  id,
  idList,
  none,
  nothing,
  paged,
  paging,
  required,
  text,
  unshown,
  version,
} from './fields.ts'
import { sheetExport, sheetImport } from './sheet.ts'

/** C·§3 Admin account, as the list and its dialog have it. */
export const account = z.object({
  id: z.number(),
  userName: z.string(),
  trueName: z.string(),
  email: z.string(),
  phone: z.string(),
  employeeNumber: z.string(),
  /** 0: in none. */
  departmentId: z.number().default(0),
  /** The one group (C·§6). */
  roleIdList: z.array(z.number()),
  /** When it signed in last, as the list's column has it; '' for never. */
  lastModifiedDate: dateTime.default(''),
  lastLoginIp: z.string().default(''),
  loginTimes: z.number().default(0),
  /** Ours, as all below. Name of the group. */
  groupName: z.string().default(''),
  isStatus: z.boolean().default(true),
  /** Failed sign-ins have locked it for some minutes. */
  isLocked: z.boolean().default(false),
  /** Its password was given by an administrator and is to be changed. */
  mustChangePassword: z.boolean().default(false),
  /** Signs in with a second factor. */
  hasSecondFactor: z.boolean().default(false),
  createDate: dateTime.default(''),
  /** Saved by several people: the version that was seen goes back with a save. */
  version: z.number().optional(),
  changedBy: z.string().optional(),
  changedAt: dateTime.optional(),
})
export type Account = z.output<typeof account>

const FORBIDDEN = '只能包含文字、数字和 . _ - @，不能有空格和表情符号'

/**
 * A user name. Full-width letters are converted, so that no two accounts look the same.
 * @param label what the field is called in its form
 */
export const userNameOf = (label: string) =>
  z
    .string(`请输入${label}`)
    .normalize('NFKC')
    .trim()
    .min(1, `请输入${label}`)
    .max(254, `${label}不能超过 254 个字`)
    .regex(/^[\p{L}\p{M}\p{N}._@-]*$/u, `${label}${FORBIDDEN}`)
export const userName = userNameOf('账号')

/** C·§5: a required e-mail address. */
export const accountEmail = z
  .string('请输入邮箱')
  .min(1, '请输入邮箱')
  .trim()
  .min(1, '邮箱不能为空')
  .refine(isEmail, '请输入正确的邮箱格式')

const GROUP = '请选择管理员组'
/** Exactly one group (contradictions.md 102). */
const oneGroup = z
  .array(id, GROUP)
  .length(1, GROUP)
  .refine(([group]) => group !== 0, GROUP)

const fields = z.object({
  /** 0: a new one. */
  id: id.default(0),
  roleIdList: oneGroup,
  userName,
  trueName: required('请输入姓名'),
  employeeNumber: required('请输入员工编号'),
  phone: required('请输入手机号'),
  email: accountEmail,
  /** 0: in none (contradictions.md 98). */
  departmentId: id.default(0),
  /** RSA-encrypted; empty: an account that is there keeps the one that it has. */
  password: z.string().max(4096).default(''),
  rePassword: z.string().max(4096).default(''),
  version,
})
type Fields = z.output<typeof fields>

/** Rules of several fields, which are told together with those of one. */
const told = (path: keyof Fields, message: string) => ({ path: [path], message, when: () => true })
const isNew = (form: Fields): boolean => form.id === 0

/** An account as a row of an imported sheet. */
export const accountRow = fields.omit({ id: true, password: true, rePassword: true, version: true })

/** Call 146: a new account needs a password, another one keeps its own without (contradictions.md 96). */
const accountSave = fields.refine((form) => !isNew(form) || Boolean(form.password), told('password', '请输入密码'))

/** The form's schema: both passwords are plain here and must be equal (C·§5). */
export const accountForm = accountSave
  .refine((form) => !isNew(form) || Boolean(form.rePassword), told('rePassword', '请输入确认密码'))
  .refine((form) => isNew(form) || !form.password || Boolean(form.rePassword), told('rePassword', '请再次输入密码'))
  .refine((form) => !form.rePassword || form.password === form.rePassword, told('rePassword', '两次输入密码不一致!'))

/** Upload limit of the accounts' sheet, in MB. */
export const ACCOUNT_SHEET_LIMIT_MB = 50

const manage = menu(MENU.account)
/** Who is in which group is shown in other lists, too. */
const stale = ['account.page', 'account.findById', 'account.pageUser', 'account.findUser', 'account.openWork'] as const

/** Unfinished work of an account that others could continue. */
export const openWork = z.object({
  accountId: z.number(),
  /** What it is: 草稿. */
  kind: z.string(),
  count: z.number(),
})
export type OpenWork = z.output<typeof openWork>

const onlyIds = { access: manage, input: byId, stale }

/** Accounts as administrators keep them (calls 146–149): those of one's own group and of the groups below it. */
export const accountEditOperations = {
  'account.save': mutation({
    method: 'POST',
    path: cms('account/save-account'),
    call: 146,
    title: '保存账号',
    access: manage,
    encrypts: ['password', 'rePassword'],
    personal: ['phone', 'email'],
    input: accountSave,
    output: unshown(account),
    success: '保存成功',
    stale,
  }),
  /** `roleId` 0: of all groups. `departmentId` 0: of all departments and of none. `key` stands in account, name, address, phone or employee number. */
  'account.page': query({
    method: 'POST',
    path: cms('account/page-account'),
    call: 147,
    title: '账号列表',
    access: manage,
    input: paging({ roleId: id.default(0), departmentId: id.default(0) }),
    output: paged(account),
  }),
  /**
   * All of them or none. `heirId` takes over their open work (account.openWork); without one, `conflict` while there is
   * some.
   */
  'account.deleteByIdList': mutation({
    method: 'POST',
    path: cms('account/deleteByIdList'),
    call: 148,
    title: '删除账号',
    access: manage,
    errors: ['openWork'],
    input: z.union([idList, z.object({ idList, heirId: id.default(0) })], '请选择数据！'),
    output: nothing,
    success: '删除成功',
    stale,
  }),
  'account.findById': query({
    method: 'GET',
    path: cms('account/findById/{id}'),
    call: 149,
    title: '账号信息',
    record: true,
    access: manage,
    input: byId,
    output: account,
  }),
  /** What these accounts have begun and not ended; kinds without any are left out. */
  'account.openWork': query({
    method: 'POST',
    path: cms('account/open-work'),
    title: '未完成的工作',
    access: manage,
    input: z.object({ idList }),
    output: z.array(openWork),
  }),
  /** A disabled account can't sign in, and its sessions end. */
  'account.updateStatus': mutation({
    method: 'POST',
    path: cms('account/update-status'),
    title: '启用或停用账号',
    access: manage,
    input: z.object({ idList, isStatus: flag }),
    output: nothing,
    stale,
  }),
  /** Forgets the failed sign-ins that have locked it. */
  'account.unlock': mutation({
    method: 'POST',
    path: cms('account/unlock'),
    title: '解除账号锁定',
    output: nothing,
    success: '已解除锁定',
    ...onlyIds,
  }),
  /** Answers a new password, which is kept nowhere and has to be changed at the next sign-in; the sessions end. */
  'account.resetPassword': mutation({
    method: 'POST',
    path: cms('account/reset-password'),
    title: '重置账号密码',
    output: z.object({ password: z.string() }),
    success: '密码已重置',
    ...onlyIds,
  }),
  /** Takes its second factor and its recovery codes away, for who has lost his phone; the sessions end. */
  'account.resetSecondFactor': mutation({
    method: 'POST',
    path: cms('account/reset-second-factor'),
    title: '重置账号的两步验证',
    output: nothing,
    success: '两步验证已重置',
    ...onlyIds,
  }),
  /** Ends the account's sessions; of one's own account all but this one. */
  'account.signOutEverywhere': mutation({
    method: 'POST',
    path: cms('account/sign-out-everywhere'),
    title: '强制账号下线',
    output: z.object({ ended: z.number() }),
    ...onlyIds,
  }),
  /** Beyond the documents, as those below: what the list shows, by permission 1120 of the menu. */
  'account.exportSheet': sheetExport({
    path: cms('account/output-data'),
    title: '导出账号',
    access: manage,
    input: z.object({ roleId: id.default(0), key: text(254, '搜索内容') }),
    logged: true,
  }),
  /** By permission 1121. Good rows become accounts; with `checkOnly` they only are counted and nothing is kept. */
  'account.importSheet': sheetImport({
    path: cms('account/import-data'),
    title: '导入账号',
    access: manage,
    extra: { checkOnly: flag },
    stale,
  }),
  'account.sheetTemplate': sheetExport({
    path: cms('account/sheet-template'),
    title: '账号导入模板',
    access: manage,
    input: none,
  }),
}
