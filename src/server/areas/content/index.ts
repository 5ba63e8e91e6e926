import type { Resource } from '#server/http/routes.ts'
import type { EntryEventKind } from '#shared/domain/entryEvents.ts'
import { registerOpenWork } from '#server/areas/people/account/index.ts'
import { labelUses } from '#server/areas/data/label/index.ts'
import { autoBuildSoon } from '#server/areas/site/publish/index.ts'
import { restoreRevision, revision, revisions } from './revision/history.ts'
import { requireUncarried, takeOff } from './labelUses.ts'
import { onEntryEvents } from './entry/events.ts'
import { openDrafts } from './entry/openDrafts.ts'
import { noteRoutes } from './note/index.ts'
import { selectOptions } from './entry/options.ts'
import { preview } from './preview/preview.ts'
import { forward, reject } from './entry/reject.ts'
import { timeline, timelineSheet } from './revision/timeline.ts'
import { sheetRoutes } from './sheets/sheet.ts'
import { publishStatistics, statisticsSheet } from './statistics.ts'

export { columnsWithEntries, rebuildWords } from './entry/reindex.ts'
export { ARCHIVES } from './archive/archiveFiles.ts'

/** Approval events do not change public content; publishing an agreed version is an event of its own. */
const OF_APPROVAL: ReadonlySet<EntryEventKind> = new Set(['submitted', 'seen', 'agreed', 'refused', 'withdrawn'])

labelUses.register({ requireUncarried, takeOff })
registerOpenWork(openDrafts)
onEntryEvents(async ({ deps, afterCommit }, events) => {
  if (deps && events.some(({ kind }) => !OF_APPROVAL.has(kind))) afterCommit?.(() => autoBuildSoon(deps))
})

/** Calls 84–88, and additions of this project: history and sheets of content. */
export const contentParts: Resource = {
  routes: {
    'content.selectOptions': selectOptions,
    'content.reject': reject,
    'content.forward': forward,
    'content.preview': preview,
    'content.publishStatistics': publishStatistics,
    'content.statisticsSheet': statisticsSheet,
    'content.revisions': revisions,
    'content.revision': revision,
    'content.restoreRevision': restoreRevision,
    'content.timeline': timeline,
    'content.timelineSheet': timelineSheet,
    ...noteRoutes,
    ...sheetRoutes,
  },
}
