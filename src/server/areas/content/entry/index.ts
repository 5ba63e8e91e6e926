import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { Resource } from '#server/http/routes.ts'
import { scheduleMaintenance } from '#server/jobs/maintenance.ts'
import { deleteExpired } from './remove.ts'
import { routes } from './routes.ts'

export { type Application, type Approvals, approvals } from './approvalPort.ts'
export { mapRelationsToSite, isSiteBound } from './remapRelations.ts'
export { mergeValues, findProblems, requireNoIssues } from './check.ts'
export { recycleEntries, removeEntries } from './bin.ts'
export { readChoices } from '../store/choices.ts'
export { createServerWriter, type EntryEvent, type EventWriter, recordEvents, onEntryEvents } from './events.ts'
export { findMissingFields, moveEntry, requireTarget } from './copy.ts'
export {
  toChunks,
  type Entry,
  type EntryRow,
  requireEntry,
  lockEntries,
  lockForEdit,
  lockActive,
  lockExisting,
  describeEntry,
  type Values,
  readWithBodies,
  readWithBodiesInParts,
} from '../store/entries.ts'
export { selectByIndex, type Search, createSearch, type EntryFilter } from '../searchIndex/filters.ts'
export { isFrequent } from '../searchIndex/ids.ts'
export { type LabelledColumn, findEntriesWithLabels, removeLabels } from '../searchIndex/entriesWithLabels.ts'
export { toFilter } from './list.ts'
export { findAllIds, scanEntries, hasIds } from '../searchIndex/scanEntries.ts'
export { presentEntry, presentRow } from './present.ts'
export { getDefaults } from './read.ts'
export { findReindexedFields, findColumnIds, reindexEntries, type ReindexOrder, reindexColumn } from './reindex.ts'
export {
  isAllowed,
  requireContentColumn,
  type ContentColumn,
  toContentColumn,
  findContentColumn,
  requireAction,
  requireSaveRights,
  findWorkflow,
} from '../store/rules.ts'
export { type LargeTexts, processStored, processForm } from '../texts/largeTexts.ts'
export { publishEntries, requirePublishable, unpublishLocked, unpublishEntries } from './state.ts'
export { applyForPublication, requireNoArticle, saveEntry, saveValues } from './save.ts'
export { toReadable, toReadableTexts } from '../store/texts.ts'
export { changedNames, findRequiredClasses, publishesNewContent, findSensitive } from './agreement.ts'
export { type Reason, type Writer, writeEntries, writeEntry, type EntryWrite } from './write.ts'
export { type NewDraft, writeDrafts } from './writeMany.ts'

const plugin = (app: FastifyInstance, deps: ServerDeps): void =>
  scheduleMaintenance(app, deps, () => deleteExpired(deps))

/** Calls 69–82: content and its recycle bin. */
export const content: Resource = { routes, plugin }
