import { Badge } from '@fluentui/react-components'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'

/** A·§2: marks a column as single page, list or plain column (any other number: contradictions.md 52). */
export function ColumnTypeTag({ menuType }: { menuType: number }) {
  if (menuType === COLUMN_TYPE.article) return <Badge appearance="tint" color="success" children="单页" />
  if (menuType === COLUMN_TYPE.list) return <Badge appearance="tint" color="brand" children="列表" />
  return <Badge appearance="tint" color="informative" children="普通栏目" />
}
