import { CopyRegular, FormRegular, OptionsRegular } from '@fluentui/react-icons'
import type { Column } from '#shared/contract/column.ts'
import { type MoreAction, MoreMenu } from '#renderer/ui/table/MoreMenu.tsx'
import type { ColumnActions } from './actions.ts'

interface Props {
  column: Column
  actions: ColumnActions
  /** Not one of the system's own columns. */
  own: boolean
}

/** The menu 更多 of a column's row. */
export function MoreActions({ column, actions, own }: Props) {
  const attributes: MoreAction = {
    title: '编辑属性',
    icon: OptionsRegular,
    refusal: actions.refusal(column, 'attributes'),
    run: () => actions.switches(column),
  }
  const ofOwn: MoreAction[] = [
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
  return <MoreMenu row={column.title} items={own ? [attributes, ...ofOwn] : [attributes]} />
}
