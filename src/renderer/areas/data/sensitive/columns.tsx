import { makeStyles, Text, tokens } from '@fluentui/react-components'
import type { SensitiveWord } from '#shared/contract/sensitive.ts'
import { type EditRemove, editRemoveColumn } from '#renderer/ui/table/editRemove.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

const useStyles = makeStyles({ none: { color: tokens.colorNeutralForeground3 } })

/** @param classes titles by their ids. */
export const columnsOf = (
  actions: EditRemove<SensitiveWord>,
  classes: ReadonlyMap<number, string>,
): TableColumn<SensitiveWord>[] => [
  { key: 'sensitiveWord', title: '敏感词', render: (row) => row.sensitiveWord },
  { key: 'propWord', title: '替换词', render: (row) => row.propWord || <EmptyCell /> },
  { key: 'createTime', title: '创建时间', width: '180px', render: (row) => row.createTime },
  { key: 'classId', title: '类别', width: '160px', render: (row) => classes.get(row.classId) ?? <EmptyCell /> },
  editRemoveColumn(actions, (row) => row.sensitiveWord),
]

function EmptyCell() {
  return <Text className={useStyles().none}>未填写</Text>
}
