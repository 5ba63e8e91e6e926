import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { ArrowUndoRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { daysUntil } from './daysUntil.ts'

/** Who deleted an object, when, and until when it is kept. Times have the server's format. */
export interface DeletionInfo {
  by: string
  at: string
  until: string
}

interface Options<Row> {
  deleted: (row: Row) => DeletionInfo
  rowLabel: (row: Row) => string
  busy: boolean
  restore: (row: Row) => Promise<unknown>
}

/** The common columns of all kinds, with the action 还原. */
export const deletionColumns = <Row,>({ deleted, rowLabel, busy, restore }: Options<Row>): TableColumn<Row>[] => [
  { key: 'by', title: '删除人', width: '11%', render: (row) => deleted(row).by },
  { key: 'at', title: '删除时间', width: '168px', render: (row) => deleted(row).at },
  { key: 'until', title: '保留至', width: '172px', render: (row) => <Until time={deleted(row).until} /> },
  {
    key: 'actions',
    title: '操作',
    width: '96px',
    align: 'end',
    render: (row) => (
      <Button
        size="small"
        icon={<ArrowUndoRegular />}
        aria-label={`还原 ${rowLabel(row)}`}
        disabledFocusable={busy}
        // useWrite has shown the error.
        onClick={() => void restore(row).catch(() => undefined)}
      >
        还原
      </Button>
    ),
  },
]

const useStyles = makeStyles({
  soon: { color: tokens.colorStatusWarningForeground1 },
  later: { color: tokens.colorNeutralForeground3 },
})

/** Number of remaining days from which they are highlighted. */
const HIGHLIGHT_DAYS = 3

function Until({ time }: { time: string }) {
  const styles = useStyles()
  const [now] = useState(Date.now)
  const days = daysUntil(time, now)
  return (
    <span title={time}>
      {time.slice(0, 'yyyy-MM-dd'.length)}{' '}
      <Text size={200} className={days <= HIGHLIGHT_DAYS ? styles.soon : styles.later}>
        {days < 1 ? '不足 1 天' : `剩 ${days} 天`}
      </Text>
    </span>
  )
}
