import type { CallContext } from '#server/http/context.ts'
import { createPort } from '#server/port.ts'

/** Labels of one site, by id. */
export interface SiteLabels {
  siteId: number
  ids: readonly number[]
}

/** What the label area needs from the entries that have labels. */
interface LabelUses {
  /** @throws AppError `conflict` when entries have one of the labels; the fact is `used` */
  requireUnused(ctx: CallContext, titles: readonly string[], labels: SiteLabels): Promise<void>
  /** Removes the labels from all entries; returns the number of entries. */
  removeFromEntries(ctx: CallContext, labels: SiteLabels): Promise<number>
}

export const labelUses = createPort<LabelUses>('uses of labels')
