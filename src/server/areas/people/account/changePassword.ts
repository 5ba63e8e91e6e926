import type { CallContext } from '#server/http/context.ts'
import { OwnTransactions } from '#server/http/routes.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { changeCounters, countAttempt, forgetCounters, lockIfLast } from './attempts.ts'
import { decryptPassword } from '#server/areas/system/info/index.ts'
import { givenPassword, hashPassword, passwordFits } from './passwords.ts'
import { endSessions } from './sessions.ts'

/** Call 12. Failures must stay counted and hashing takes long: no transaction around either. */
export const updatePassword = new OwnTransactions<'account.updatePassword'>(async (ctx, input) => {
  const { accountId, sessionHash } = ctx.signed()
  const account = await ctx.db.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
  const old = await oldPassword(ctx, account, input)
  const { newPassword, reNewPassword } = input
  const password = await givenPassword(ctx.deps, { password: newPassword, rePassword: reNewPassword })
  if (!password || password === old) throw new AppError('invalid', '新密码不能和旧密码相同，请换一个密码')
  const passwordHash = await hashPassword(password)
  await ctx.db.transaction().execute(async (db) => {
    await db
      .updateTable('account')
      .set((eb) => ({ passwordHash, mustChangePassword: 0, version: eb('version', '+', 1) }))
      .where('id', '=', accountId)
      .execute()
    await endSessions(db, [accountId], sessionHash)
  })
  return null
})

/** AppErrors: `invalid` when it is wrong, `locked` after five wrong ones. */
async function oldPassword(
  ctx: CallContext,
  { usernameKey, passwordHash }: { usernameKey: string; passwordHash: string | null },
  { oldPassword: encrypted }: ParsedOf<'account.updatePassword'>,
): Promise<string | null> {
  const { db, clock } = ctx
  const counters = changeCounters(usernameKey)
  await countAttempt(db, counters, clock.now())
  const old = await decryptPassword(ctx.deps, encrypted)
  if (!(await passwordFits(passwordHash, old))) {
    await lockIfLast(db, counters, clock.now())
    throw new AppError('invalid', '旧密码不正确')
  }
  await forgetCounters(db, counters)
  return old
}
