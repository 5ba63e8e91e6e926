import type { Generated } from 'kysely'
import type { Flag, Json, Millis } from './core.ts'

/** What is set for a site's static pages, and how their last build went. */
export interface StaticSiteTable {
  siteId: number
  /** 1: a change of what the pages show builds them by itself. */
  isAuto: Generated<Flag>
  /** 0: never, or cleared since. */
  buildTime: Generated<Millis>
  /** Of what stale_page does not tell, when they were built. */
  signature: Generated<string>
  /** StaticReport of the contract. */
  report: Generated<Json>
}

export interface StaticSiteTables {
  static_site: StaticSiteTable
}
