import { sitePages } from '../redirect/index.ts'
import { pageAt } from './pageAt.ts'

export { autoBuildSoon, startAutoBuilds } from './auto.ts'
export { buildStatics, cleanStatics } from './build.ts'
export { clearSite, currentSlot, siteFolder, slotFolder } from '#server/storage/siteFolders.ts'
export { beginPlannedBuilds, nextBuild, planOf, startPlannedBuilds } from './planned.ts'
export { serveSites } from './serve.ts'
export { bringSite, builtRecord, clearRows, isSiteBuilt } from './shared.ts'
export { readRecord, type SlotRecord } from './slotRecord.ts'

sitePages.register({ pageAt })
