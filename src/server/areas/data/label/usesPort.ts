import type { CallContext } from '#server/http/context.ts'
import { port } from '#server/port.ts'

/** Labels of one site, by id. */
export interface SiteLabels {
  siteId: number
  ids: readonly number[]
}

/** What the contents of a site know about the labels that they carry. */
interface LabelUses {
  /** @throws AppError `conflict` when entries carry one of the labels; its facts hold `used` */
  requireUncarried(ctx: CallContext, titles: readonly string[], labels: SiteLabels): Promise<void>
  /** Takes the labels off all entries that carry them; answers how many there were. */
  takeOff(ctx: CallContext, labels: SiteLabels): Promise<number>
}

export const labelUses = port<LabelUses>('uses of labels')
