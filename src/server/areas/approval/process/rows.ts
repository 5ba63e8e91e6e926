import type { Selectable } from 'kysely'
import type { ApprovalTable, ApprovalTaskTable } from '#server/db/tables/approval.ts'
import type { Values } from '#server/areas/content/entry/index.ts'

export type ApprovalRow = Selectable<ApprovalTable>
export type TaskRow = Selectable<ApprovalTaskTable>

/** A step as it was when it was applied for. */
export interface Step {
  title: string
  roleIds: number[]
  /** Of the node; 0 or absent: the workflow's days count. */
  dueHours?: number
}
export const stepsOf = ({ steps }: Pick<ApprovalRow, 'steps'>): Step[] => JSON.parse(steps) as Step[]
export const valuesOf = ({ fields }: Pick<ApprovalRow, 'fields'>): Values => JSON.parse(fields) as Values
