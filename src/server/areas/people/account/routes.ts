import { OwnTransactions, type Routes } from '#server/http/routes.ts'
import { readAuthority } from './authority.ts'
import { issueCaptcha } from './signIn/captcha.ts'
import { autoLogin, login } from './signIn/login.ts'
import { closeSession } from './signIn/sessions.ts'
import { updatePassword } from './changePassword.ts'
import { pageAccounts, shownAccount } from './list.ts'
import { openWorkOf } from './openWork.ts'
import { removeAccounts } from './remove.ts'
import { requireAccounts } from './rights.ts'
import { save } from './save.ts'
import { sheetRoutes } from './sheet.ts'
import { resetPassword, resetSecondFactor, signOutEverywhere, unlock, updateStatus } from './state.ts'
import { findUser, pageUser } from './users.ts'

export const routes: Routes<'account'> = {
  'account.captcha': ({ deps }, input) => issueCaptcha(deps, input),
  // No transaction: failed attempts must stay counted when the call fails, and hashing takes long.
  'account.login': new OwnTransactions(login),
  'account.autoLogin': new OwnTransactions(autoLogin),
  'account.logout': async (ctx) => {
    await closeSession(ctx.db, ctx.signed().sessionHash)
    return null
  },
  'account.current': async (ctx) => {
    const { username, authority, mustChangePassword, mustSetUpFactor } = ctx.signed()
    return { username, mustChangePassword, mustSetUpFactor, ...(await readAuthority(ctx.db, authority.groupId)) }
  },
  'account.pageUser': pageUser,
  'account.findUser': (ctx, { id }) => findUser(ctx, id),
  'account.updatePassword': updatePassword,
  'account.save': save,
  'account.page': pageAccounts,
  'account.findById': (ctx, { id }) => shownAccount(ctx, id),
  'account.deleteByIdList': async (ctx, input) => {
    await removeAccounts(ctx, input)
    return null
  },
  'account.openWork': async (ctx, { idList }) => {
    const rows = await requireAccounts(ctx, idList)
    return openWorkOf(
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
