import type { ServerDeps } from '#server/deps.ts'
import type { RunningJob } from '#server/http/jobWork.ts'
import type { JobOwner } from '#server/http/workContext.ts'
import type { ImportMapping } from '#shared/contract/contentImport.ts'
import type { TargetPlan } from './plan.ts'
import type { Source, SourceItem } from './source.ts'
import type { ImportRow } from './store.ts'
import type { Plans } from './targets.ts'

/** Context of an import or trial import. */
export interface ImportRun {
  deps: ServerDeps
  row: ImportRow
  mapping: ImportMapping
  plans: Plans
  source: Source
  trial: boolean
  job: RunningJob
  /** Account in whose name, and with whose rights, the import writes. */
  writer: JobOwner
  /** First row of each source key seen so far. */
  seen: Map<string, number>
}

/** An item of the source with its target plan. */
export interface Prepared {
  item: SourceItem
  /** Position in the source, from 1. */
  seq: number
  /** Null when none of the item's groups is imported. */
  plan: TargetPlan | null
  /** Row of an earlier item with the same key; 0 when the item is the first. */
  duplicateOf: number
}
