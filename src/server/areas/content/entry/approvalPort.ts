import { createPort } from '#server/port.ts'
import type { ForbiddingClass } from '#server/areas/data/sensitive/index.ts'
import type { CallContext } from '#server/http/context.ts'
import type { EntryEvent } from './events.ts'
import type { EntryRow, Values } from '../store/entries.ts'
import type { ContentColumn } from '../store/rules.ts'
import type { EntryApproval } from '#shared/contract/approval.ts'

/** An application for publication. */
export interface Application {
  /** The entry's row, locked by the caller. */
  row: EntryRow
  /** The values to be published. */
  values: Values
  /** B·§4: reason, shown to the people who decide. */
  remark: string
  /** Forbidding classes of its words; their people decide before the steps of the workflow. */
  asked: readonly ForbiddingClass[]
  /** Timeline events that precede the application. */
  events: readonly EntryEvent[]
}

/** What the entries' area needs from the approval of publications (decision 035). */
export interface Approvals {
  /**
   * Starts the approval of one version of each entry. The current steps of the column's workflow are copied into it.
   * AppError `conflict` when the workflow is missing or has no step.
   */
  apply(ctx: CallContext, column: ContentColumn, list: readonly Application[]): Promise<void>
  /**
   * Withdraws the pending applications of entries that the caller has locked. AppError `conflict` where the workflow
   * forbids withdrawal, unless `always`.
   */
  withdraw(ctx: CallContext, rows: readonly EntryRow[], how: { remark: string; always?: boolean }): Promise<void>
  /** Values of the pending version; null when no application is pending. */
  readPendingValues(ctx: Pick<CallContext, 'db'>, row: EntryRow): Promise<Values | null>
  /** Values and applicant of the entry's last application, if its id matches and it was agreed to; else null. */
  readAgreedValues(
    ctx: CallContext,
    row: EntryRow,
    approvalId: number,
  ): Promise<{ values: Values; applicant: string; agreedClasses: number[] } | null>
  /** Is the caller the applicant of the pending version, or allowed to decide one of its steps? */
  takesPart(ctx: CallContext, row: EntryRow): Promise<boolean>
  /** The entry's last application, while it is pending or refused; else null. */
  stateOf(ctx: CallContext, column: ContentColumn, row: EntryRow): Promise<EntryApproval | null>
}

export const approvals = createPort<Approvals>('approval of entries')

/** B·§4: remarks of an application. */
export const REMARKS = { first: '新增数据提交审核', again: '编辑数据重新审批' } as const
