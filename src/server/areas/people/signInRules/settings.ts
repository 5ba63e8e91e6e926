import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { transactionLock } from '#server/db/locks.ts'
import { readSetting, saveSetting } from '#server/db/settings.ts'
import { changedMeanwhile, type Saved } from '#server/http/conflict.ts'
import { type SecurityRules, securityRules } from '#shared/contract/security.ts'

/** Under this name the rules lie in the table `setting`. */
export const RULES_SETTING = 'signInSecurity'

/** The rules in force, and who saved them; version 0: nobody yet. */
export type Rules = SecurityRules & Saved

const DEFAULTS: Rules = { ...securityRules.parse({}), version: 0, updatedBy: '', updateTime: 0 }
let last: { text: string; rules: Rules } | null = null

/** The rules of a stored text, which is read with every call; null: nobody saved any. */
export function rulesOf(text: string | null): Rules {
  if (text === null) return DEFAULTS
  if (last?.text === text) return last.rules
  const { version, updatedBy, updateTime, ...rules } = JSON.parse(text) as Rules
  last = { text, rules: { ...securityRules.parse(rules), version, updatedBy, updateTime } }
  return last.rules
}

export const readRules = async (db: Kysely<Database>): Promise<Rules> => rulesOf(await readSetting(db, RULES_SETTING))

/**
 * Saves over the version that was seen.
 * @throws AppError `conflict` when somebody was faster
 */
export async function saveRules(
  db: Kysely<Database>,
  rules: SecurityRules,
  { seen, by, now }: { seen: number; by: string; now: Date },
): Promise<Rules> {
  await transactionLock(db, 'signInRules')
  const before = await readRules(db)
  if (before.version !== seen) throw changedMeanwhile('登录安全设置', before)
  const saved: Rules = { ...rules, version: before.version + 1, updatedBy: by, updateTime: now.getTime() }
  await saveSetting(db, RULES_SETTING, JSON.stringify(saved))
  return saved
}
