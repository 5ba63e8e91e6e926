import { Badge, Button } from '@fluentui/react-components'
import { ArrowSyncRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { notify } from '#renderer/data/notices.ts'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const TABS = [
  { id: 'failed', title: '失败记录' },
  { id: 'successful', title: '成功记录' },
] as const

interface ForwardingRecord {
  id: number
  title: string
  source: string
  target: string
  time: string
  isFailed: boolean
}
const ROWS: readonly ForwardingRecord[] = [
  {
    id: 1,
    title: '海洋科技周开幕',
    source: '集团官网',
    target: '海洋科技',
    time: '2026-11-18 09:30:00',
    isFailed: true,
  },
  { id: 2, title: '校园招聘启动', source: '集团官网', target: '校园频道', time: '2026-11-17 14:05:00', isFailed: true },
  {
    id: 3,
    title: '三季度经营情况',
    source: '集团官网',
    target: '投资者关系',
    time: '2026-11-16 10:00:00',
    isFailed: false,
  },
  {
    id: 4,
    title: '关于系统维护的通知',
    source: '新闻门户',
    target: '集团官网',
    time: '2026-11-15 16:45:00',
    isFailed: false,
  },
  {
    id: 5,
    title: '新产品发布会',
    source: '产品中心',
    target: '新闻门户',
    time: '2026-11-14 11:20:00',
    isFailed: false,
  },
]
const COLUMNS: readonly TableColumn<ForwardingRecord>[] = [
  { key: 'title', title: '标题', render: (row) => row.title },
  { key: 'source', title: '来源站点', width: '110px', render: (row) => row.source },
  { key: 'target', title: '目标站点', width: '110px', render: (row) => row.target },
  { key: 'time', title: '转发时间', width: '170px', render: (row) => row.time },
  {
    key: 'status',
    title: '状态',
    width: '80px',
    render: ({ isFailed }) => (
      <Badge appearance="tint" color={isFailed ? 'danger' : 'success'}>
        {isFailed ? '失败' : '成功'}
      </Badge>
    ),
  },
  {
    key: 'sync',
    title: '操作',
    width: '110px',
    align: 'end',
    render: (row) => (
      <Button
        size="small"
        icon={<ArrowSyncRegular />}
        aria-label={`同步 ${row.title}`}
        onClick={() => notify('info', `“${row.title}”是示例，没有同步`)}
      >
        同步
      </Button>
    ),
  },
]

/** 跨站转发的失败和成功记录，固定的示例行。 */
export function ForwardingRecords() {
  const [tab, setTab] = useState<(typeof TABS)[number]['id']>('failed')
  return (
    <DemoPage title="转发记录" text="跨站转发的失败和成功记录，固定的示例行。">
      <Tabs tabs={TABS} selected={tab} onSelect={setTab}>
        <DataTable
          label={tab === 'failed' ? '失败记录' : '成功记录'}
          columns={COLUMNS}
          rows={ROWS.filter((row) => row.isFailed === (tab === 'failed'))}
          rowKey={(row) => row.id}
          rowLabel={(row) => row.title}
        />
      </Tabs>
    </DemoPage>
  )
}
