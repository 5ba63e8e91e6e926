import { makeStyles, Text, tokens } from '@fluentui/react-components'
import { DeleteRegular, EditRegular } from '@fluentui/react-icons'
import type { SensitiveWord } from '#shared/contract/sensitive.ts'
import { RowActions } from '#renderer/kit/table/RowActions.tsx'
import type { TableColumn } from '#renderer/kit/table/types.ts'
import { SENSITIVE } from '#renderer/text/sensitive.ts'

/** What can be done with one word. */
export interface WordActions {
  edit: (word: SensitiveWord) => void
  remove: (word: SensitiveWord) => void
}

const useStyles = makeStyles({ none: { color: tokens.colorNeutralForeground3 } })

export const columnsOf = (actions: WordActions): TableColumn<SensitiveWord>[] => [
  { key: 'sensitiveWord', title: SENSITIVE.word, render: (row) => row.sensitiveWord },
  { key: 'propWord', title: SENSITIVE.propWord, render: (row) => row.propWord || <None /> },
  { key: 'createTime', title: SENSITIVE.createTime, width: '180px', render: (row) => row.createTime },
  {
    key: 'actions',
    title: '操作',
    width: '96px',
    align: 'end',
    render: (row) => (
      <RowActions
        row={row.sensitiveWord}
        actions={[
          { title: SENSITIVE.edit, icon: EditRegular, run: () => actions.edit(row) },
          { title: SENSITIVE.remove, icon: DeleteRegular, run: () => actions.remove(row) },
        ]}
      />
    ),
  },
]

function None() {
  return <Text className={useStyles().none}>{SENSITIVE.none}</Text>
}
