import type { CallContext } from '#server/http/context.ts'
import { type Handler, Prepared } from '#server/http/routes.ts'
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

/** Key dependencies that use the call's transaction. */
const depsIn = ({ deps, db }: CallContext) => ({ ...deps, db })

/** Verification runs before the transaction, here and below, because failures must persist. */
export const beginOwnFactor = new Prepared<'security.beginSecondFactor'>(async (outside, { password, factorCode }) => {
  const account = await accountOf(outside)
  const rules = await readRules(outside.db)
  if (await factorOf(outside.db, account.id)) await proveByCode(outside, rules, account, factorCode)
  else if (!outside.signed().byToken) await ownPassword(outside, rules, account, password, WRONG)
  return async (ctx) => {
    const secret = await beginFactor(depsIn(ctx), account.id)
    return { secret, uri: uriOf(secret, account.username, new URL(ctx.baseUrl).host) }
  }
})

export const confirmOwnFactor: Handler<'security.confirmSecondFactor'> = async (ctx, { factorCode }) => {
  const { accountId, sessionHash } = ctx.signed()
  const recoveryCodes = await confirmFactor(depsIn(ctx), accountId, factorCode, ctx.clock.now())
  await endSessions(ctx.db, [accountId], sessionHash)
  return { recoveryCodes }
}

export const newOwnCodes = new Prepared<'security.newRecoveryCodes'>(async (outside, { factorCode }) => {
  const account = await requireOn(outside)
  await proveByCode(outside, await readRules(outside.db), account, factorCode)
  return async (ctx) => ({ recoveryCodes: await renewRecoveryCodes(depsIn(ctx), account.id) })
})

export const removeOwnFactor = new Prepared<'security.removeSecondFactor'>(async (ctx, { factorCode }) => {
  const account = await requireOn(ctx)
  const rules = await readRules(ctx.db)
  if (needsFactor(rules, account.roleId))
    throw new AppError('forbidden', '您的用户组要求两步验证，不能关闭；更换手机时请使用“重新设置”')
  await proveByCode(ctx, rules, account, factorCode)
  return async ({ db }) => {
    await removeFactor(db, account.id)
    return null
  }
})

async function requireOn(ctx: CallContext) {
  const account = await accountOf(ctx)
  if (await factorOf(ctx.db, account.id)) return account
  throw new AppError('conflict', '两步验证未开启，请刷新后重试')
}
