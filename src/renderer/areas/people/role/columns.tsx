import { AddRegular, CopyRegular, DeleteRegular, EditRegular, PeopleRegular } from '@fluentui/react-icons'
import type { Role } from '#shared/contract/role.ts'
import { MoreMenu } from '#renderer/ui/table/MoreMenu.tsx'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

/** The actions of a group's row. */
export interface GroupActions {
  edit: (group: Role) => void
  remove: (group: Role) => void
  addChild: (group: Role) => void
  copy: (group: Role) => void
  accounts: (group: Role) => void
}

/** C·§2: group name, group introduction, creation time, edit and delete. */
export const columnsOf = (actions: GroupActions): TableColumn<Role>[] => [
  { key: 'name', title: '用户组名称', render: (row) => row.name },
  { key: 'note', title: '用户组介绍', render: (row) => row.note },
  { key: 'created', title: '创建时间', width: '180px', render: (row) => row.createDate },
  {
    key: 'actions',
    title: '操作',
    width: '136px',
    align: 'end',
    render: (row) => (
      <>
        <RowActions
          row={row.name}
          actions={[
            { title: '编辑', icon: EditRegular, run: () => actions.edit(row) },
            { title: '删除', icon: DeleteRegular, run: () => actions.remove(row) },
          ]}
        />
        <MoreMenu
          row={row.name}
          items={[
            { title: `组内账号（${row.accounts}）`, icon: PeopleRegular, run: () => actions.accounts(row) },
            { title: '新增下级', icon: AddRegular, run: () => actions.addChild(row) },
            { title: '复制为新用户组', icon: CopyRegular, run: () => actions.copy(row) },
          ]}
        />
      </>
    ),
  },
]
