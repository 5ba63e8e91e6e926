import { verify } from '@node-rs/argon2'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { passwordProblem } from '#shared/domain/passwordStrength.ts'
import { fieldError } from '#shared/errors/index.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import type { Rules } from './settings.ts'

/** The account a password is for; `id` 0: a new account. */
interface Owner {
  id: number
  username: string
  passwordHash: string | null
}

/** @throws AppError `invalid` with the field for a password that breaks a rule or was used before */
export async function requireGoodPassword(
  db: Kysely<Database>,
  rules: Rules,
  owner: Owner,
  { password, field }: { password: string; field: string },
): Promise<void> {
  const problem = passwordProblem(rules, password, owner.username)
  if (problem) throw fieldError('invalid', field, problem)
  const { historyCount } = rules
  if (owner.id === 0 || historyCount === 0) return
  const earlier = await db
    .selectFrom('password_history')
    .select('passwordHash')
    .where('accountId', '=', owner.id)
    .orderBy('time', 'desc')
    .limit(historyCount - 1)
    .execute()
  for (const passwordHash of [owner.passwordHash, ...earlier.map((row) => row.passwordHash)])
    if (passwordHash && (await verify(passwordHash, password)))
      throw fieldError('invalid', field, `新密码不能和最近 ${historyCount} 次用过的密码相同，请换一个密码`)
}

/** Saves the replaced password to the history if a rule needs it. */
export async function saveOldPassword(
  db: Kysely<Database>,
  { historyCount }: Rules,
  { id, passwordHash }: Pick<Owner, 'id' | 'passwordHash'>,
  now: Date,
): Promise<void> {
  const history = db.selectFrom('password_history').select('time').where('accountId', '=', id)
  if (passwordHash && historyCount > 1)
    await db.insertInto('password_history').values({ accountId: id, passwordHash, time: now.getTime() }).execute()
  const earlier = await history
    .orderBy('time', 'desc')
    .offset(Math.max(0, historyCount - 1))
    .limit(1)
    .executeTakeFirst()
  if (!earlier) return
  await db.deleteFrom('password_history').where('accountId', '=', id).where('time', '<=', earlier.time).execute()
}

/** Whether the password has exceeded its maximum age. A password never changed is as old as its account. */
export const isPasswordTooOld = (
  { maxAgeDays }: Rules,
  { passwordTime, createTime }: { passwordTime: number; createTime: number },
  now: Date,
): boolean => maxAgeDays > 0 && now.getTime() - (passwordTime || createTime) > maxAgeDays * DAY_MS
