import { Badge, makeStyles, Select, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { type OutgoingRecipient, RECIPIENT_STATES, type RecipientState } from '#shared/contract/outgoing.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import { Pager } from '#renderer/ui/table/Pager.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { usePaging } from '#renderer/ui/table/usePaging.ts'

const useStyles = makeStyles({
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  table: { display: 'flex', flexDirection: 'column', minHeight: '160px' },
})

const BAD_STATES: ReadonlySet<RecipientState> = new Set(['failed', 'undelivered', 'doubtful'])
const GOOD_STATES: ReadonlySet<RecipientState> = new Set(['sent', 'delivered'])

const RECIPIENT_STATE_NAMES: Record<RecipientState, string> = {
  waiting: '等待',
  sending: '发送中',
  sent: '已发送',
  delivered: '已送达',
  undelivered: '未送达',
  failed: '被拒绝',
  doubtful: '结果不明',
  skipped: '未发送',
  cancelled: '已取消',
}

const COLUMNS: readonly TableColumn<OutgoingRecipient>[] = [
  { key: 'address', title: '接收人', width: '38%', render: (row) => row.address },
  {
    key: 'state',
    title: '状态',
    width: '80px',
    render: ({ state }) => (
      <Badge
        appearance="tint"
        color={BAD_STATES.has(state) ? 'danger' : GOOD_STATES.has(state) ? 'success' : 'informative'}
      >
        {RECIPIENT_STATE_NAMES[state]}
      </Badge>
    ),
  },
  { key: 'message', title: '说明', render: (row) => row.message },
]

interface Props {
  operation: 'emailSend.recipients' | 'smsMarketing.recipients'
  id: number
  /** Polls while the message is being sent. */
  live: boolean
}

/** The result of a message for each recipient. */
export function RecipientTable({ operation, id, live }: Props) {
  const styles = useStyles()
  const paging = usePaging(10)
  const [state, setState] = useState<RecipientState | ''>('')
  const input = { ...paging.input, id, ...(state && { state }) }
  const read = useRead(operation, input, { quiet: true, keepPrevious: true, ...(live && { everyMs: 3000 }) })
  return (
    <>
      <div className={styles.head}>
        <Text weight="semibold">接收情况</Text>
        <Select
          size="small"
          aria-label="状态"
          value={state}
          onChange={(_event, { value }) => {
            setState(RECIPIENT_STATES.find((each) => each === value) ?? '')
            paging.setPage(1)
          }}
        >
          <option value="">全部状态</option>
          {RECIPIENT_STATES.map((each) => (
            <option key={each} value={each}>
              {RECIPIENT_STATE_NAMES[each]}
            </option>
          ))}
        </Select>
        <SearchBox value={paging.input.key} onSearch={paging.search} placeholder="搜索接收人" />
      </div>
      <div className={styles.table}>
        <DataTable
          label="接收情况"
          columns={COLUMNS}
          rows={read.data?.content}
          read={read}
          rowKey={(row) => row.id}
          rowLabel={(row) => row.address}
        />
      </div>
      {read.data && <Pager paging={paging} total={read.data.totalElements} />}
    </>
  )
}
