import { type Handler, PreparedHandler, Reply } from '#server/http/routes.ts'
import { removeFactor } from '../secondFactor/index.ts'
import { saveOldPassword, readRules } from '../signInRules/index.ts'
import { unlockNames } from './signIn/attempts.ts'
import { generatePassword, hashPassword } from './passwords.ts'
import { requireAccount, requireAccounts, rejectOwnAccount, requireRemainingSuper } from './rights.ts'
import { endSessions } from './signIn/sessions.ts'

/** Enables or disables accounts, all or none. Disabled accounts are signed out. */
export const updateStatus: Handler<'account.updateStatus'> = async (ctx, { idList, isStatus }) => {
  const rows = await requireAccounts(ctx, idList)
  const ids = rows.map((row) => row.id)
  if (!isStatus) rejectOwnAccount(ctx, rows, '不能停用自己的账号，请联系其他管理员操作')
  await ctx.db
    .updateTable('account')
    .set((eb) => ({
      isStatus: isStatus ? 1 : 0,
      version: eb('version', '+', 1),
      updatedBy: ctx.requireSignedIn().username,
      updateTime: ctx.clock.now().getTime(),
    }))
    .where('id', 'in', ids)
    .where('isStatus', '=', isStatus ? 0 : 1)
    .execute()
  if (!isStatus) {
    await endSessions(ctx.db, ids)
    await requireRemainingSuper(ctx.db)
  }
  return new Reply(null, isStatus ? '已启用' : '已停用')
}

export const unlock: Handler<'account.unlock'> = async (ctx, { id }) => {
  const { usernameKey } = await requireAccount(ctx, id)
  await unlockNames(ctx.db, [usernameKey])
  return null
}

/**
 * Resets another account's password; callers change their own with the old one. Hashes before the transaction, because
 * hashing is slow.
 */
export const resetPassword = new PreparedHandler<'account.resetPassword'>(async (callCtx, { id }) => {
  const rules = await readRules(callCtx.db)
  const password = generatePassword(rules.minLength)
  const passwordHash = await hashPassword(password)
  return async (ctx) => {
    const { db } = ctx
    const account = await requireAccount(ctx, id)
    rejectOwnAccount(ctx, [account], '不能重置自己的密码，请使用“修改密码”')
    const now = ctx.clock.now()
    await saveOldPassword(db, rules, account, now)
    await db
      .updateTable('account')
      .set({
        passwordHash,
        passwordTime: now.getTime(),
        mustChangePassword: 1,
        version: account.version + 1,
        updatedBy: ctx.requireSignedIn().username,
        updateTime: ctx.clock.now().getTime(),
      })
      .where('id', '=', id)
      .execute()
    await endSessions(db, [id])
    await unlockNames(db, [account.usernameKey])
    return { password }
  }
})

/**
 * Resets the second factor of another account, for example after a lost phone; callers disable their own with a code.
 */
export const resetSecondFactor: Handler<'account.resetSecondFactor'> = async (ctx, { id }) => {
  const account = await requireAccount(ctx, id)
  rejectOwnAccount(ctx, [account], '不能重置自己的两步验证，请在“我的登录”中关闭')
  const wasRemoved = await removeFactor(ctx.db, id)
  if (!wasRemoved) return new Reply(null, '该账号未开启两步验证')
  await endSessions(ctx.db, [id])
  await unlockNames(ctx.db, [account.usernameKey])
  return null
}

export const signOutEverywhere: Handler<'account.signOutEverywhere'> = async (ctx, { id }) => {
  await requireAccount(ctx, id)
  const { accountId, sessionHash } = ctx.requireSignedIn()
  const ended = await endSessions(ctx.db, [id], id === accountId ? sessionHash : '')
  return new Reply({ ended }, ended === 0 ? '该账号未登录' : `已退出 ${ended} 处登录`)
}
