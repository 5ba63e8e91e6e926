import type { CallContext } from '#server/http/context.ts'
import { PreparedHandler } from '#server/http/routes.ts'
import { fieldError } from '#shared/errors/index.ts'
import { saveOldPassword, readRules, requireGoodPassword, type Rules } from '../signInRules/index.ts'
import { createChangeCounters, countAttempt, resetCounters, lockAfterLastAttempt } from './signIn/attempts.ts'
import { decryptPassword } from '#server/areas/system/system/index.ts'
import { decryptFormPassword, hashPassword, verifyPassword } from './passwords.ts'
import { endSessions } from './signIn/sessions.ts'

/**
 * Call 12. Runs without a transaction while it counts failures, which must persist, and while it hashes, which is slow.
 */
export const updatePassword = new PreparedHandler<'account.updatePassword'>(async (ctx, input) => {
  const { accountId, sessionHash } = ctx.requireSignedIn()
  const account = await ctx.db.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
  const rules = await readRules(ctx.db)
  const old = await verifyOwnPassword(ctx, rules, account, input.oldPassword)
  const { newPassword, reNewPassword } = input
  const password = await decryptFormPassword(ctx.deps, { password: newPassword, rePassword: reNewPassword })
  if (!password || password === old) throw fieldError('invalid', 'newPassword', '新密码不能和旧密码相同，请换一个密码')
  await requireGoodPassword(ctx.db, rules, account, { password, field: 'newPassword' })
  const passwordHash = await hashPassword(password)
  const now = ctx.clock.now()
  return async ({ db }) => {
    await saveOldPassword(db, rules, account, now)
    await db
      .updateTable('account')
      .set((eb) => ({
        passwordHash,
        passwordTime: now.getTime(),
        mustChangePassword: 0,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', accountId)
      .execute()
    await endSessions(db, [accountId], sessionHash)
    return null
  }
})

/**
 * Verifies the caller's own password and returns it in plain text. Must not run in a transaction, because failures must
 * persist.
 * @param wrong the input field and the error text for a wrong password
 * @throws AppError `invalid` when it is wrong, `locked` after too many attempts
 */
export async function verifyOwnPassword(
  ctx: CallContext,
  rules: Rules,
  { usernameKey, passwordHash }: { usernameKey: string; passwordHash: string | null },
  encrypted: string,
  wrong = { field: 'oldPassword', message: '旧密码不正确' },
): Promise<string | null> {
  const { db, clock } = ctx
  const counters = createChangeCounters(usernameKey, rules)
  await countAttempt(db, counters, clock.now())
  const old = await decryptPassword(ctx.deps, encrypted)
  if (!(await verifyPassword(passwordHash, old))) {
    await lockAfterLastAttempt(db, counters, clock.now())
    throw fieldError('invalid', wrong.field, wrong.message)
  }
  await resetCounters(db, counters)
  return old
}
