import { Button, makeStyles, mergeClasses, Spinner, tokens } from '@fluentui/react-components'
import {
  CheckmarkCircleRegular,
  CircleHintRegular,
  DocumentBulletListRegular,
  ErrorCircleRegular,
} from '@fluentui/react-icons'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

const useStyles = makeStyles({
  state: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground3,
  },
  icon: { flexShrink: 0, fontSize: '20px', lineHeight: 0 },
  done: { color: tokens.colorPaletteGreenForeground1 },
  failed: { color: tokens.colorPaletteRedForeground1 },
  text: { overflow: 'hidden', textOverflow: 'ellipsis' },
})

export type TargetState = 'none' | 'waiting' | 'saving' | 'done' | 'failed'

export interface TargetRow {
  id: number
  title: string
  state: TargetState
  text: string
  /** Overwrites what another user saved meanwhile. */
  onOverwrite?: () => void
}

const ICONS = {
  none: DocumentBulletListRegular,
  waiting: CircleHintRegular,
  done: CheckmarkCircleRegular,
  failed: ErrorCircleRegular,
}

const COLUMNS: readonly TableColumn<TargetRow>[] = [
  { key: 'title', title: '栏目', width: '32%', render: (row) => row.title },
  { key: 'state', title: '状态', render: (row) => <State {...row} /> },
  {
    key: 'actions',
    title: '操作',
    width: '96px',
    align: 'end',
    render: ({ title, onOverwrite }) =>
      onOverwrite && (
        <Button size="small" aria-label={`覆盖 ${title}`} onClick={onOverwrite}>
          覆盖
        </Button>
      ),
  },
]
const WITHOUT_ACTIONS = COLUMNS.slice(0, 2)

/** The selected columns with their save state. */
export function TargetList({ label, rows }: { label: string; rows: readonly TargetRow[] }) {
  const columns = rows.some(({ onOverwrite }) => onOverwrite) ? COLUMNS : WITHOUT_ACTIONS
  return <DataTable label={label} columns={columns} rows={rows} rowKey={({ id }) => id} />
}

function State({ state, text }: TargetRow) {
  const styles = useStyles()
  const Icon = state === 'saving' ? null : ICONS[state]
  return (
    <span
      className={mergeClasses(styles.state, state === 'done' && styles.done, state === 'failed' && styles.failed)}
      title={text}
    >
      <span className={styles.icon}>{Icon ? <Icon /> : <Spinner size="extra-tiny" aria-hidden />}</span>
      <span className={styles.text}>{text}</span>
    </span>
  )
}
