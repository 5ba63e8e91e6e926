import type { CoreTables } from './tables/core.ts'

/** All tables, by name. Each file under tables/ belongs to the migration that makes them. */
export interface Database extends CoreTables {}
