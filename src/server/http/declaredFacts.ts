import { AppError } from '#shared/errors/index.ts'

/** Removes a fact from the error when its kind is not declared for the operation, and reports it to `log`. */
export function removeUndeclaredFact(
  declared: readonly string[],
  thrown: unknown,
  log: (text: string) => void,
): unknown {
  if (!(thrown instanceof AppError) || !thrown.details.fact || declared.includes(thrown.details.fact.kind))
    return thrown
  const { fact, ...details } = thrown.details
  log(`fails with the fact “${fact.kind}”, which its contract does not declare`)
  return new AppError(thrown.code, thrown.message, { details, retryable: thrown.retryable, cause: thrown })
}
