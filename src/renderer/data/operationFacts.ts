import { operations } from '#shared/contract/registry.ts'

/** What the window itself needs to know of an operation. */
export interface OperationFacts {
  /** Names of the reads that it makes stale. */
  stale?: readonly string[]
  /** Text of its success when the server sends none. */
  success?: string
}

/**
 * By the operation's name; those of which there is nothing to know are left out. The build puts the value in place of this
 * file's code (scripts/build/operationFacts.ts), so that the first screen loads neither the schemas nor zod.
 */
export const operationFacts: Readonly<Partial<Record<string, OperationFacts>>> = Object.fromEntries(
  Object.entries(operations).flatMap(([name, op]) => {
    const { stale, success } = op as OperationFacts
    return stale || success ? [[name, { ...(stale && { stale }), ...(success && { success }) }]] : []
  }),
)
