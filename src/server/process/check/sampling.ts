import type { CheckContext } from './invariant.ts'

/** Divisor of ids that samples about `max` rows of a table; 1 when `files` is set. */
export async function sampleDivisor({ db, files }: CheckContext, table: 'content', max: number): Promise<number> {
  if (files) return 1
  const { top } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.max('id').as('top'))
    .executeTakeFirstOrThrow()
  return Math.max(1, Math.ceil((top ?? 0) / max))
}
