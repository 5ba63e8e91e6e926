import { makeStyles, Text, tokens } from '@fluentui/react-components'
import type { SensitiveWord } from '#shared/contract/sensitive.ts'
import { type EditRemove, editRemoveColumn } from '#renderer/ui/table/editRemove.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { SENSITIVE } from '#renderer/areas/data/sensitive/text.ts'

const useStyles = makeStyles({ none: { color: tokens.colorNeutralForeground3 } })

/** @param classes titles by their ids. */
export const columnsOf = (
  actions: EditRemove<SensitiveWord>,
  classes: ReadonlyMap<number, string>,
): TableColumn<SensitiveWord>[] => [
  { key: 'sensitiveWord', title: SENSITIVE.word, render: (row) => row.sensitiveWord },
  { key: 'propWord', title: SENSITIVE.propWord, render: (row) => row.propWord || <None /> },
  { key: 'createTime', title: SENSITIVE.createTime, width: '180px', render: (row) => row.createTime },
  { key: 'classId', title: SENSITIVE.className, width: '160px', render: (row) => classes.get(row.classId) ?? <None /> },
  editRemoveColumn(actions, (row) => row.sensitiveWord),
]

function None() {
  return <Text className={useStyles().none}>{SENSITIVE.none}</Text>
}
