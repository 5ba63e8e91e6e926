import { makeStyles } from '@fluentui/react-components'
import { AddRegular, DeleteRegular, EditRegular } from '@fluentui/react-icons'
import type { Column } from '#shared/contract/column.ts'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { ColumnActions } from './actions.ts'
import { MoreActions } from './MoreActions.tsx'

const useStyles = makeStyles({
  root: { display: 'inline-flex', alignItems: 'center' },
})

interface Props {
  column: Column
  actions: ColumnActions
}

/** A·§2: add below, edit, delete, and more. The system's columns are neither added nor deleted nor copied. */
export function ColumnRowActions({ column, actions }: Props) {
  const styles = useStyles()
  const own = column.siteId !== 0
  return (
    <div className={styles.root}>
      <RowActions
        row={column.title}
        actions={[
          own
            ? {
                title: '新增下级',
                icon: AddRegular,
                refusal: actions.refusal(column, 'addChild'),
                run: () => actions.addBelow(column),
              }
            : null,
          {
            title: '编辑',
            icon: EditRegular,
            refusal: actions.refusal(column, 'edit'),
            run: () => actions.edit(column),
          },
          own
            ? {
                title: '删除',
                icon: DeleteRegular,
                refusal: actions.refusal(column, 'remove'),
                run: () => actions.remove(column),
              }
            : null,
        ]}
      />
      <MoreActions column={column} actions={actions} own={own} />
    </div>
  )
}
