import { z } from 'zod'
import { isIpRange } from '../domain/ipRanges.ts'
import { MENU } from '../domain/systemMenus.ts'
import { cms, menu, mutation, query, session } from './define.ts'
import { dateTime, flag, id, none, paged, paging, unshown, within } from './fields.ts'
import { sheetExport } from './sheet.ts'

const RANGE = '地址要写成 IP 或 IP 段，例如 203.0.113.9 或 10.0.0.0/8'

/** What is demanded of the accounts of one group; empty lines are passed over. */
export const groupSecurity = z.object({
  groupId: id,
  /** IP addresses and CIDR ranges from which they may sign in and work; none: from everywhere. */
  addresses: z
    .array(
      z
        .string(RANGE)
        .trim()
        .refine((line) => line === '' || isIpRange(line), RANGE),
    )
    .max(200, '一个用户组最多填写 200 个地址')
    .overwrite((lines) => lines.filter(Boolean))
    .default([]),
})

/** 登录安全: rules of signing in for the whole installation. The defaults demand no more than the documents do. */
export const securityRules = z.object({
  minLength: within('密码最短长度', 0, 64).default(0),
  minClasses: within('字符种类', 0, 4).default(0),
  /** A new password is none of the last so many, the present one included; 0: any but the present one. */
  historyCount: within('不能重复的密码数', 0, 12).default(0),
  /** After so many days it has to be changed at the next sign-in; 0: never. */
  maxAgeDays: within('密码有效天数', 0, 3650).default(0),
  refuseCommon: flag,
  /** C·§5. */
  lockFailures: within('锁定前的失败次数', 1, 20).default(5),
  lockMinutes: within('锁定分钟数', 1, 1440).default(10),
  idleMinutes: within('无操作退出的分钟数', 5, 43_200).default(720),
  maxHours: within('最长登录小时数', 1, 8760).default(168),
  /** A new sign-in ends the account's others. */
  singleSession: flag,
  /** A session that is used from another network ends. */
  bindAddress: flag,
  /** The sign-in log is kept so many days. */
  logDays: within('登录日志保留天数', 30, 3650).default(180),
  groups: z
    .array(groupSecurity)
    .max(1000, '用户组太多')
    .refine((rows) => new Set(rows.map(({ groupId }) => groupId)).size === rows.length, '同一个用户组不能设置两次')
    .default([]),
})
export type SecurityRules = z.output<typeof securityRules>

const number = z.number()
/** The rules as they are answered, with who changed them last. `version` 0: nobody yet. */
export const securitySettings = z.object({
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
  groups: z.array(z.object({ groupId: number, addresses: z.array(z.string()) })),
  version: number,
  changedBy: z.string(),
  changedAt: dateTime,
})
/** What is saved: `version` is the one that was seen. */
export const securityForm = securityRules.extend({ version: id })
export type SecuritySettings = z.output<typeof securitySettings>

export const SIGN_IN_WAYS = ['password', 'token', 'session'] as const

/** One sign-in, or try of one. */
export const signInLine = z.object({
  id: z.number(),
  username: z.string(),
  way: z.enum(SIGN_IN_WAYS),
  ip: z.string(),
  userAgent: z.string(),
  ok: z.boolean(),
  /** Why it was refused. */
  msg: z.string(),
  createDate: dateTime,
})
export type SignInLine = z.output<typeof signInLine>

const day = z.union([z.literal(''), z.iso.date('日期要写成 2026-01-31 的样子')]).default('')
const wantedLines = {
  /** ok, refused; '' for both. */
  result: z.enum(['', 'ok', 'refused']).default(''),
  /** Days, both included; '' for no bound. */
  from: day,
  to: day,
}

/** A session of one's own. */
export const ownSession = z.object({
  /** Names it to its owner; opens nothing. */
  id: z.string(),
  way: z.enum(['password', 'token']),
  ip: z.string(),
  /** Another address from which it was used later; '' for none. */
  otherIp: z.string(),
  userAgent: z.string(),
  createDate: dateTime,
  lastUseDate: dateTime,
  /** The one that asks. */
  current: z.boolean(),
})
export type OwnSession = z.output<typeof ownSession>

const manage = menu(MENU.account)

/** 登录安全 and one's own sign-ins: beyond the documents. */
export const securityOperations = {
  'security.settings': query({
    method: 'GET',
    path: cms('security/settings'),
    title: '登录安全设置',
    access: manage,
    input: none,
    output: securitySettings,
  }),
  /** Super administrators alone: who could weaken the rules could take over any account. */
  'security.saveSettings': mutation({
    method: 'POST',
    path: cms('security/save-settings'),
    title: '保存登录安全设置',
    access: manage,
    input: securityForm,
    output: unshown(securitySettings),
    success: '保存成功',
    stale: ['security.settings'],
  }),
  /** The newest first; of accounts that the caller may see. `key` stands in account or address. */
  'security.signInLog': query({
    method: 'POST',
    path: cms('security/page-sign-in-log'),
    title: '登录日志',
    access: manage,
    input: paging(wantedLines),
    output: paged(signInLine),
  }),
  'security.signInLogSheet': sheetExport({
    path: cms('security/export-sign-in-log'),
    title: '导出登录日志',
    access: manage,
    logged: true,
    input: z.object({ key: z.string().trim().max(254, '搜索内容不能超过 254 个字').default(''), ...wantedLines }),
  }),
  'security.ownSessions': query({
    method: 'GET',
    path: cms('security/own-sessions'),
    title: '我的登录',
    access: session,
    input: none,
    output: z.array(ownSession),
  }),
  /** `id` '': all but the one that asks. */
  'security.endOwnSessions': mutation({
    method: 'POST',
    path: cms('security/end-own-sessions'),
    title: '结束我的登录',
    access: session,
    input: z.object({ id: z.string().max(64).default('') }),
    output: z.object({ ended: z.number() }),
    stale: ['security.ownSessions'],
  }),
}
