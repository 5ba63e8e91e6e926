import { z } from 'zod'
import { isIpRange } from '../domain/ipRanges.ts'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query, session } from './define.ts'
import { factorCode } from './account.ts'
import { dateTime, flag, id, none, nothing, paged, paging, undocumentedOutput, within } from './fields.ts'
import { defineSheetExport } from './sheet.ts'

const RANGE_MESSAGE = '地址格式应为 IP 或 IP 段，例如 203.0.113.9 或 10.0.0.0/8'

/** Security rules for the accounts of one group; empty lines are ignored. */
const groupSecurity = z.object({
  groupId: id,
  /** IP addresses and CIDR ranges that sessions of these accounts may use; empty: any. */
  addresses: z
    .array(
      z
        .string(RANGE_MESSAGE)
        .trim()
        .refine((line) => line === '' || isIpRange(line), RANGE_MESSAGE),
    )
    .max(200, '一个用户组最多填写 200 个地址')
    .overwrite((lines) => lines.filter(Boolean))
    .default([]),
  /** A second factor is required; an account without one must set it up first. */
  secondFactor: flag,
})

/** 登录安全: sign-in rules of the whole installation. The defaults demand no more than the documents. */
export const securityRules = z.object({
  minLength: within('密码最短长度', 0, 64).default(0),
  minClasses: within('字符种类', 0, 4).default(0),
  /** A new password must differ from this many last ones, the current one included; 0: only from the current one. */
  historyCount: within('不能重复的密码数', 0, 12).default(0),
  /** After this many days the password must be changed at the next sign-in; 0: never. */
  maxAgeDays: within('密码有效天数', 0, 3650).default(0),
  refuseCommon: flag,
  /** C·§5. */
  lockFailures: within('锁定前的失败次数', 1, 20).default(5),
  lockMinutes: within('锁定分钟数', 1, 1440).default(10),
  idleMinutes: within('无操作退出的分钟数', 5, 43_200).default(720),
  maxHours: within('最长登录小时数', 1, 8760).default(168),
  /** A new sign-in ends the account's other sessions. */
  singleSession: flag,
  /** A session ends when it is used from another network. */
  bindAddress: flag,
  /** Retention of the sign-in log, in days. */
  logDays: within('登录日志保留天数', 30, 3650).default(180),
  /** Allows everybody to register an account with a phone number, in the group registerGroupId; 0: no group chosen. */
  selfRegister: flag,
  registerGroupId: id.default(0),
  /** Accounts can find and message only accounts of their own group and the groups below it. */
  ownGroupsOnly: flag,
  groups: z
    .array(groupSecurity)
    .max(1000, '最多设置 1000 个用户组')
    .refine((rows) => new Set(rows.map(({ groupId }) => groupId)).size === rows.length, '同一个用户组不能设置两次')
    .default([]),
})
export type SecurityRules = z.output<typeof securityRules>

const number = z.number()
/** The rules and their last change. `version` 0: never changed. */
const securitySettings = z.object({
  minLength: number,
  minClasses: number,
  historyCount: number,
  maxAgeDays: number,
  refuseCommon: z.boolean(),
  lockFailures: number,
  lockMinutes: number,
  idleMinutes: number,
  maxHours: number,
  singleSession: z.boolean(),
  bindAddress: z.boolean(),
  logDays: number,
  selfRegister: z.boolean().default(false),
  registerGroupId: number.default(0),
  ownGroupsOnly: z.boolean().default(false),
  groups: z.array(z.object({ groupId: number, addresses: z.array(z.string()), secondFactor: z.boolean() })),
  version: number,
  changedBy: z.string(),
  changedAt: dateTime,
})
/** The form; `version` is that of the edited rules. */
export const securityForm = securityRules
  .extend({ version: id })
  .refine(({ selfRegister, registerGroupId }) => !selfRegister || registerGroupId !== 0, {
    path: ['registerGroupId'],
    message: '请选择注册后的用户组',
    when: () => true,
  })
export type SecuritySettings = z.output<typeof securitySettings>

export const SIGN_IN_METHODS = ['password', 'token', 'session'] as const

/** One successful or failed sign-in. */
const signInLine = z.object({
  id: z.number(),
  username: z.string(),
  way: z.enum(SIGN_IN_METHODS),
  ip: z.string(),
  userAgent: z.string(),
  ok: z.boolean(),
  /** The password was correct; the code of the second factor is still missing. */
  waits: z.boolean().default(false),
  /** The reason of a refusal. */
  msg: z.string(),
  createDate: dateTime,
})
export type SignInLine = z.output<typeof signInLine>

const day = z.union([z.literal(''), z.iso.date('日期格式应为 yyyy-MM-dd，例如 2026-01-31')]).default('')
const logFilters = {
  /** ok, refused, or waits for a code; '' for all. */
  result: z.enum(['', 'ok', 'refused', 'waits']).default(''),
  /** Days, both included; '' for no bound. */
  from: day,
  to: day,
}

/** One of the account's own sessions. */
const ownSession = z.object({
  /** Id of the session for its owner; not a credential. */
  id: z.string(),
  way: z.enum(['password', 'token']),
  ip: z.string(),
  /** Another address that used the session later; '' for none. */
  otherIp: z.string(),
  userAgent: z.string(),
  createDate: dateTime,
  lastUseDate: dateTime,
  /** The calling session. */
  current: z.boolean(),
})
export type OwnSession = z.output<typeof ownSession>

/** The account's own second factor, without its secret. */
export const ownFactor = z.object({
  isOn: z.boolean(),
  /** Start of use; '' while it is off. */
  since: dateTime,
  recoveryLeft: z.number(),
  /** The account's group requires it. */
  isRequired: z.boolean(),
  /** Setup requires the password; a session created with a one-time token has no password to ask for. */
  asksPassword: z.boolean(),
})
export type OwnFactor = z.output<typeof ownFactor>

/** The secret for an authenticator app, returned only once. */
const newFactor = z.object({
  /** Base32. */
  secret: z.string(),
  /** otpauth:// with the secret, for a QR code. */
  uri: z.string(),
})
export type NewFactor = z.output<typeof newFactor>

/** Returned only once; each code signs in once. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
/** A code of the current factor, or a recovery code. */
const proof = z.object({ factorCode: factorCode.refine((code) => code !== '', '请输入验证码') })
const factorStale = ['security.secondFactor'] as const

const manage = menu(MENU.account)

/** 登录安全 and the caller's own sign-ins; beyond the documents. */
export const securityOperations = withAreaTitles({ security: '登录安全' })({
  'security.settings': query({
    method: 'GET',
    path: cms('security/settings'),
    title: '登录安全设置',
    access: manage,
    input: none,
    output: securitySettings,
  }),
  /** Only for super administrators: whoever can weaken the rules could take over any account. */
  'security.saveSettings': mutation({
    method: 'POST',
    path: cms('security/save-settings'),
    title: '保存登录安全设置',
    access: manage,
    input: securityForm,
    output: undocumentedOutput(securitySettings),
    success: '保存成功',
    stale: ['security.settings'],
  }),
  /** Newest first, of accounts visible to the caller. `key` matches account or address. */
  'security.signInLog': query({
    method: 'POST',
    path: cms('security/page-sign-in-log'),
    title: '登录日志',
    access: manage,
    input: paging(logFilters),
    output: paged(signInLine),
  }),
  'security.signInLogSheet': defineSheetExport({
    path: cms('security/export-sign-in-log'),
    title: '导出登录日志',
    access: manage,
    logged: true,
    input: z.object({ key: z.string().trim().max(254, '搜索内容不能超过 254 个字').default(''), ...logFilters }),
  }),
  'security.ownSessions': query({
    method: 'GET',
    path: cms('security/own-sessions'),
    title: '我的登录',
    access: session,
    input: none,
    output: z.array(ownSession),
  }),
  /** `id` '': all except the calling session. */
  'security.endOwnSessions': mutation({
    method: 'POST',
    path: cms('security/end-own-sessions'),
    title: '退出我的登录',
    access: session,
    input: z.object({ id: z.string().max(64).default('') }),
    output: z.object({ ended: z.number() }),
    stale: ['security.ownSessions'],
  }),
  'security.secondFactor': query({
    method: 'GET',
    path: cms('security/second-factor'),
    title: '我的两步验证',
    access: session,
    beforeSecondFactor: true,
    input: none,
    output: ownFactor,
  }),
  /**
   * Creates a new secret, which takes effect when a code of it is confirmed. Requires the RSA-encrypted password, or a
   * code if another factor is in use.
   */
  'security.beginSecondFactor': mutation({
    method: 'POST',
    path: cms('security/begin-second-factor'),
    title: '开始设置两步验证',
    access: session,
    errors: ['locked'],
    beforeSecondFactor: true,
    encrypts: ['password'],
    input: z.object({ password: z.string().max(4096).default(''), factorCode }),
    output: newFactor,
    success: '请用验证器应用扫描二维码',
  }),
  /** Activates the secret; the account's other sessions end. */
  'security.confirmSecondFactor': mutation({
    method: 'POST',
    path: cms('security/confirm-second-factor'),
    title: '开启两步验证',
    access: session,
    beforeSecondFactor: true,
    input: proof,
    output: recoveryCodes,
    success: '两步验证已开启',
    stale: factorStale,
  }),
  /** Invalidates the earlier codes. */
  'security.newRecoveryCodes': mutation({
    method: 'POST',
    path: cms('security/new-recovery-codes'),
    title: '重新生成恢复码',
    access: session,
    errors: ['locked'],
    input: proof,
    output: recoveryCodes,
    success: '已生成新的恢复码，原来的恢复码全部失效',
    stale: factorStale,
  }),
  'security.removeSecondFactor': mutation({
    method: 'POST',
    path: cms('security/remove-second-factor'),
    title: '关闭两步验证',
    access: session,
    errors: ['locked'],
    input: proof,
    output: nothing,
    success: '两步验证已关闭',
    stale: factorStale,
  }),
})
