import { makeStyles } from '@fluentui/react-components'
import { AddRegular, CopyRegular, DeleteRegular, EditRegular, FormRegular, OptionsRegular } from '@fluentui/react-icons'
import type { Column } from '#shared/contract/column.ts'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import { type MoreAction, MoreMenu } from '#renderer/ui/table/MoreMenu.tsx'
import type { ColumnActions } from './actions.ts'

const useStyles = makeStyles({
  root: { display: 'inline-flex', alignItems: 'center' },
})

interface Props {
  column: Column
  actions: ColumnActions
}

/** Row actions: add below, edit, delete, more (A·§2). System columns can't be added, deleted or copied. */
export function ColumnRowActions({ column, actions }: Props) {
  const styles = useStyles()
  const isSiteColumn = column.siteId !== 0
  return (
    <div className={styles.root}>
      <RowActions
        row={column.title}
        actions={[
          isSiteColumn
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
          isSiteColumn
            ? {
                title: '删除',
                icon: DeleteRegular,
                refusal: actions.refusal(column, 'remove'),
                run: () => actions.remove(column),
              }
            : null,
        ]}
      />
      <MoreActions column={column} actions={actions} ofSite={isSiteColumn} />
    </div>
  )
}

interface MoreActionsProps {
  column: Column
  actions: ColumnActions
  /** Whether the column belongs to a site, not to the system. */
  ofSite: boolean
}

/** The menu 更多 of a column's row. */
function MoreActions({ column, actions, ofSite }: MoreActionsProps) {
  const attributes: MoreAction = {
    title: '编辑属性',
    icon: OptionsRegular,
    refusal: actions.refusal(column, 'attributes'),
    run: () => actions.switches(column),
  }
  const siteOnlyActions: MoreAction[] = [
    {
      title: '复制栏目',
      icon: CopyRegular,
      refusal: actions.refusal(column, 'read'),
      run: () => actions.copy(column),
    },
    {
      title: '设置字段',
      icon: FormRegular,
      refusal: actions.refusal(column, 'edit'),
      run: () => actions.fields(column),
    },
  ]
  return <MoreMenu row={column.title} items={ofSite ? [attributes, ...siteOnlyActions] : [attributes]} />
}
