import type { Kysely } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { NEVER_STOPS, PRODUCT_STATUS } from '#shared/domain/productStatus.ts'
import type { ProductOwner } from './scope.ts'

/** A product as a new net value names it. */
interface NamedProduct {
  productCode: string
  productName: string
}

/** Ids of the owner's products by code. Adds missing products as open, and updates the name of existing ones. */
export async function upsertProducts(
  db: Kysely<Database>,
  owner: ProductOwner,
  products: readonly NamedProduct[],
): Promise<ReadonlyMap<string, number>> {
  // An upsert cannot change a row twice: of several products with one code, the last name counts.
  const named = new Map(products.map((product) => [product.productCode, product]))
  if (named.size === 0) return new Map()
  const rows = await db
    .insertInto('net_worth_product')
    .values(
      // Sorted, so that two concurrent imports lock rows in the same order.
      [...named.values()]
        .toSorted((a, b) => (a.productCode < b.productCode ? -1 : 1))
        .map(({ productCode, productName }) => ({
          ...owner,
          productCode,
          title: productName,
          singleLine16: PRODUCT_STATUS.open,
          stopTime: NEVER_STOPS,
        })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['siteId', 'accountId', 'classId', 'productCode'])
        .doUpdateSet((eb) => ({ title: eb.ref('excluded.title') })),
    )
    .returning(['id', 'productCode'])
    .execute()
  return new Map(rows.map(({ id, productCode }) => [productCode, id]))
}

/**
 * Locks the products of these net values until the transaction ends, so that `deleteEmptyProducts` cannot delete a product
 * that gets a new value meanwhile. Call it before deleting values.
 */
export async function lockProducts(db: Kysely<Database>, netWorthIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('net_worth_product')
    .select('id')
    .where('id', 'in', (eb) => eb.selectFrom('net_worth').select('productId').where('net_worth.id', 'in', netWorthIds))
    // Locked in the order of imports (upsertProducts), to prevent deadlocks.
    .orderBy('productCode')
    .$if(engineOf(db) === 'postgres', (query) => query.forUpdate())
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes those of the locked products that have no net value left. */
export async function deleteEmptyProducts(db: Kysely<Database>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('net_worth_product')
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('net_worth').select('net_worth.id').whereRef('productId', '=', 'net_worth_product.id'))),
    )
    .execute()
}
