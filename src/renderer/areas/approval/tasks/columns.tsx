import { Badge, makeStyles, tokens, Tooltip } from '@fluentui/react-components'
import { ArrowUndoRegular, ClipboardCheckmarkRegular, DocumentSearchRegular } from '@fluentui/react-icons'
import type { Application, ApprovalTask } from '#shared/contract/approval.ts'
import { parseApprovalResult } from '#shared/domain/passState.ts'
import { NOBODY_TO_APPROVE } from '#renderer/features/approval/ApprovalSteps.tsx'
import { isOverdue } from '#renderer/features/approval/overdue.ts'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

/** The title of the entry, read from the JSON in `dataDetail`. */
export function titleOf({ dataDetail, dataId }: Pick<ApprovalTask, 'dataDetail' | 'dataId'>): string {
  try {
    const parsed: unknown = JSON.parse(dataDetail)
    const title: unknown = typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'title') : ''
    return typeof title === 'string' && title !== '' ? title : `编号 ${dataId}`
  } catch {
    return `编号 ${dataId}`
  }
}

const useStyles = makeStyles({
  cell: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minWidth: 0 },
  text: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  overdue: { color: tokens.colorStatusDangerForeground1 },
  result: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  whole: { flexShrink: 0 },
})

interface TaskActions {
  approve: (task: ApprovalTask) => void
  view: (task: ApprovalTask) => void
}

const WAITING_COLUMNS: readonly TableColumn<ApprovalTask>[] = [
  { key: 'remark', title: '申请说明', width: '136px', render: (row) => row.approveRemark || '—' },
  { key: 'dueDate', title: '办理期限', width: '160px', render: (row) => <DueCell dueDate={row.dueDate} /> },
]
const DONE_COLUMNS: readonly TableColumn<ApprovalTask>[] = [
  { key: 'finish', title: '审批时间', width: '160px', render: (row) => row.approveFinishDate || '—' },
  { key: 'result', title: '结果', minWidth: 208, render: (row) => <ResultCell task={row} /> },
]

/** Columns of a task, with the actions 审批 and 详情 (B·§2). */
export const taskColumns = (state: 0 | 1, actions: TaskActions): TableColumn<ApprovalTask>[] => [
  { key: 'title', title: '标题', minWidth: 160, render: titleOf },
  { key: 'menu', title: '栏目', width: '96px', render: (row) => row.menuTitle || '—' },
  { key: 'site', title: '站点', width: '96px', render: (row) => row.siteTitle || '—' },
  { key: 'applicant', title: '申请人', width: '80px', render: (row) => row.applicant || '—' },
  { key: 'node', title: '节点', width: '112px', render: (row) => <NodeCell task={row} /> },
  ...(state === 0 ? WAITING_COLUMNS : DONE_COLUMNS),
  {
    key: 'actions',
    title: '操作',
    width: state === 0 ? '92px' : '80px',
    align: 'end',
    pin: 'end',
    render: (row) => (
      <RowActions
        row={titleOf(row)}
        actions={[
          row.approveType === 1
            ? { title: '审批', icon: ClipboardCheckmarkRegular, run: () => actions.approve(row) }
            : null,
          { title: '详情', icon: DocumentSearchRegular, run: () => actions.view(row) },
        ]}
      />
    ),
  },
]

function NodeCell({ task }: { task: ApprovalTask }) {
  const styles = useStyles()
  return (
    <span className={styles.cell}>
      <span className={styles.text} title={task.nodeTitle}>
        {task.nodeTitle}
      </span>
      {task.actsFor !== '' && <Badge className={styles.whole} appearance="tint">{`代 ${task.actsFor}`}</Badge>}
      {task.nobody && (
        <Tooltip content={NOBODY_TO_APPROVE} relationship="description">
          <Badge className={styles.whole} appearance="tint" color="danger" tabIndex={0}>
            无人可审
          </Badge>
        </Tooltip>
      )}
    </span>
  )
}

function DueCell({ dueDate }: { dueDate: string }) {
  const styles = useStyles()
  if (dueDate === '') return '不限'
  if (!isOverdue(dueDate)) return dueDate
  // The label comes first and the year is left out, so that both fit the width of a date.
  return (
    <span className={styles.overdue} title={`${dueDate}（已超期）`}>
      已超期 {dueDate.slice(5, 16)}
    </span>
  )
}

function ResultCell({ task }: { task: ApprovalTask }) {
  const styles = useStyles()
  const approval = parseApprovalResult(task.approveResult)
  // The reason comes first, because a narrow window cuts the rest.
  const text = [approval?.approveResult, approval?.trueName].filter(Boolean).join(' · ')
  return (
    <span className={styles.cell}>
      <Badge className={styles.whole} appearance="tint" color={task.pass ? 'success' : 'danger'}>
        {task.pass ? '同意' : '拒绝'}
      </Badge>
      <span className={styles.result} title={text}>
        {text}
      </span>
    </span>
  )
}

interface ApplicationActions {
  view: (application: Application) => void
  withdraw: (application: Application) => void
}

const STATE_LABELS: Readonly<Record<Application['state'], string>> = {
  waiting: '审批中',
  agreed: '已同意',
  refused: '已拒绝',
  withdrawn: '已撤回',
}

const STATE_COLORS = {
  waiting: 'warning',
  agreed: 'success',
  refused: 'danger',
  withdrawn: 'informative',
} as const satisfies Record<Application['state'], string>

/** Columns of the account's own requests: state, current node and result. */
export const applicationColumns = (actions: ApplicationActions): TableColumn<Application>[] => [
  { key: 'title', title: '标题', minWidth: 160, render: (row) => row.title },
  { key: 'menu', title: '栏目', width: '104px', render: (row) => row.menuTitle || '—' },
  { key: 'site', title: '站点', width: '96px', render: (row) => row.siteTitle || '—' },
  {
    key: 'state',
    title: '状态',
    width: '80px',
    render: ({ state }) => (
      <Badge appearance="tint" color={STATE_COLORS[state]}>
        {STATE_LABELS[state]}
      </Badge>
    ),
  },
  { key: 'node', title: '等待节点', width: '96px', render: (row) => row.nodeTitle || '—' },
  { key: 'createDate', title: '申请时间', width: '160px', render: (row) => row.createDate },
  {
    key: 'result',
    title: '结果',
    minWidth: 200,
    render: (row) => [row.endRemark, row.endedBy].filter(Boolean).join(' · ') || '—',
  },
  {
    key: 'actions',
    title: '操作',
    width: '92px',
    align: 'end',
    pin: 'end',
    render: (row) => (
      <RowActions
        row={row.title}
        actions={[
          row.state === 'waiting'
            ? {
                title: '撤回',
                icon: ArrowUndoRegular,
                refusal: row.revocability ? null : '审批流程不允许撤回',
                run: () => actions.withdraw(row),
              }
            : null,
          { title: '详情', icon: DocumentSearchRegular, run: () => actions.view(row) },
        ]}
      />
    ),
  },
]
