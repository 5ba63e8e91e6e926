import { OwnTransactions, type Routes } from '#server/http/routes.ts'
import { readAuthority } from './authority.ts'
import { issueCaptcha } from './signIn/captcha.ts'
import { autoLogin, login } from './signIn/login.ts'
import { closeSession, endSessions } from './signIn/sessions.ts'
import { updatePassword } from './changePassword.ts'
import { pageAccounts, readVisibleAccount } from './list.ts'
import { handOverWork, type Successor, findOpenWork } from './openWork.ts'
import { requireAccounts, rejectOwnAccount, requireRemainingSuper } from './rights.ts'
import { save } from './save.ts'
import { sheetRoutes } from './sheet.ts'
import { resetPassword, resetSecondFactor, signOutEverywhere, unlock, updateStatus } from './state.ts'
import { findUser, pageUser } from './users.ts'
import type { CallContext } from '#server/http/context.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { someOf } from '#shared/util/lists.ts'
import { unlockNames } from './signIn/attempts.ts'
import type { Account } from './repo.ts'

/**
 * Deletes all accounts or none, and transfers their open work to the successor.
 * @throws AppError `not-found` that lists missing accounts; `invalid` for the caller's own account or an unsuitable
 * successor; `conflict` while there is open work without a successor
 */
async function removeAccounts(ctx: CallContext, input: ParsedOf<'account.deleteByIdList'>): Promise<void> {
  const { idList, heirId } = Array.isArray(input) ? { idList: input, heirId: 0 } : input
  const rows = await requireAccounts(ctx, idList)
  rejectOwnAccount(ctx, rows, '不能删除自己的账号，请联系其他管理员操作')
  const ids = rows.map((row) => row.id)
  if (heirId === 0) await rejectOpenWork(ctx, rows)
  else await handOverWork(ctx, ids, await requireSuccessor(ctx, heirId, ids))
  await endSessions(ctx.db, ids)
  await unlockNames(
    ctx.db,
    rows.map((row) => row.usernameKey),
  )
  await ctx.db.deleteFrom('account').where('id', 'in', ids).execute()
  await requireRemainingSuper(ctx.db)
}

async function requireSuccessor(ctx: CallContext, heirId: number, leaving: readonly number[]): Promise<Successor> {
  if (leaving.includes(heirId)) throw new AppError('invalid', '接手人也在要删除的账号中，请选择其他人')
  const [heir] = await requireAccounts(ctx, [heirId])
  if (!heir?.isStatus) throw new AppError('invalid', '接手人的账号已停用，请选择其他人')
  return heir
}

async function rejectOpenWork(ctx: CallContext, rows: readonly Account[]): Promise<void> {
  const work = await findOpenWork(
    ctx.db,
    rows.map((row) => row.id),
  )
  const of = Map.groupBy(work, ({ accountId }) => accountId)
  const descriptions = rows.flatMap(({ id, username }) => {
    const open = of.get(id)
    return open ? [`“${username}”还有 ${open.map(({ count, kind }) => `${count} ${kind}`).join('、')}`] : []
  })
  if (descriptions.length > 0)
    throw new AppError('conflict', `账号${someOf(descriptions, 5)}，请选择接手人后再删除`, {
      details: { fact: { kind: 'openWork', openWork: true } },
    })
}

export const routes: Routes<'account'> = {
  'account.captcha': ({ deps }, input) => issueCaptcha(deps, input),
  // No transaction: failed attempts must persist when the call fails, and hashing is slow.
  'account.login': new OwnTransactions(login),
  'account.autoLogin': new OwnTransactions(autoLogin),
  'account.logout': async (ctx) => {
    await closeSession(ctx.db, ctx.requireSignedIn().sessionHash)
    return null
  },
  'account.current': async (ctx) => {
    const { username, authority, mustChangePassword, mustSetUpFactor } = ctx.requireSignedIn()
    return { username, mustChangePassword, mustSetUpFactor, ...(await readAuthority(ctx.db, authority.groupId)) }
  },
  'account.pageUser': pageUser,
  'account.findUser': (ctx, { id }) => findUser(ctx, id),
  'account.updatePassword': updatePassword,
  'account.save': save,
  'account.page': pageAccounts,
  'account.findById': (ctx, { id }) => readVisibleAccount(ctx, id),
  'account.deleteByIdList': async (ctx, input) => {
    await removeAccounts(ctx, input)
    return null
  },
  'account.openWork': async (ctx, { idList }) => {
    const rows = await requireAccounts(ctx, idList)
    return findOpenWork(
      ctx.db,
      rows.map((row) => row.id),
    )
  },
  'account.updateStatus': updateStatus,
  'account.unlock': unlock,
  'account.resetPassword': resetPassword,
  'account.resetSecondFactor': resetSecondFactor,
  'account.signOutEverywhere': signOutEverywhere,
  ...sheetRoutes,
}
