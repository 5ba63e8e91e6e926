import { SUCCESS, wireCode } from '#shared/errors/envelope.ts'
import { asAppError } from '#server/http/answer.ts'
import type { AppError } from '#shared/errors/index.ts'
import type { CallContext } from '#server/http/context.ts'
import { usernameKeyOf } from '../names.ts'
import { findByName } from '../repo.ts'
import type { SessionWay } from './sessions.ts'

/** The wire code of a line whose sign-in waits for the code of the second factor. */
export const WAITS = 428

/** What is known of a sign-in so far. */
export interface SignInEntry {
  /** As it was typed, or of the account; '' when it is not known. */
  username: string
  /** What the line says when it succeeds. */
  msg: string
}

/**
 * Runs a sign-in and keeps one line of it, also when it failed: who, from where, with which result; no secret of it.
 * @param username as it was typed; '' when it is not known before.
 */
export async function logSignIn<T extends { username: string }>(
  ctx: CallContext,
  way: SessionWay,
  username: string,
  run: (logEntry: SignInEntry) => Promise<T>,
): Promise<T> {
  const { db, clock, ip, userAgent } = ctx
  const writeLine = async (name: string, code: number, msg: string): Promise<void> => {
    const accountId = name === '' ? 0 : ((await findByName(db, usernameKeyOf(name)))?.id ?? 0)
    const createTime = clock.now().getTime()
    await db
      .insertInto('sign_in_log')
      .values({ way, accountId, username: name, ip, userAgent, code, msg, createTime })
      .execute()
  }
  const logEntry = { username, msg: '登录成功' }
  try {
    const result = await run(logEntry)
    await writeLine(result.username, SUCCESS, logEntry.msg)
    return result
  } catch (thrown) {
    const error = asAppError(thrown)
    await writeLine(logEntry.username, codeOf(error), error.message).catch((err: unknown) =>
      ctx.deps.log.error({ err }, 'sign-in log failed'),
    )
    throw thrown
  }
}

const codeOf = ({ code, details }: AppError): number =>
  code === 'forbidden' && details.fact?.kind === 'codeNeeded' ? WAITS : wireCode(code)
