import { AppError } from '#shared/errors/index.ts'

/**
 * The error as it may leave a call with these declared kinds of facts: a fact of another kind is removed, and `log` is
 * told that the contract lacks it.
 */
export function declaredOnly(declared: readonly string[], thrown: unknown, log: (text: string) => void): unknown {
  if (!(thrown instanceof AppError) || !thrown.details.fact || declared.includes(thrown.details.fact.kind))
    return thrown
  const { fact, ...details } = thrown.details
  log(`refuses with “${fact.kind}”, which its contract does not declare`)
  return new AppError(thrown.code, thrown.message, { details, retryable: thrown.retryable, cause: thrown })
}
