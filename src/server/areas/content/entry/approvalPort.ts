import { port } from '#server/port.ts'
import type { ForbiddingClass } from '#server/areas/data/sensitive/index.ts'
import type { CallContext } from '#server/http/context.ts'
import type { EntryEvent } from './events.ts'
import type { EntryRow, Values } from '../store/entries.ts'
import type { ContentColumn } from '../store/rules.ts'
import type { EntryApproval } from '#shared/contract/approval.ts'

/** What is applied for. */
export interface Application {
  /** The entry, locked, as it is written. */
  row: EntryRow
  /** The version that is to be public. */
  values: Values
  /** B·§4: why, for who decides. */
  remark: string
  /** Forbidding classes of words in it, whose people have to agree before the steps of the workflow. */
  asked: readonly ForbiddingClass[]
  /** What its line of time says before that it was applied for. */
  events: readonly EntryEvent[]
}

/** What entries ask of the approval of their publication (decision 035). */
export interface Approvals {
  /**
   * Begins the approval of one version of each entry by the workflow of the column, if it has one, whose steps are fixed by
   * that. AppError `conflict` when the workflow is gone or has no step.
   */
  apply(ctx: CallContext, column: ContentColumn, list: readonly Application[]): Promise<void>
  /**
   * Ends what waits for entries that the caller has locked. AppError `conflict` where a workflow can't be taken back,
   * unless `always`.
   */
  withdraw(ctx: CallContext, rows: readonly EntryRow[], how: { remark: string; always?: boolean }): Promise<void>
  /** All values of the version that waits for the entry; null: none does. */
  waitingValues(ctx: Pick<CallContext, 'db'>, row: EntryRow): Promise<Values | null>
  /** The values of the last application for the entry, and who applied, if that is the one and it was agreed to; else null. */
  agreedValues(
    ctx: CallContext,
    row: EntryRow,
    approvalId: number,
  ): Promise<{ values: Values; applicant: string; agreedClasses: number[] } | null>
  /** Did the caller apply for what waits for the entry, or may he act in one of its steps? */
  takesPart(ctx: CallContext, row: EntryRow): Promise<boolean>
  /** The last application for the entry, while it waits or when it was refused; null: there is none. */
  stateOf(ctx: CallContext, column: ContentColumn, row: EntryRow): Promise<EntryApproval | null>
}

export const approvals = port<Approvals>('approval of entries')

/** B·§4: remarks of an application. */
export const REMARKS = { first: '新增数据提交审核', again: '编辑数据重新审批' } as const
