import { type Kysely, sql } from 'kysely'
import { engineOf } from '../dialect.ts'
import { LISTENER_NAME } from '../listen.ts'
import type { Database } from '../schema.ts'

/**
 * Migrations follow expand and contract (docs/operations.md): a migration only adds, so that processes of the former
 * version keep working. A later migration, whose name ends with `_contract`, removes what only the former version
 * needs.
 */
export const isContract = (name: string): boolean => name.endsWith('_contract')

const SERVER = 'sitecraft'
const NAMED = new RegExp(`^(?:${SERVER}|${LISTENER_NAME}) (\\d{4}_\\w+)$`)

/** Names of a process's connections in pg_stat_activity, which contain the newest migration that the process knows. */
export const connectionNames = (known: readonly string[]): { pool: string; listener: string } => {
  const newest = known.toSorted().at(-1) ?? ''
  return { pool: `${SERVER} ${newest}`, listener: `${LISTENER_NAME} ${newest}` }
}

/**
 * Pending contract migrations that have to wait, because a connected process does not know them. Poolers pass the
 * connection name on; a URL with its own application_name hides its process.
 * @returns none on the embedded database, which a single process uses
 */
export async function findPostponedContracts(db: Kysely<Database>, pending: readonly string[]): Promise<string[]> {
  const contracts = pending.filter(isContract)
  if (contracts.length === 0 || engineOf(db) === 'sqlite') return []
  const { rows } = await sql<{ name: string }>`select distinct application_name as name from pg_stat_activity
    where datname = current_database()`.execute(db)
  const known = rows.flatMap(({ name }) => NAMED.exec(name)?.[1] ?? [])
  return contracts.filter((contract) => known.some((newest) => newest < contract))
}
