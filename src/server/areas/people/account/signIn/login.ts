import type { ParsedOf } from '#shared/contract/registry.ts'
import { deviceName } from '#shared/domain/deviceName.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import type { CallContext } from '#server/http/context.ts'
import { decryptPassword } from '#server/areas/system/system/index.ts'
import { notify } from '#server/areas/people/notice/index.ts'
import type { FactorProof } from '#server/areas/people/secondFactor/index.ts'
import {
  isPasswordTooOld,
  readRules,
  requireAllowedAddress,
  type Rules,
} from '#server/areas/people/signInRules/index.ts'
import { countAttempt, findSignInCounters, resetCounters, lockAfterLastAttempt, rememberDevice } from './attempts.ts'
import { consumeCaptcha } from './captcha.ts'
import { findTokenAccount, consumeLoginToken } from './loginTokens.ts'
import { verifyPassword } from '../passwords.ts'
import { toUsernameKey } from '../names.ts'
import { type Account, findAccountByName } from '../repo.ts'
import { readLoginResult } from './present.ts'
import { requireFactorCode } from './secondStep.ts'
import { openSession, type SessionWay } from './sessions.ts'
import { logSignIn, type SignInEntry } from './signInLog.ts'

/**
 * C·§5. Errors: `captcha`; `locked` after too many failures of a device or network; `invalid` with the same text and
 * timing for an unknown name, an undecryptable message and a wrong password; `forbidden` for a disabled account; those
 * of requireFactorCode with a second factor.
 */
export const login = (ctx: CallContext, input: ParsedOf<'account.login'>) =>
  logSignIn(ctx, 'password', input.username, (logEntry) => passwordLogin(ctx, input, logEntry))

async function passwordLogin(ctx: CallContext, input: ParsedOf<'account.login'>, logEntry: SignInEntry) {
  const { db, clock, deps } = ctx
  if (!(await consumeCaptcha(deps, input.imageCodeKey, input.imageCodeValue)))
    throw new AppError('captcha', '验证码错误或已过期')
  const usernameKey = toUsernameKey(input.username)
  const account = await findAccountByName(db, usernameKey)
  const rules = await readRules(db)
  const attemptInfo = { from: ctx, now: clock.now(), rules }
  const counters = await findSignInCounters(db, account, usernameKey, attemptInfo)
  await countAttempt(db, counters, attemptInfo.now)
  const password = await decryptPassword(deps, input.password)
  const isPasswordRight = await verifyPassword(account?.passwordHash ?? null, password)
  if (!account || !isPasswordRight) {
    await lockAfterLastAttempt(db, counters, attemptInfo.now)
    throw new AppError('invalid', '用户名或密码不正确')
  }
  await resetCounters(db, counters)
  if (!account.isStatus) throw createDisabledError()
  requireAllowedAddress(rules, account.roleId, ctx.ip)
  logEntry.msg = toLogMessage(
    await requireFactorCode(ctx, rules, account, { code: input.factorCode ?? '', captcha: true }),
  )
  const isNew = await rememberDevice(db, account.id, attemptInfo)
  const result = await signInAs(ctx, rules, { account, way: 'password' })
  if (isNew) await notifyNewDevice(ctx, account.id)
  return result
}

/**
 * C·§7: signs in with a one-time token instead of a password. A second factor is still required, and the token stays
 * valid until the code is right.
 * @throws AppError `unauthorized` when the token is unknown, used or expired
 */
export const autoLogin = (ctx: CallContext, { token, factorCode: code = '' }: ParsedOf<'account.autoLogin'>) =>
  logSignIn(ctx, 'token', '', async (logEntry) => {
    const now = ctx.clock.now()
    const account = await findTokenAccount(ctx.db, token, now)
    if (!account) throw createTokenError()
    logEntry.username = account.username
    if (!account.isStatus) throw createDisabledError()
    const rules = await readRules(ctx.db)
    logEntry.msg = toLogMessage(await requireFactorCode(ctx, rules, account, { code, captcha: false }))
    if (!(await consumeLoginToken(ctx.db, token))) throw createTokenError()
    const result = await signInAs(ctx, rules, { account, way: 'token' })
    return { ...result, authority: result.siteItemDTOList }
  })

async function signInAs(ctx: CallContext, rules: Rules, { account, way }: { account: Account; way: SessionWay }) {
  const { db, clock, ip, userAgent } = ctx
  const now = clock.now()
  const token = await openSession(db, rules, { accountId: account.id, now, ip, userAgent, way })
  await db
    .updateTable('account')
    .set((eb) => ({ lastLoginTime: now.getTime(), lastLoginIp: ip, loginTimes: eb('loginTimes', '+', 1) }))
    .where('id', '=', account.id)
    .execute()
  const tooOld = way === 'password' && isPasswordTooOld(rules, account, now)
  return { token, ...(await readLoginResult(db, rules, account, tooOld)) }
}

/** Notifies the owner of a sign-in from a new device. */
async function notifyNewDevice(ctx: CallContext, accountId: number): Promise<void> {
  const { ip, userAgent, clock } = ctx
  await notify(ctx, [accountId], {
    kind: 'signIn',
    title: `您的账号在新设备上登录：${deviceName(userAgent)}`,
    body: `登录时间 ${formatDateTime(clock.now())}，地址 ${ip}。如果不是您本人，请立即修改密码，并在“我的登录”中退出该登录。`,
    place: 'signIns',
    siteId: 0,
  })
}

const toLogMessage = (by: FactorProof | null): string =>
  by === null ? '登录成功' : by === 'app' ? '登录成功（两步验证）' : '登录成功（恢复码）'

const createTokenError = () => new AppError('unauthorized', 'token无效或已过期，请手动登录')
const createDisabledError = () => new AppError('forbidden', '账号已停用，请联系管理员')
