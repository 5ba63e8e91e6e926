import type { Generated } from 'kysely'
import type { AnalyticsSource } from '#shared/contract/analytics.ts'
import type { Flag, Millis } from './core.ts'
import type { Sealed } from './sealed.ts'

export interface AnalyticsSiteTable {
  siteId: number
  source: Generated<AnalyticsSource>
  /** Of the provider; '' for none. */
  baiduSiteId: Generated<string>
  /** 1: pages are built with the counting script, and what it sends is kept. */
  isCounting: Generated<Flag>
  /** '': the site's own address. */
  countUrl: Generated<string>
  /** The `countUrl` that a super administrator has agreed to; pages load from no other. */
  confirmedUrl: Generated<string>
}

/** One row: the provider's token, for all sites. */
export interface AnalyticsTokenTable {
  id: number
  accessSealed: Sealed
  refreshSealed: Sealed
  expireTime: Millis
}

/** What somebody did on a site without a break of half an hour. */
export interface SiteVisitTable {
  /** Random. */
  id: string
  siteId: number
  /** `yyyyMMdd` in the server's time zone. */
  day: number
  /** Of address and browser, hashed with the day's salt. */
  visitor: string
  /** The address, hashed with the day's salt. */
  address: string
  beginTime: Millis
  lastTime: Millis
  pages: number
  /** Host that led here; '' when none did. */
  source: string
  device: string
}

/** A page that was opened. */
export interface SiteViewTable {
  siteId: number
  day: number
  hour: number
  visitor: string
  path: string
  /** 0: of no column. */
  columnId: number
}

export interface AnalyticsTables {
  analytics_site: AnalyticsSiteTable
  analytics_token: AnalyticsTokenTable
  site_visit: SiteVisitTable
  site_view: SiteViewTable
}
