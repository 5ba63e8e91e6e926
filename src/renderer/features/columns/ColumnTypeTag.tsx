import { Badge } from '@fluentui/react-components'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'

const TYPES = {
  [COLUMN_TYPE.article]: { title: '单页', color: 'success' },
  [COLUMN_TYPE.list]: { title: '列表', color: 'brand' },
} as const
const PLAIN = { title: '普通栏目', color: 'informative' } as const

/** A·§2: marks a column as single page, list or plain column (any other number: contradictions.md 52). */
export function ColumnTypeTag({ menuType }: { menuType: number }) {
  const { title, color } = menuType === COLUMN_TYPE.article || menuType === COLUMN_TYPE.list ? TYPES[menuType] : PLAIN
  return (
    <Badge appearance="tint" color={color}>
      {title}
    </Badge>
  )
}
