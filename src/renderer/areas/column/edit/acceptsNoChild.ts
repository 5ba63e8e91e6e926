import type { Column } from '#shared/contract/column.ts'
import { columnRefusal } from '#shared/domain/columnAccess.ts'
import type { Authority } from '#shared/domain/permissions.ts'

/** Whether the account may add a column neither below this column nor below any of its descendants. */
export const acceptsNoChild = (who: Authority | undefined, column: Column): boolean =>
  who !== undefined &&
  columnRefusal(who, column, 'addChild') !== null &&
  column.child.every((each) => acceptsNoChild(who, each))
