import { type Kysely, sql } from 'kysely'
import { engineOf } from '../dialect.ts'
import { LISTENER } from '../listen.ts'
import type { Database } from '../schema.ts'

/**
 * Migrations in two steps (expand and contract, docs/operations.md): a migration only adds, so that processes of the
 * former version go on beside it; what they still need is taken away by a later one, whose name ends with `_contract`.
 */
export const isContract = (name: string): boolean => name.endsWith('_contract')

const SERVER = 'sitecraft'
const NAMED = new RegExp(`^(?:${SERVER}|${LISTENER}) (\\d{4}_\\w+)$`)

/** How the connections of a process are called in pg_stat_activity: by the newest migration that it knows. */
export const connectionNames = (known: readonly string[]): { pool: string; listener: string } => {
  const newest = known.toSorted().at(-1) ?? ''
  return { pool: `${SERVER} ${newest}`, listener: `${LISTENER} ${newest}` }
}

/**
 * Those of the missing contract migrations that have to wait, because a process is connected that does not know them. Pools in
 * front of PostgreSQL pass the name on; a URL that sets application_name itself hides its process.
 * @returns none on the embedded database, which one process has alone
 */
export async function postponed(db: Kysely<Database>, pending: readonly string[]): Promise<string[]> {
  const contracts = pending.filter(isContract)
  if (contracts.length === 0 || engineOf(db) === 'sqlite') return []
  const { rows } = await sql<{ name: string }>`select distinct application_name as name from pg_stat_activity
    where datname = current_database()`.execute(db)
  const known = rows.flatMap(({ name }) => NAMED.exec(name)?.[1] ?? [])
  return contracts.filter((contract) => known.some((newest) => newest < contract))
}
