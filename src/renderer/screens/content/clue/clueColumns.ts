import type { Column } from '#shared/contract/column.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import type { Authority } from '#shared/domain/permissions.ts'

/** B·§2: the columns marked as clue whose content the person may read, in the order of the tree. */
export const clueColumns = (tree: readonly Column[], who: Authority): Column[] =>
  tree.flatMap((column) => [
    ...(column.clue && contentRefusal(who, column, 'read') === null ? [column] : []),
    ...clueColumns(column.child, who),
  ])
