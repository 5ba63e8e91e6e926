import type { RowOf } from '#server/db/schema.ts'
import type { Application, Values } from '#server/areas/content/entry/index.ts'

export type ApprovalRow = RowOf<'approval'>
export type TaskRow = RowOf<'approval_task'>

/** A step, fixed when the application was made. */
export interface Step {
  title: string
  roleIds: number[]
  /** Hours of the node; 0 or absent: the workflow's days apply. */
  dueHours?: number
  /** For a step about forbidden words: the people who may decide it, and the classes. */
  accountIds?: number[]
  classIds?: number[]
}
/** Forbidding classes covered by the steps of an application. */
export const findCoveredClasses = (steps: readonly Step[]): number[] => steps.flatMap(({ classIds = [] }) => classIds)

/** Steps for the people who must agree to words of these classes. */
export const createWordSteps = (asked: Application['asked']): Step[] =>
  asked.map(({ id, title, persons }) => ({
    title: `敏感词“${title}”`,
    roleIds: [],
    accountIds: persons.map(({ accountId }) => accountId),
    classIds: [id],
  }))
export const parseSteps = ({ steps }: Pick<ApprovalRow, 'steps'>): Step[] => JSON.parse(steps) as Step[]
export const parseValues = ({ fields }: Pick<ApprovalRow, 'fields'>): Values => JSON.parse(fields) as Values
