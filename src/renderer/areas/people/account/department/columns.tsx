import { AddRegular, ArrowMoveRegular, DeleteRegular, EditRegular, PeopleRegular } from '@fluentui/react-icons'
import type { Department } from '#shared/contract/department.ts'
import { RowHandle } from '#renderer/ui/table/RowHandle.tsx'
import { ActionsCell, TextCell } from '#renderer/ui/rowEdit/RowCells.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

/** The actions of a department's row. */
export interface DepartmentActions {
  /** Why no department can be added below it, or null. */
  addRefusal: (department: Department) => string | null
  addBelow: (department: Department) => void
  rename: (department: Department) => void
  remove: (department: Department) => void
  move: (department: Department) => void
  accounts: (department: Department) => void
}

/** C·§2: the name, which is edited in its row, and the actions. */
export const columnsOf = (actions: DepartmentActions): TableColumn<Department>[] => [
  {
    key: 'title',
    title: '部门名称',
    render: (row) => (
      <TextCell
        id={row.id}
        field="title"
        text={row.title}
        lead={<RowHandle title="拖到另一个部门，成为其下级部门" />}
      />
    ),
  },
  { key: 'created', title: '创建时间', width: '180px', render: (row) => row.createDate },
  {
    key: 'actions',
    title: '操作',
    width: '184px',
    align: 'end',
    render: (row) => (
      <ActionsCell
        id={row.id}
        name={row.title}
        actions={[
          {
            title: '新增下级',
            icon: AddRegular,
            refusal: actions.addRefusal(row),
            run: () => actions.addBelow(row),
          },
          { title: '重命名', icon: EditRegular, run: () => actions.rename(row) },
          { title: '移动', icon: ArrowMoveRegular, run: () => actions.move(row) },
          { title: '部门账号', icon: PeopleRegular, run: () => actions.accounts(row) },
          { title: '删除', icon: DeleteRegular, run: () => actions.remove(row) },
        ]}
      />
    ),
  },
]
