import type { FactKind, FactOf } from '#shared/errors/facts.ts'
import { toAppError } from './errors.ts'

/** The fact of this kind that an error carries; null for any other error. */
export function factOf<K extends FactKind>(error: unknown, kind: K): FactOf<K> | null {
  const { fact } = toAppError(error).details
  return fact?.kind === kind ? (fact as FactOf<K>) : null
}
