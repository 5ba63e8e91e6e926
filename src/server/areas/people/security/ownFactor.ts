import type { CallContext } from '#server/http/context.ts'
import { type Handler, PreparedHandler } from '#server/http/routes.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { endSessions, verifyOwnPassword, confirmByCode } from '../account/index.ts'
import {
  beginFactor,
  confirmFactor,
  readFactor,
  removeFactor,
  renewRecoveryCodes,
  createAuthenticatorUri,
} from '../secondFactor/index.ts'
import { needsFactor, readRules } from '../signInRules/index.ts'

const readOwnAccount = (ctx: CallContext) =>
  ctx.db
    .selectFrom('account')
    .select(['id', 'username', 'usernameKey', 'passwordHash', 'roleId'])
    .where('id', '=', ctx.requireSignedIn().accountId)
    .executeTakeFirstOrThrow()

export const ownFactor: Handler<'security.secondFactor'> = async (ctx) => {
  const { accountId, authority, byToken } = ctx.requireSignedIn()
  const factor = await readFactor(ctx.db, accountId)
  return {
    isOn: factor !== null,
    since: factor ? formatDateTime(factor.confirmedTime) : '',
    recoveryLeft: factor?.recoveryLeft ?? 0,
    isRequired: needsFactor(await readRules(ctx.db), authority.groupId),
    asksPassword: !factor && !byToken,
  }
}

const WRONG_PASSWORD = { field: 'password', message: '密码不正确' }

/** Key dependencies that use the call's transaction. */
const toKeyDeps = ({ deps, db }: CallContext) => ({ ...deps, db })

/** Verification runs before the transaction, here and below, because failures must persist. */
export const beginOwnFactor = new PreparedHandler<'security.beginSecondFactor'>(
  async (outside, { password, factorCode }) => {
    const account = await readOwnAccount(outside)
    const rules = await readRules(outside.db)
    if (await readFactor(outside.db, account.id)) await confirmByCode(outside, rules, account, factorCode)
    else if (!outside.requireSignedIn().byToken)
      await verifyOwnPassword(outside, rules, account, password, WRONG_PASSWORD)
    return async (ctx) => {
      const secret = await beginFactor(toKeyDeps(ctx), account.id)
      return { secret, uri: createAuthenticatorUri(secret, account.username, new URL(ctx.baseUrl).host) }
    }
  },
)

export const confirmOwnFactor: Handler<'security.confirmSecondFactor'> = async (ctx, { factorCode }) => {
  const { accountId, sessionHash } = ctx.requireSignedIn()
  const recoveryCodes = await confirmFactor(toKeyDeps(ctx), accountId, factorCode, ctx.clock.now())
  await endSessions(ctx.db, [accountId], sessionHash)
  return { recoveryCodes }
}

export const newOwnCodes = new PreparedHandler<'security.newRecoveryCodes'>(async (outside, { factorCode }) => {
  const account = await requireActiveFactor(outside)
  await confirmByCode(outside, await readRules(outside.db), account, factorCode)
  return async (ctx) => ({ recoveryCodes: await renewRecoveryCodes(toKeyDeps(ctx), account.id) })
})

export const removeOwnFactor = new PreparedHandler<'security.removeSecondFactor'>(async (ctx, { factorCode }) => {
  const account = await requireActiveFactor(ctx)
  const rules = await readRules(ctx.db)
  if (needsFactor(rules, account.roleId))
    throw new AppError('forbidden', '您的用户组要求两步验证，不能关闭；更换手机时请使用“重新设置”')
  await confirmByCode(ctx, rules, account, factorCode)
  return async ({ db }) => {
    await removeFactor(db, account.id)
    return null
  }
})

async function requireActiveFactor(ctx: CallContext) {
  const account = await readOwnAccount(ctx)
  if (await readFactor(ctx.db, account.id)) return account
  throw new AppError('conflict', '两步验证未开启，请刷新后重试')
}
