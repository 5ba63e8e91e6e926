export { drawUnsaved } from './drawPage.ts'
export { drawUnsavedTemplate } from './drawTemplate.ts'
export {
  bodiesOf,
  columnFacts,
  entryDates,
  entryFacts,
  labelFacts,
  receivedEntry,
  sentEntry,
  type SentEntry,
  sitemapRules,
} from './facts.ts'
export { readSite, readSiteFacts, type SiteBundle } from './site.ts'
export { runSiteThread } from './siteThread.ts'
export { inSiteThread } from './inThread.ts'
