export { drawUnsavedEntry } from './drawPage.ts'
export { drawUnsavedTemplate } from './drawTemplate.ts'
export {
  readBodies,
  readColumnFacts,
  readEntryDates,
  readEntryBatches,
  readLabelFacts,
  parseEntry,
  toSerializedEntry,
  type SerializedEntry,
  readSitemapRules,
} from './facts.ts'
export { readSite, readSiteFacts, type SiteBundle } from './site.ts'
export { runSiteThread } from './siteThread.ts'
export { serveSiteThread } from './inThread.ts'
