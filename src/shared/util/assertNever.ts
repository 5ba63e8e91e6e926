/** Marks an unreachable branch; adding a case to the type causes a compiler error. */
export function assertNever(value: never, what: string): never {
  throw new Error(`unexpected ${what}: ${JSON.stringify(value)}`)
}

/** Returns the value; throws an error with `why` if it is missing. */
export function requireValue<T>(value: T | null | undefined, why: string): T {
  if (value === null || value === undefined) throw new Error(`missing: ${why}`)
  return value
}
