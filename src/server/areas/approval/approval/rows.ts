import type { RowOf } from '#server/db/schema.ts'
import type { Application, Values } from '#server/areas/content/entry/index.ts'

export type ApprovalRow = RowOf<'approval'>
export type TaskRow = RowOf<'approval_task'>

/** A step as it was when it was applied for. */
export interface Step {
  title: string
  roleIds: number[]
  /** Of the node; 0 or absent: the workflow's days count. */
  dueHours?: number
  /** People who may carry it out, of a step that is about words of these classes. */
  accountIds?: number[]
  classIds?: number[]
}
/** Classes of words that the steps of an application ask for. */
export const askedClasses = (steps: readonly Step[]): number[] => steps.flatMap(({ classIds = [] }) => classIds)

/** Steps of the people who must agree to words of these classes. */
export const wordSteps = (asked: Application['asked']): Step[] =>
  asked.map(({ id, title, persons }) => ({
    title: `敏感词“${title}”`,
    roleIds: [],
    accountIds: persons.map(({ accountId }) => accountId),
    classIds: [id],
  }))
export const stepsOf = ({ steps }: Pick<ApprovalRow, 'steps'>): Step[] => JSON.parse(steps) as Step[]
export const valuesOf = ({ fields }: Pick<ApprovalRow, 'fields'>): Values => JSON.parse(fields) as Values
