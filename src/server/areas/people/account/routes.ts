import { OwnTransactions, type Routes } from '#server/http/routes.ts'
import { readAuthority } from './authority.ts'
import { issueCaptcha } from './captcha.ts'
import { autoLogin, login } from './login.ts'
import { closeSession } from './sessions.ts'
import { findUser, pageUser } from './users.ts'

export const routes: Routes<'account'> = {
  'account.captcha': ({ deps }, input) => issueCaptcha(deps, input),
  // Failures must stay counted and hashing takes long: no transaction around either.
  'account.login': new OwnTransactions(login),
  'account.autoLogin': new OwnTransactions(autoLogin),
  'account.logout': async (ctx) => {
    await closeSession(ctx.db, ctx.signed().sessionHash)
    return null
  },
  'account.current': async (ctx) => {
    const { username, authority } = ctx.signed()
    return { username, ...(await readAuthority(ctx.db, authority.groupId)) }
  },
  'account.pageUser': pageUser,
  'account.findById': (ctx, { id }) => findUser(ctx, id),
}
