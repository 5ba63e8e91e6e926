import type { OutputOf } from '#shared/contract/registry.ts'
import { type ContentAction, contentRefusal } from '#shared/domain/contentAccess.ts'
import type { Authority } from '#shared/domain/permissions.ts'

/** The column whose content is listed, with its fields. */
export type ListColumn = OutputOf<'column.findById'>

/** The column of a list and the account that uses it. */
export interface ListContext {
  column: ListColumn
  who: Authority
  /** Variant B: rows can be rejected and forwarded (B·§2). */
  review: boolean
}

/** Whether the account may run the action; other actions are hidden (B·§6; variant B has the same codes, contradictions.md 61). */
export const isAllowed = ({ who, column }: ListContext, action: ContentAction): boolean =>
  contentRefusal(who, column, action) === null
