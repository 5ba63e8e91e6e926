import { Badge, Button, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { formatDateTime } from '#shared/util/dates.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const useStyles = makeStyles({ row: { display: 'flex', gap: tokens.spacingHorizontalS } })

interface Logged {
  id: number
  message: string
  time: string
}
const COLUMNS: readonly TableColumn<Logged>[] = [
  {
    key: 'level',
    title: '级别',
    width: '90px',
    render: () => (
      <Badge appearance="tint" color="danger">
        错误
      </Badge>
    ),
  },
  { key: 'message', title: '内容', render: (row) => row.message },
  { key: 'time', title: '时间', width: '180px', render: (row) => row.time },
]

/** 页面里出现的错误，从新到旧。 */
export function LogDemo() {
  const styles = useStyles()
  const [errors, setErrors] = useState<readonly Logged[]>([])
  const add = (message: string): void =>
    setErrors([{ id: errors.length + 1, message, time: formatDateTime(new Date()) }, ...errors])
  return (
    <DemoPage title="日志" text="页面里出现的错误，从新到旧。">
      <div className={styles.row}>
        <Button onClick={() => add('TypeError：无法读取未定义的属性“title”')}>产生一个错误</Button>
        <Button disabled={errors.length === 0} onClick={() => setErrors([])}>
          清空
        </Button>
      </div>
      <DataTable
        label="错误日志"
        columns={COLUMNS}
        rows={errors}
        rowKey={(row) => row.id}
        empty={<EmptyState title="没有错误" text="点“产生一个错误”看看。" />}
      />
    </DemoPage>
  )
}
