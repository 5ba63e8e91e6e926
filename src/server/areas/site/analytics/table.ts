import type { AnalyticsSource } from '#shared/contract/analytics.ts'
import { flag, int, millis, ref, sealedText, table, text } from '#server/db/table.ts'

export const analyticsTables = {
  analytics_site: table({
    columns: {
      siteId: ref('site').key(),
      source: text<AnalyticsSource>().default('baidu'),
      /** Of the provider; '' for none. */
      baiduSiteId: text().noReference('number of the provider').default(''),
      /** 1: pages are built with the counting script, and what it sends is kept. */
      isCounting: flag().default(0),
      /** '': the site's own address. */
      countUrl: text().default(''),
      /** The `countUrl` that a super administrator has agreed to; pages load from no other. */
      confirmedUrl: text().default(''),
    },
    isDeletedWithSite: true,
  }),
  /** One row: the provider's token, for all sites. */
  analytics_token: table({
    columns: {
      id: int().key(),
      accessSealed: sealedText(),
      refreshSealed: sealedText(),
      expireTime: millis(),
    },
  }),
}
