import { DeleteRegular, EditRegular, FlowchartRegular } from '@fluentui/react-icons'
import type { Workflow } from '#shared/contract/workflow.ts'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

export interface WorkflowActions {
  edit: (row: Workflow) => void
  editFlow: (row: Workflow) => void
  remove: (row: Workflow) => void
}

/** Title and creation time (B·§2), rules of the workflow, and the columns that use it. */
export const columnsOf = (actions: WorkflowActions): TableColumn<Workflow>[] => [
  { key: 'title', title: '标题', render: (row) => row.title },
  {
    key: 'nodes',
    title: '节点',
    width: '96px',
    render: (row) => (row.nodes === 0 ? '未设置' : `${row.nodes} 个`),
  },
  {
    key: 'columns',
    title: '使用的栏目',
    width: '24%',
    render: (row) => row.columns.join('、') || '—',
  },
  { key: 'revocability', title: '可撤回', width: '80px', render: (row) => (row.revocability ? '是' : '否') },
  {
    key: 'dueDays',
    title: '办理期限',
    width: '88px',
    render: (row) => (row.dueDays === 0 ? '不限' : `${row.dueDays} 天`),
  },
  { key: 'createDate', title: '创建时间', width: '168px', render: (row) => row.createDate },
  {
    key: 'actions',
    title: '操作',
    width: '120px',
    align: 'end',
    pin: 'end',
    render: (row) => (
      <RowActions
        row={row.title}
        actions={[
          { title: '编辑', icon: EditRegular, run: () => actions.edit(row) },
          { title: '流程设置', icon: FlowchartRegular, run: () => actions.editFlow(row) },
          { title: '删除', icon: DeleteRegular, run: () => actions.remove(row) },
        ]}
      />
    ),
  },
]
