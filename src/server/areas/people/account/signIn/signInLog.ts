import { SUCCESS, wireCode } from '#shared/errors/envelope.ts'
import { toAppError } from '#server/http/response.ts'
import type { AppError } from '#shared/errors/index.ts'
import type { CallContext } from '#server/http/context.ts'
import { toUsernameKey } from '../names.ts'
import { findAccountByName } from '../repo.ts'
import type { SessionWay } from './sessions.ts'

/** Code of a log line whose sign-in waits for the second factor. */
export const CODE_NEEDED_STATUS = 428

/** State of a sign-in in progress. */
export interface SignInEntry {
  /** As typed, or of the account; '' when unknown. */
  username: string
  /** Log text on success. */
  msg: string
}

/**
 * Runs a sign-in and logs its origin and result, without secrets, also on failure.
 * @param username as typed; '' when unknown in advance
 */
export async function logSignIn<T extends { username: string }>(
  ctx: CallContext,
  way: SessionWay,
  username: string,
  run: (logEntry: SignInEntry) => Promise<T>,
): Promise<T> {
  const { db, clock, ip, userAgent } = ctx
  const writeLine = async (name: string, code: number, msg: string): Promise<void> => {
    const accountId = name === '' ? 0 : ((await findAccountByName(db, toUsernameKey(name)))?.id ?? 0)
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
    const error = toAppError(thrown)
    await writeLine(logEntry.username, toLogCode(error), error.message).catch((err: unknown) =>
      ctx.deps.log.error({ err }, 'sign-in log failed'),
    )
    throw thrown
  }
}

const toLogCode = ({ code, details }: AppError): number =>
  code === 'forbidden' && details.fact?.kind === 'codeNeeded' ? CODE_NEEDED_STATUS : wireCode(code)
