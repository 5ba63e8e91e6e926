import type { Column } from '#shared/contract/column.ts'
import { columnRefusal } from '#shared/domain/columnAccess.ts'
import type { Authority } from '#shared/domain/permissions.ts'

/** Neither the column nor any below it takes another column: in a choice of places it has no use. */
export const takesNothing = (who: Authority | undefined, column: Column): boolean =>
  who !== undefined &&
  columnRefusal(who, column, 'addChild') !== null &&
  column.child.every((each) => takesNothing(who, each))
