import type { SelectQueryBuilder } from 'kysely'
import type { Database } from './schema.ts'

/** How many rows a query without a selection finds. */
export async function countOf<T extends keyof Database>(
  found: SelectQueryBuilder<Database, T, object>,
): Promise<number> {
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return total
}
