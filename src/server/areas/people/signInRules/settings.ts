import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { acquireTransactionLock } from '#server/db/locks.ts'
import { readSetting, saveSetting } from '#server/db/settings.ts'
import { conflictError, type LastSaved } from '#server/http/conflict.ts'
import { type SecurityRules, securityRules } from '#shared/contract/security.ts'
import { isInIpRanges } from '#shared/domain/ipRanges.ts'
import { AppError } from '#shared/errors/index.ts'

const findGroupRule = ({ groups }: Pick<Rules, 'groups'>, roleId: number) =>
  groups.find(({ groupId }) => groupId === roleId)

/** Whether accounts of the group may sign in and work from this address. */
export function isAddressAllowed(rules: Pick<Rules, 'groups'>, roleId: number, ip: string): boolean {
  const { addresses = [] } = findGroupRule(rules, roleId) ?? {}
  return addresses.length === 0 || isInIpRanges(ip, addresses)
}

/** Whether accounts of the group must use a second factor. */
export const needsFactor = (rules: Pick<Rules, 'groups'>, roleId: number): boolean =>
  findGroupRule(rules, roleId)?.secondFactor ?? false

/** @throws AppError `forbidden` when the address is not allowed */
export function requireAllowedAddress(rules: Pick<Rules, 'groups'>, roleId: number, ip: string): void {
  if (isAddressAllowed(rules, roleId, ip)) return
  throw new AppError('forbidden', `您的用户组不能从当前地址（${ip}）登录，请在允许的网络中登录，或联系管理员`)
}

/** IPv4 unchanged; of IPv6 the /64 prefix, within which a subscriber can change addresses freely. */
export function toNetwork(ip: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1]
  if (mapped || !ip.includes(':')) return mapped ?? ip
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const gap = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array.from({ length: gap }, () => '0'), ...after].slice(0, 4).join(':')
}

/** Key in the table `setting`. */
export const RULES_SETTING = 'signInSecurity'

/** The current rules and who saved them; version 0: defaults. */
export type Rules = SecurityRules & LastSaved

const DEFAULTS: Rules = { ...securityRules.parse({}), version: 0, updatedBy: '', updateTime: 0 }
let cached: { text: string; rules: Rules } | null = null

/** Parses stored rules; null means the defaults. The last result is cached, because every call reads the rules. */
export function parseRules(text: string | null): Rules {
  if (text === null) return DEFAULTS
  if (cached?.text === text) return cached.rules
  const { version, updatedBy, updateTime, ...rules } = JSON.parse(text) as Rules
  cached = { text, rules: { ...securityRules.parse(rules), version, updatedBy, updateTime } }
  return cached.rules
}

export const readRules = async (db: Kysely<Database>): Promise<Rules> =>
  parseRules(await readSetting(db, RULES_SETTING))

/** Saves the rules if `seen` is the current version. @throws AppError `conflict` otherwise */
export async function saveRules(
  db: Kysely<Database>,
  rules: SecurityRules,
  { seen, by, now }: { seen: number; by: string; now: Date },
): Promise<Rules> {
  await acquireTransactionLock(db, 'signInRules')
  const before = await readRules(db)
  if (before.version !== seen) throw conflictError('登录安全设置', before)
  const saved: Rules = { ...rules, version: before.version + 1, updatedBy: by, updateTime: now.getTime() }
  await saveSetting(db, RULES_SETTING, JSON.stringify(saved))
  return saved
}
