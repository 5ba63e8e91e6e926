import type { Generated } from 'kysely'
import type { SitemapRule } from '#shared/domain/sitemapRules.ts'
import type { Flag, Json, Millis } from './core.ts'
import type { Saved } from './dictionaries.ts'

/** What is set for a site's static pages, and how their last build went. */
export interface StaticSiteTable {
  siteId: number
  /** 1: a change of what the pages show builds them by itself. */
  isAuto: Generated<Flag>
  /** StaticPlan of the contract. */
  schedule: Generated<Json>
  /** When the plan begins the next build; 0: it is switched off. */
  nextTime: Generated<Millis>
  /** 0: never, or cleared since. */
  buildTime: Generated<Millis>
  /** Of what stale_page does not tell, when they were built. */
  signature: Generated<string>
  /** StaticReport of the contract. */
  report: Generated<Json>
  /** Hash of its record in the store, where its pages are rows of site_file; '': nothing is built, or they lie on a disk. */
  record: Generated<string>
}

/** A permanent redirect. */
export interface SiteRedirectTable extends Saved {
  id: Generated<number>
  siteId: number
  source: string
  /** redirectKey of the source: one rule for an address. */
  sourceKey: string
  target: string
  note: string
  /** 1: made by a build. */
  isAuto: Flag
  isStatus: Flag
  hits: Generated<number>
  /** 0: never. */
  hitTime: Generated<Millis>
  createTime: Millis
}

/** What is set for a column (0: the home page) in the sitemap. */
export interface SitemapRuleTable extends SitemapRule {
  siteId: number
  columnId: number
}

/** The last check of a site's links. */
export interface LinkCheckTable {
  siteId: number
  checkTime: Millis
  /** CheckFacts of areas/site/deadLink. */
  facts: Json
}

/** A link that leads nowhere. */
export interface DeadLinkTable {
  id: Generated<number>
  siteId: number
  kind: string
  address: string
  /** DeadFacts of areas/site/deadLink. */
  facts: Json
}

export interface StaticSiteTables {
  static_site: StaticSiteTable
  site_redirect: SiteRedirectTable
  sitemap_rule: SitemapRuleTable
  link_check: LinkCheckTable
  dead_link: DeadLinkTable
}
