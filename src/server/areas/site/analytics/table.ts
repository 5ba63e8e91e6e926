import type { AnalyticsSource } from '#shared/contract/analytics.ts'
import { flag, int, millis, ref, sealedText, table, text } from '#server/db/table.ts'

export const analyticsTables = {
  analytics_site: table({
    columns: {
      siteId: ref('site').key(),
      source: text<AnalyticsSource>().default('baidu'),
      /** Baidu's site id; '' for none. */
      baiduSiteId: text().noReference('number of the provider').default(''),
      /** 1: pages contain the counting script, and its reports are stored. */
      isCounting: flag().default(0),
      /** '': the site's own address. */
      countUrl: text().default(''),
      /** The `countUrl` confirmed by a super administrator; pages load the script from no other. */
      confirmedUrl: text().default(''),
    },
    isDeletedWithSite: true,
  }),
  /** One row: Baidu's token for all sites. */
  analytics_token: table({
    columns: {
      id: int().key(),
      accessSealed: sealedText(),
      refreshSealed: sealedText(),
      expireTime: millis(),
    },
  }),
}
