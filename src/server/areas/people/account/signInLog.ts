import { SUCCESS, wireCode } from '#shared/errors/envelope.ts'
import { asAppError } from '#server/http/answer.ts'
import type { CallContext } from '#server/http/context.ts'
import { usernameKeyOf } from './names.ts'
import { findByName } from './repo.ts'
import type { SessionWay } from './sessions.ts'

/**
 * Runs a sign-in and keeps one line of it, also when it failed: who, from where, with which result; no secret of it.
 * @param username as it was typed; '' when it is not known before.
 */
export async function logSignIn<T extends { username: string }>(
  ctx: CallContext,
  way: SessionWay,
  username: string,
  run: () => Promise<T>,
): Promise<T> {
  const { db, clock, ip, userAgent } = ctx
  const keep = async (name: string, code: number, msg: string): Promise<void> => {
    const accountId = name === '' ? 0 : ((await findByName(db, usernameKeyOf(name)))?.id ?? 0)
    const createTime = clock.now().getTime()
    await db
      .insertInto('sign_in_log')
      .values({ way, accountId, username: name, ip, userAgent, code, msg, createTime })
      .execute()
  }
  try {
    const result = await run()
    await keep(result.username, SUCCESS, '登录成功')
    return result
  } catch (thrown) {
    const error = asAppError(thrown)
    await keep(username, wireCode(error.code), error.message).catch((err: unknown) =>
      ctx.deps.log.error({ err }, 'sign-in log failed'),
    )
    throw thrown
  }
}
