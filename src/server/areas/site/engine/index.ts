export { entryFacts, sentEntry, type SentEntry } from './facts.ts'
export { readSite, type SiteBundle } from './site.ts'
export { runSiteThread } from './siteThread.ts'
export { inSiteThread } from './inThread.ts'
