import { DocumentMultipleRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { columnsOf, type LinkedTemplate } from './columns.tsx'
import { RelationDialog } from './RelationDialog.tsx'

/** A·§2: which sites use which template. */
export function TemplateRelation() {
  const [opened, setOpened] = useState<LinkedTemplate | null>(null)
  const list = useListState({ size: 10 })
  const read = useRead('templateSite.page', list.input, { quiet: true, keepPrevious: true })
  const columns = useMemo(() => columnsOf(setOpened), [])
  return (
    <ListScreen
      title="站点模板关联"
      text="一个模板可以关联多个站点；站点的页面由它关联的模板生成。"
      list={list}
      read={read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.name}
      search="搜索名称或标识"
      onOpen={setOpened}
      onRowKey={(row, event) => event.key === 'F2' && setOpened(row)}
      empty={
        <EmptyState icon={DocumentMultipleRegular} title="还没有模板" text="先在“模板列表”中新增，再在这里关联站点。" />
      }
    >
      {opened && <RelationDialog template={opened} onClose={() => setOpened(null)} />}
    </ListScreen>
  )
}
