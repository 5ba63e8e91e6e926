import type { Generated } from 'kysely'
import type { Flag } from './core.ts'

/** An import of a whole site that goes on, or that was left behind. */
export interface SiteImportTable {
  id: Generated<number>
  jobId: number
  /** Kept free for the new site, which is made last of all. */
  siteId: number
  /** Of areas/content/archive. */
  step: string
  /** Lines of the step that are done. */
  line: number
}

/** What an id or address of the archive is here. */
export interface SiteImportMapTable {
  importId: number
  kind: string
  oldKey: string
  newKey: string
  /** 0: it was there before the import. */
  isMade: Flag
}

export interface SiteImportTables {
  site_import: SiteImportTable
  site_import_map: SiteImportMapTable
}
