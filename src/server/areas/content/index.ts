import type { Resource } from '#server/http/routes.ts'
import type { EntryEventKind } from '#shared/domain/entryEvents.ts'
import { registerOpenWork } from '#server/areas/people/account/index.ts'
import { labelUses } from '#server/areas/data/label/index.ts'
import { triggerAutoBuilds } from '#server/areas/site/statics/index.ts'
import { restoreRevision, readRevision, listRevisions } from './revision/history.ts'
import { requireUnused, removeFromEntries } from './labelUses.ts'
import { onEntryEvents } from './entry/events.ts'
import { openDrafts } from './entry/openDrafts.ts'
import { noteRoutes } from './note/index.ts'
import { selectOptions } from './entry/options.ts'
import { previewContent } from './preview/preview.ts'
import { forwardEntry, rejectEntry } from './entry/reject.ts'
import { readTimeline, exportTimeline } from './revision/timeline.ts'
import { sheetRoutes } from './entrySheets/sheet.ts'
import { publishStatistics, statisticsSheet } from './statistics.ts'

export { findColumnsWithEntries, rebuildWords } from './entry/reindex.ts'

/** Approval events do not change public content; publishing an agreed version is an event of its own. */
const APPROVAL_EVENTS: ReadonlySet<EntryEventKind> = new Set(['submitted', 'seen', 'agreed', 'refused', 'withdrawn'])

labelUses.register({ requireUnused, removeFromEntries })
registerOpenWork(openDrafts)
onEntryEvents(async ({ deps, afterCommit }, events) => {
  if (deps && events.some(({ kind }) => !APPROVAL_EVENTS.has(kind))) afterCommit?.(() => triggerAutoBuilds(deps))
})

/** Calls 84–88, and additions of this project: history and sheets of content. */
export const contentParts: Resource = {
  routes: {
    'content.selectOptions': selectOptions,
    'content.reject': rejectEntry,
    'content.forward': forwardEntry,
    'content.preview': previewContent,
    'content.publishStatistics': publishStatistics,
    'content.statisticsSheet': statisticsSheet,
    'content.revisions': listRevisions,
    'content.revision': readRevision,
    'content.restoreRevision': restoreRevision,
    'content.timeline': readTimeline,
    'content.timelineSheet': exportTimeline,
    ...noteRoutes,
    ...sheetRoutes,
  },
}
