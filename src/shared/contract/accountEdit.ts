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
  undocumentedOutput,
  version,
} from './fields.ts'
import { defineSheetExport, defineSheetImport } from './sheet.ts'

/** C·§3 Admin account, for the list and its dialog. */
export const account = z.object({
  id: z.number(),
  userName: z.string(),
  trueName: z.string(),
  email: z.string(),
  phone: z.string(),
  employeeNumber: z.string(),
  /** 0: no department. */
  departmentId: z.number().default(0),
  /** The one group (C·§6). */
  roleIdList: z.array(z.number()),
  /** Time of the last sign-in (the list's column of that name); '' for never. */
  lastModifiedDate: dateTime.default(''),
  lastLoginIp: z.string().default(''),
  loginTimes: z.number().default(0),
  /** Ours, as all fields below. Name of the group. */
  groupName: z.string().default(''),
  isStatus: z.boolean().default(true),
  /** Locked for some minutes after failed sign-ins. */
  isLocked: z.boolean().default(false),
  /** An administrator set the password; it must be changed. */
  mustChangePassword: z.boolean().default(false),
  /** Signs in with a second factor. */
  hasSecondFactor: z.boolean().default(false),
  createDate: dateTime.default(''),
  /** Optimistic lock: a save sends back the version that was read. */
  version: z.number().optional(),
  changedBy: z.string().optional(),
  changedAt: dateTime.optional(),
})
export type Account = z.output<typeof account>

const ALLOWED_CHARACTERS = '只能包含文字、数字和 . _ - @，不能有空格和表情符号'

/**
 * A user name. Full-width letters are converted, so that no two accounts look the same.
 * @param label name of the field in its form
 */
export const userNameOf = (label: string) =>
  z
    .string(`请输入${label}`)
    .normalize('NFKC')
    .trim()
    .min(1, `请输入${label}`)
    .max(254, `${label}不能超过 254 个字`)
    .regex(/^[\p{L}\p{M}\p{N}._@-]*$/u, `${label}${ALLOWED_CHARACTERS}`)
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
  /** 0: a new account. */
  id: id.default(0),
  roleIdList: oneGroup,
  userName,
  trueName: required('请输入姓名'),
  employeeNumber: required('请输入员工编号'),
  phone: required('请输入手机号'),
  email: accountEmail,
  /** 0: in none (contradictions.md 98). */
  departmentId: id.default(0),
  /** RSA-encrypted; empty: an existing account keeps its password. */
  password: z.string().max(4096).default(''),
  rePassword: z.string().max(4096).default(''),
  version,
})
type Fields = z.output<typeof fields>

/** Options of a rule across several fields: `when` reports it together with the rules of single fields. */
const ruleAt = (path: keyof Fields, message: string) => ({ path: [path], message, when: () => true })
const isNew = (form: Fields): boolean => form.id === 0

/** An account in a row of an imported sheet. */
export const accountRow = fields.omit({ id: true, password: true, rePassword: true, version: true })

/**
 * Call 146: a new account needs a password; an existing account keeps its own when the field is empty
 * (contradictions.md 96).
 */
const accountSave = fields.refine((form) => !isNew(form) || Boolean(form.password), ruleAt('password', '请输入密码'))

/** Schema of the form: both passwords are plain text here and must be equal (C·§5). */
export const accountForm = accountSave
  .refine((form) => !isNew(form) || Boolean(form.rePassword), ruleAt('rePassword', '请输入确认密码'))
  .refine((form) => isNew(form) || !form.password || Boolean(form.rePassword), ruleAt('rePassword', '请再次输入密码'))
  .refine((form) => !form.rePassword || form.password === form.rePassword, ruleAt('rePassword', '两次输入密码不一致!'))

/** Upload limit of the accounts' sheet, in MB. */
export const ACCOUNT_SHEET_LIMIT_MB = 50

const manage = menu(MENU.account)
/** Other lists show the members of a group, too. */
const stale = ['account.page', 'account.findById', 'account.pageUser', 'account.findUser', 'account.openWork'] as const

/** Unfinished work of an account that others could continue. */
export const openWork = z.object({
  accountId: z.number(),
  /** Label of the kind, e.g. 草稿. */
  kind: z.string(),
  count: z.number(),
})
export type OpenWork = z.output<typeof openWork>

const onlyIds = { access: manage, input: byId, stale }

/** Management of accounts (calls 146–149), limited to one's own group and the groups below it. */
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
    output: undocumentedOutput(account),
    success: '保存成功',
    stale,
  }),
  /**
   * `roleId` 0: all groups. `departmentId` 0: all accounts, with or without a department. `key` matches account, name,
   * address, phone or employee number.
   */
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
   * Deletes all accounts or none. The account `heirId` takes over their open work (account.openWork); without it, open
   * work is refused with `conflict`.
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
  /** Unfinished work of these accounts; kinds with none are left out. */
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
  /** Clears the failed sign-ins that locked the account. */
  'account.unlock': mutation({
    method: 'POST',
    path: cms('account/unlock'),
    title: '解除账号锁定',
    output: nothing,
    success: '已解除锁定',
    ...onlyIds,
  }),
  /**
   * Returns a new password, which is not stored and must be changed at the next sign-in; the account's sessions end.
   */
  'account.resetPassword': mutation({
    method: 'POST',
    path: cms('account/reset-password'),
    title: '重置账号密码',
    output: z.object({ password: z.string() }),
    success: '密码已重置',
    ...onlyIds,
  }),
  /** Removes the second factor and the recovery codes of an account whose phone is lost; its sessions end. */
  'account.resetSecondFactor': mutation({
    method: 'POST',
    path: cms('account/reset-second-factor'),
    title: '重置账号的两步验证',
    output: nothing,
    success: '两步验证已重置',
    ...onlyIds,
  }),
  /** Ends the account's sessions; for the caller's own account, all except the current one. */
  'account.signOutEverywhere': mutation({
    method: 'POST',
    path: cms('account/sign-out-everywhere'),
    title: '强制账号退出登录',
    output: z.object({ ended: z.number() }),
    ...onlyIds,
  }),
  /** Beyond the documents, as the calls below: exports the rows of the list, by permission 1120 of the menu. */
  'account.exportSheet': defineSheetExport({
    path: cms('account/output-data'),
    title: '导出账号',
    access: manage,
    input: z.object({ roleId: id.default(0), key: text(254, '搜索内容') }),
    logged: true,
  }),
  /** By permission 1121. Valid rows become accounts; `checkOnly` counts them without saving. */
  'account.importSheet': defineSheetImport({
    path: cms('account/import-data'),
    title: '导入账号',
    access: manage,
    extra: { checkOnly: flag },
    stale,
  }),
  'account.sheetTemplate': defineSheetExport({
    path: cms('account/sheet-template'),
    title: '账号导入模板',
    access: manage,
    input: none,
  }),
}
