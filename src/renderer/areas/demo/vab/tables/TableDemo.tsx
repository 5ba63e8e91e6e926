import { Badge } from '@fluentui/react-components'
import { DeleteRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { BatchButton } from '#renderer/ui/list/BatchButton.tsx'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useLocalList } from '#renderer/ui/list/useLocalList.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { type Sample, sampleRows } from '#renderer/areas/demo/shared/samples.ts'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const ROWS = sampleRows(47)
const COLUMNS: readonly TableColumn<Sample>[] = [
  { key: 'title', title: '名称', render: (row) => row.title },
  { key: 'owner', title: '负责人', width: '120px', render: (row) => row.owner },
  {
    key: 'status',
    title: '状态',
    width: '90px',
    render: (row) => (
      <Badge appearance="tint" color={row.isStatus ? 'success' : 'informative'}>
        {row.isStatus ? '启用' : '停用'}
      </Badge>
    ),
  },
  { key: 'date', title: '创建时间', width: '180px', render: (row) => row.date },
]

/** 搜索、分页、选择和批量操作。 */
export function TableDemo() {
  const toast = useToast()
  const list = useLocalList({})
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set())
  const { page, size, key } = list.input
  const found = ROWS.filter((row) => row.title.includes(key) && !gone.has(row.id))
  const shown = found.slice((page - 1) * size, page * size)
  return (
    <DemoPage title="表格" text="搜索、分页、选择和批量操作。">
      <ListBody
        label="示例表格"
        list={list}
        read={{
          data: { content: shown, totalElements: found.length },
          error: null,
          isPending: false,
          refetch: () => undefined,
        }}
        columns={COLUMNS}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.title}
        search="搜索名称"
        batch={(keys, clear) => (
          <BatchButton
            keys={keys}
            title="批量删除"
            icon={DeleteRegular}
            onRun={(each) => {
              setGone(new Set([...gone, ...each]))
              toast.success(`已删除 ${each.length} 项（示例）`)
              clear()
            }}
          />
        )}
        onOpen={(row) => toast.info(`打开 ${row.title}`)}
      />
    </DemoPage>
  )
}
