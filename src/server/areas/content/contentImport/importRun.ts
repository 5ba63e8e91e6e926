import type { ServerDeps } from '#server/deps.ts'
import type { RunningJob } from '#server/http/jobWork.ts'
import type { WorksFor } from '#server/http/workContext.ts'
import type { ImportMapping } from '#shared/contract/contentImport.ts'
import type { TargetPlan } from './plan.ts'
import type { Source, SourceItem } from './source.ts'
import type { ImportRow } from './store.ts'
import type { Plans } from './targets.ts'

/** What an import or its trial works with. */
export interface ImportRun {
  deps: ServerDeps
  row: ImportRow
  mapping: ImportMapping
  plans: Plans
  source: Source
  trial: boolean
  job: RunningJob
  /** With whose rights it writes. */
  writer: WorksFor
  /** Keys of the source with the place where each stood first. */
  seen: Map<string, number>
}

/** An entry of a source on its way. */
export interface Prepared {
  item: SourceItem
  /** From 1. */
  seq: number
  /** null: its groups are left out. */
  plan: TargetPlan | null
  /** Where the same one stood before in the source; 0 for nowhere. */
  twiceOf: number
}
