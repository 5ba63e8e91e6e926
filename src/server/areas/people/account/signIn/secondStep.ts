import type { CallContext } from '#server/http/context.ts'
import { AppError } from '#shared/errors/index.ts'
import { readFactor, type FactorProof, consumeCode } from '#server/areas/people/secondFactor/index.ts'
import type { Rules } from '#server/areas/people/signInRules/index.ts'
import { findCodeCounters, countAttempt, resetCounters, lockAfterLastAttempt } from './attempts.ts'
import { createSolvedCaptcha } from './captcha.ts'

type Owner = { id: number; usernameKey: string }

/**
 * The second step of a sign-in; null for an account without a second factor.
 * @throws AppError with the fact `codeNeeded`: `forbidden` without a code, `invalid` with a wrong or used code;
 * `locked` after too many of them
 */
export async function requireFactorCode(
  ctx: CallContext,
  rules: Rules,
  account: Owner,
  { code, captcha }: { code: string; captcha: boolean },
): Promise<FactorProof | null> {
  if (!(await readFactor(ctx.db, account.id))) return null
  const createNeededDetails = async () => {
    const none = { imageCodeKey: '', imageCodeValue: '' }
    return { fact: { kind: 'codeNeeded' as const, ...(captcha ? await createSolvedCaptcha(ctx.deps) : none) } }
  }
  if (code === '') throw new AppError('forbidden', CODE_NEEDED_TEXT, { details: await createNeededDetails() })
  const provenBy = await checkCode(ctx, rules, account, code)
  if (provenBy) return provenBy
  throw new AppError('invalid', WRONG_CODE_TEXT, { details: await createNeededDetails() })
}

/**
 * Confirms the identity of a signed-in account by a code. Must not run in a transaction.
 * @throws AppError `invalid`, `locked`
 */
export async function confirmByCode(ctx: CallContext, rules: Rules, account: Owner, code: string): Promise<void> {
  if (await checkCode(ctx, rules, account, code)) return
  throw new AppError('invalid', WRONG_CODE_TEXT, {
    details: { issues: [{ field: 'factorCode', message: WRONG_CODE_TEXT }] },
  })
}

/** Wrong codes are counted apart from passwords, so that a right password does not allow more attempts. */
async function checkCode(ctx: CallContext, rules: Rules, account: Owner, code: string): Promise<FactorProof | null> {
  const now = ctx.clock.now()
  const counters = await findCodeCounters(ctx.db, account, { from: ctx, now, rules })
  await countAttempt(ctx.db, counters, now)
  const provenBy = await consumeCode({ ...ctx.deps, db: ctx.db }, account.id, code, now)
  if (provenBy) await resetCounters(ctx.db, counters)
  else await lockAfterLastAttempt(ctx.db, counters, now)
  return provenBy
}

/** Also written to the sign-in log. */
const CODE_NEEDED_TEXT = '密码正确，还需要两步验证码'
const WRONG_CODE_TEXT = '验证码不正确或已使用，请输入应用当前显示的 6 位数字，或一个未使用的恢复码'
