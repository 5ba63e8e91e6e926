import type { CheckContext } from './invariant.ts'

/** Reading rows whose id is divisible by this gives about so many of a table; 1 when everything is to be read. */
export async function sampleEvery({ db, files }: CheckContext, table: 'content', most: number): Promise<number> {
  if (files) return 1
  const { top } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.max('id').as('top'))
    .executeTakeFirstOrThrow()
  return Math.max(1, Math.ceil((top ?? 0) / most))
}
