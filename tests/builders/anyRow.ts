import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type TableMetadata } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'

let made = 1_000_000
/** The embedded database's own tables, and those of the migrations. */
const SYSTEM = /^(sqlite_|kysely_|content_(words|initials)(_|$))/

/** Tables that rows can be put into. */
export const plainTables = async (db: Kysely<Database>): Promise<TableMetadata[]> =>
  (await db.introspection.getTables()).filter(({ name }) => !SYSTEM.test(name))

/**
 * Puts a row into a table, whatever its columns are: given values, and for each other column that must have one a number or
 * a JSON text that no other row has. References are not checked.
 */
export async function anyRow(
  db: Kysely<Database>,
  { name, columns }: TableMetadata,
  given: Readonly<Record<string, string | number | null>>,
): Promise<void> {
  const values = columns.flatMap((column): [string, string | number | null][] => {
    const own = given[column.name]
    if (own !== undefined) return [[column.name, own]]
    if (column.isAutoIncrementing || column.hasDefaultValue || (column.isNullable && column.name !== 'id')) return []
    made += 1
    const isSmall = /small|int2/i.test(column.dataType)
    const isNumber = /int|num/i.test(column.dataType)
    return [[column.name, isNumber ? (isSmall ? 0 : made) : `["${randomUUID()}"]`]]
  })
  await db.connection().execute(async (connection) => {
    const [off, on] =
      engineOf(db) === 'sqlite'
        ? [sql`pragma foreign_keys = off`, sql`pragma foreign_keys = on`]
        : [sql`set session_replication_role = replica`, sql`set session_replication_role = default`]
    await off.execute(connection)
    try {
      const [names, row] = [values.map(([column]) => sql.ref(column)), values.map(([, value]) => value)]
      const filled = names.length > 0 ? sql`(${sql.join(names)}) values (${sql.join(row)})` : sql`default values`
      await sql`insert into ${sql.table(name)} ${filled}`.execute(connection)
    } finally {
      await on.execute(connection)
    }
  })
}

/** Puts one row with these values into every table that has all of their columns. Answers the tables. */
export async function fillTables(db: Kysely<Database>, given: Readonly<Record<string, number>>): Promise<string[]> {
  const tables = (await plainTables(db)).filter(({ columns }) =>
    Object.keys(given).every((name) => columns.some((column) => column.name === name)),
  )
  for (const table of tables) await anyRow(db, table, given)
  return tables.map(({ name }) => name)
}
