import type { CallContext } from '#server/http/context.ts'
import { type Handler, OwnTransactions } from '#server/http/routes.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { endSessions, ownPassword, proveByCode } from '../account/index.ts'
import { beginFactor, confirmFactor, factorOf, removeFactor, renewRecoveryCodes, uriOf } from '../secondFactor/index.ts'
import { needsFactor, readRules } from '../signInRules/index.ts'

const accountOf = (ctx: CallContext) =>
  ctx.db
    .selectFrom('account')
    .select(['id', 'username', 'usernameKey', 'passwordHash', 'roleId'])
    .where('id', '=', ctx.signed().accountId)
    .executeTakeFirstOrThrow()

export const ownFactor: Handler<'security.secondFactor'> = async (ctx) => {
  const { accountId, authority, byToken } = ctx.signed()
  const factor = await factorOf(ctx.db, accountId)
  return {
    isOn: factor !== null,
    since: factor ? formatDateTime(factor.confirmedTime) : '',
    recoveryLeft: factor?.recoveryLeft ?? 0,
    isRequired: needsFactor(await readRules(ctx.db), authority.groupId),
    asksPassword: !factor && !byToken,
  }
}

const WRONG = { field: 'password', message: '密码不正确' }

/** Failures must stay counted, here and below: no transaction around them. */
export const beginOwnFactor = new OwnTransactions<'security.beginSecondFactor'>(
  async (ctx, { password, factorCode }) => {
    const account = await accountOf(ctx)
    const rules = await readRules(ctx.db)
    if (await factorOf(ctx.db, account.id)) await proveByCode(ctx, rules, account, factorCode)
    else if (!ctx.signed().byToken) await ownPassword(ctx, rules, account, password, WRONG)
    const secret = await beginFactor(ctx.deps, account.id)
    return { secret, uri: uriOf(secret, account.username, new URL(ctx.baseUrl).host) }
  },
)

export const confirmOwnFactor = new OwnTransactions<'security.confirmSecondFactor'>(async (ctx, { factorCode }) => {
  const { accountId, sessionHash } = ctx.signed()
  const now = ctx.clock.now()
  const alongside = (db: CallContext['db']) => endSessions(db, [accountId], sessionHash)
  return { recoveryCodes: await confirmFactor(ctx.deps, accountId, factorCode, { now, alongside }) }
})

export const newOwnCodes = new OwnTransactions<'security.newRecoveryCodes'>(async (ctx, { factorCode }) => {
  const account = await requireOn(ctx)
  await proveByCode(ctx, await readRules(ctx.db), account, factorCode)
  return { recoveryCodes: await renewRecoveryCodes(ctx.deps, account.id) }
})

export const removeOwnFactor = new OwnTransactions<'security.removeSecondFactor'>(async (ctx, { factorCode }) => {
  const account = await requireOn(ctx)
  const rules = await readRules(ctx.db)
  if (needsFactor(rules, account.roleId))
    throw new AppError('forbidden', '您的用户组要求两步验证，不能关闭；更换手机时请使用“重新设置”')
  await proveByCode(ctx, rules, account, factorCode)
  await ctx.db.transaction().execute((db) => removeFactor(db, account.id))
  return null
})

async function requireOn(ctx: CallContext) {
  const account = await accountOf(ctx)
  if (await factorOf(ctx.db, account.id)) return account
  throw new AppError('conflict', '两步验证没有开启，请刷新后再试')
}
