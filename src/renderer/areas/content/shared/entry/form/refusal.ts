import type { SensitiveHit } from '#shared/contract/content.ts'
import { assertNever } from '#shared/util/assertNever.ts'
import { asAppError } from '#renderer/data/errors.ts'

/** What became of an entry while its form was open: deleted for good, or in the recycle bin. */
export type Lost = 'deleted' | 'recycled'

/**
 * What stands against a save and can be gone on from.
 * - lost: the entry is gone. made: this one stands where a new one was to be: an earlier sending of the form has made it and
 *   somebody has changed it since or has put it into the recycle bin, or the column has its only one. words: sensitive ones.
 */
export type EntryRefusal =
  { means: 'lost'; lost: Lost } | { means: 'made'; made: number } | { means: 'words'; hits: SensitiveHit[] }

/** Reads the refused save of an entry (id 0: a new one); null for what is shown as it is. */
export function refusalOf(error: unknown, id: number): EntryRefusal | null {
  const { fact } = asAppError(error).details
  if (!fact) return null
  switch (fact.kind) {
    case 'missing':
      return id !== 0 && fact.missing.includes(id) ? { means: 'lost', lost: 'deleted' } : null
    case 'recycled':
      if (id === 0) return { means: 'made', made: fact.recycled }
      return fact.recycled === id ? { means: 'lost', lost: 'recycled' } : null
    case 'made':
      return id === 0 ? { means: 'made', made: fact.made } : null
    case 'words':
      return { means: 'words', hits: fact.hits }
    // The form compares the versions itself.
    case 'changed':
    case 'used':
    case 'fileUsed':
    case 'content':
    case 'collision':
    case 'names':
    case 'locked':
    case 'openWork':
    case 'mustChangePassword':
      return null
    default:
      return assertNever(fact, 'fact')
  }
}
