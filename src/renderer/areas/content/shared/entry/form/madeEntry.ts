import { asAppError } from '#renderer/data/errors.ts'

/**
 * The entry that stands where a new one was to be: an earlier sending of the form has made it and somebody has changed it
 * since or has put it into the recycle bin, or the column has its only one. null for any other refusal.
 */
export function madeOf(error: unknown, id: number): number | null {
  const { code, details } = asAppError(error)
  const made = Number(details.facts?.['made'] ?? details.facts?.['recycled'] ?? 0)
  return id === 0 && code === 'conflict' && Number.isSafeInteger(made) && made > 0 ? made : null
}
