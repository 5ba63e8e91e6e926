import type { Column } from '#shared/contract/column.ts'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import type { Authority } from '#shared/domain/permissions.ts'

const holdsContent = ({ menuType }: Column): boolean =>
  menuType === COLUMN_TYPE.list || menuType === COLUMN_TYPE.article

/** B·§2: the columns marked as clue whose content the person may read, in the order of the tree; plain ones have none. */
export const clueColumns = (tree: readonly Column[], who: Authority): Column[] =>
  tree.flatMap((column) => [
    ...(column.clue && holdsContent(column) && contentRefusal(who, column, 'read') === null ? [column] : []),
    ...clueColumns(column.child, who),
  ])
