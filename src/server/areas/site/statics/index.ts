import { sitePages } from '../redirect/index.ts'
import { pageAt } from './pageAt.ts'

export { triggerAutoBuilds, startAutoBuilds } from './auto.ts'
export { buildStatics, cleanStatics } from './build.ts'
export { clearSite, currentSlot, siteFolder, slotFolder } from '#server/storage/siteFolders.ts'
export { queuePlannedBuilds, nextBuildTime, parsePlan, startPlannedBuilds } from './planned.ts'
export { serveSites } from './serve.ts'
export { materializeSite, readBuiltRecord, deletePublishedRows, isSiteBuilt } from './publishedSite.ts'
export { readRecord, type SlotRecord } from './slotRecord.ts'

sitePages.register({ pageAt })
