import { operations } from '#shared/contract/registry.ts'

/** Properties of an operation that the page needs. */
export interface OperationFacts {
  /** Names of the read operations that it invalidates. */
  stale?: readonly string[]
  /** Success message when the server sends none. */
  success?: string
}

/**
 * Facts by operation name; operations without any are left out. The build puts the value in place of this
 * file's code (scripts/build/operationFacts.ts), so that the first screen loads neither the schemas nor zod.
 */
export const operationFacts: Readonly<Partial<Record<string, OperationFacts>>> = Object.fromEntries(
  Object.entries(operations).flatMap(([name, op]) => {
    const { stale, success } = op as OperationFacts
    return stale || success ? [[name, { ...(stale && { stale }), ...(success && { success }) }]] : []
  }),
)
