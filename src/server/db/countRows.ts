import type { SelectQueryBuilder } from 'kysely'
import type { Database } from './schema.ts'

/** Counts the rows of a query that selects no columns yet. */
export async function countRows<T extends keyof Database>(
  found: SelectQueryBuilder<Database, T, object>,
): Promise<number> {
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return total
}
