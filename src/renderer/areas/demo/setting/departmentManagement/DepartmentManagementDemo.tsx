import { makeStyles } from '@fluentui/react-components'
import { type MockDepartment, mockDepartments } from '#shared/mock/samples.ts'
import { useMemo } from 'react'
import { TreeTable } from '#renderer/ui/table/TreeTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { useTreeState } from '#renderer/ui/table/useTreeState.ts'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const useStyles = makeStyles({ tree: { display: 'flex', flexDirection: 'column', height: '420px' } })
const NONE: readonly MockDepartment[] = []
const COLUMNS: readonly TableColumn<MockDepartment>[] = [
  { key: 'name', title: '名称', render: (row) => row.name },
  { key: 'parent', title: '上级', width: '140px', render: (row) => row.parentName || '无' },
  { key: 'order', title: '排序', width: '80px', render: (row) => row.order },
  { key: 'time', title: '创建时间', width: '180px', render: (row) => row.createTime },
]

/** 部门的树，与模拟接口的数据相同。 */
export function DepartmentManagementDemo() {
  const styles = useStyles()
  const rows = useMemo(() => mockDepartments(), [])
  const tree = useTreeState({ initially: 'expanded' })
  return (
    <DemoPage title="部门管理" text="部门的树，与模拟接口的数据相同。">
      <div className={styles.tree}>
        <TreeTable
          label="部门"
          columns={COLUMNS}
          rows={rows}
          childrenOf={(row) => row.children ?? NONE}
          rowKey={(row) => row.id}
          rowLabel={(row) => row.name}
          tree={tree}
        />
      </div>
    </DemoPage>
  )
}
