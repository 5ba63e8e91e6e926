import type { Selectable } from 'kysely'
import type { tables } from '#server/areas/tables.ts'
import type { ColumnsOf } from './table.ts'

/** Table declarations by table name. */
type Tables = typeof tables

/** All tables by name, as Kysely sees them; derived from the declarations in the areas' table.ts. */
export type Database = { [T in keyof Tables]: ColumnsOf<Tables[T]> }

/** A row of a table as a query reads it. */
export type RowOf<T extends keyof Database> = Selectable<Database[T]>
