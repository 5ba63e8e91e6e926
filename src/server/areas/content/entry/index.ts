import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { Resource } from '#server/http/routes.ts'
import { maintenance } from '#server/storage/maintenance.ts'
import { removeExpired } from './remove.ts'
import { routes } from './routes.ts'

export { type Application, type Approvals, approvals } from './approvalPort.ts'
export { mapRelationsToSite, isBound } from './remapRelations.ts'
export { merged, problemsOf, requireRight } from './check.ts'
export { recycle, remove } from './bin.ts'
export { choicesFor } from '../store/choices.ts'
export { byServer, type EntryEvent, type EventWriter, noteEvents, onEntryEvents } from './events.ts'
export { missingIn, moveEntry, targetFor } from './copy.ts'
export {
  chunks,
  type Entry,
  type EntryRow,
  entryFor,
  lockEntries,
  lockForEdit,
  lockLive,
  lockThere,
  named,
  type Values,
  withBodies,
  withBodiesInParts,
} from '../store/entries.ts'
export { filtered, type Search, searchFor, type Wanted } from '../searchIndex/filters.ts'
export { isCommon } from '../searchIndex/ids.ts'
export { type LabelledEntries, entriesWithLabels, withoutLabels } from '../searchIndex/entriesWithLabels.ts'
export { wantedOf } from './list.ts'
export { idsOfAll, scanEntries, withIds } from '../searchIndex/scanEntries.ts'
export { presentEntry, presentRow } from './present.ts'
export { defaultsOf } from './read.ts'
export { foundOtherwise, idsOfColumn, reindexEntries, type ReindexOrder, reindexWork } from './reindex.ts'
export {
  allowed,
  columnFor,
  type ContentColumn,
  contentColumn,
  findContentColumn,
  requireAction,
  requireSaver,
  workflowOf,
} from '../store/rules.ts'
export { type LargeTexts, largeTextsIn, largeTextsOf } from '../texts/largeTexts.ts'
export { publish, requirePublishable, takeBack, unpublish } from './state.ts'
export { applyFor, requireOnly, saveEntry, saveValues } from './save.ts'
export { readable, readableTexts } from '../store/texts.ts'
export { changedNames, classesAskedFor, publishesAnew, sensitiveIn } from './agreement.ts'
export { type Reason, type Writer, writeEntries, writeEntry, type Writing } from './write.ts'
export { type NewDraft, writeDrafts } from './writeMany.ts'

const plugin = (app: FastifyInstance, deps: ServerDeps): void => maintenance(app, deps, () => removeExpired(deps))

/** Calls 69–82: content and its recycle bin. */
export const content: Resource = { routes, plugin }
