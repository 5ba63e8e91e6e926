import { Badge, Button, makeStyles, Tooltip } from '@fluentui/react-components'
import type { Column } from '#shared/contract/column.ts'
import { requiresApproval, readWorkflowLink } from '#shared/contract/columnEdit.ts'
import { ColumnTypeTag } from '#renderer/features/columns/ColumnTypeTag.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

export interface LinkActions {
  /** Why the account may not change the column; null when it may. */
  refusal: (column: Column) => string | null
  /** Type 1 opens the choice of a workflow; type 0 disables approval at once (B·§4). */
  changeLink: (column: Column, type: 0 | 1) => void
}

/** The workflow of a column, enabled or not; null without one. */
const linkOf = ({ relationWorkFlow }: Pick<Column, 'relationWorkFlow'>) => readWorkflowLink(relationWorkFlow)

/** Column name, type, workflow name, status and actions (B·§2). */
export const columnsOf = (actions: LinkActions): TableColumn<Column>[] => [
  { key: 'title', title: '栏目名称', render: (row) => row.title },
  { key: 'type', title: '类型', width: '104px', render: (row) => <ColumnTypeTag menuType={row.menuType} /> },
  { key: 'workflow', title: '流程名称', width: '26%', render: (row) => linkOf(row)?.workFlowName || '—' },
  { key: 'status', title: '状态', width: '104px', render: (row) => <LinkStatus column={row} /> },
  {
    key: 'actions',
    title: '操作',
    width: '176px',
    align: 'end',
    render: (row) => <LinkButtons column={row} actions={actions} />,
  },
]

function LinkStatus({ column }: { column: Column }) {
  const isEnabled = requiresApproval(column)
  return (
    <Badge appearance="tint" color={isEnabled ? 'success' : 'informative'}>
      {isEnabled ? '已启用' : '未启用'}
    </Badge>
  )
}

const useStyles = makeStyles({ root: { display: 'inline-flex', justifyContent: 'end' } })

/** 启用 chooses the workflow; 关联 appears for enabled columns and chooses another workflow (contradictions.md 72). */
function LinkButtons({ column, actions }: { column: Column; actions: LinkActions }) {
  const styles = useStyles()
  const isEnabled = requiresApproval(column)
  const refusal = actions.refusal(column)
  return (
    <div className={styles.root}>
      {isEnabled && <LinkButton title="关联" {...{ column, refusal }} run={() => actions.changeLink(column, 1)} />}
      <LinkButton
        title={isEnabled ? '停用' : '启用'}
        {...{ column, refusal }}
        run={() => actions.changeLink(column, isEnabled ? 0 : 1)}
      />
    </div>
  )
}

interface ButtonProps {
  title: string
  column: Column
  refusal: string | null
  run: () => void
}

function LinkButton({ title, column, refusal, run }: ButtonProps) {
  const button = (
    <Button
      size="small"
      appearance="subtle"
      aria-label={`${title} ${column.title}`}
      disabledFocusable={refusal !== null}
      onClick={run}
    >
      {title}
    </Button>
  )
  if (refusal === null) return button
  return (
    <Tooltip content={refusal} relationship="description">
      {button}
    </Tooltip>
  )
}
