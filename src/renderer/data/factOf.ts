import type { FactKind, FactOf } from '#shared/errors/facts.ts'
import { asAppError } from './errors.ts'

/** The facts of a refusal that is of this kind; null for any other error. */
export function factOf<K extends FactKind>(error: unknown, kind: K): FactOf<K> | null {
  const { fact } = asAppError(error).details
  return fact?.kind === kind ? (fact as FactOf<K>) : null
}
