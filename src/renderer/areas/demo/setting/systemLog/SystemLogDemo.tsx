import { Badge } from '@fluentui/react-components'
import { MOCK_LOGS, type MockLog } from '#shared/mock/samples.ts'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useLocalList } from '#renderer/ui/list/useLocalList.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const COLUMNS: readonly TableColumn<MockLog>[] = [
  { key: 'account', title: '账号', width: '120px', render: (row) => row.account },
  { key: 'type', title: '操作', render: (row) => row.type },
  {
    key: 'result',
    title: '结果',
    width: '90px',
    render: (row) => (
      <Badge appearance="tint" color={row.executeResult === '成功' ? 'success' : 'danger'}>
        {row.executeResult}
      </Badge>
    ),
  },
  { key: 'ip', title: 'IP', width: '130px', render: (row) => row.ip },
  { key: 'time', title: '时间', width: '180px', render: (row) => row.datetime },
]

/** 与模拟接口 /systemLog/getList 相同的日志。 */
export function SystemLogDemo() {
  const list = useLocalList({})
  const { page, size, key } = list.input
  const found = MOCK_LOGS.filter(({ account }) => account.includes(key))
  const shown = found.slice((page - 1) * size, page * size)
  return (
    <DemoPage title="系统日志" text="与模拟接口 /systemLog/getList 相同的日志。">
      <ListBody
        label="系统日志"
        list={list}
        read={{
          data: { content: shown, totalElements: found.length },
          error: null,
          isPending: false,
          refetch: () => undefined,
        }}
        columns={COLUMNS}
        rowKey={(row) => row.id}
        search="搜索账号"
      />
    </DemoPage>
  )
}
