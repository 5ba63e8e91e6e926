/** Marks a branch that the types say can't be reached; the compiler complains when a new case is added. */
export function assertNever(value: never, what: string): never {
  throw new Error(`unexpected ${what}: ${JSON.stringify(value)}`)
}

/** The value; throws an error with `why` when it is missing. */
export function must<T>(value: T | null | undefined, why: string): T {
  if (value === null || value === undefined) throw new Error(`missing: ${why}`)
  return value
}
