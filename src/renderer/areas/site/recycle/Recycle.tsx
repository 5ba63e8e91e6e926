import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { useTabChoice } from '#renderer/ui/layout/useTabChoice.ts'
import { DeletedColumns } from './DeletedColumns.tsx'
import { DeletedTemplates } from './DeletedTemplates.tsx'
import type { RecycledSite } from '#shared/contract/site.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { TitleCell } from '#renderer/ui/table/TitleCell.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import type { DeletionInfo } from './columns.tsx'
import { RecycleList } from './RecycleList.tsx'

const COLUMNS: readonly TableColumn<RecycledSite>[] = [
  { key: 'title', title: '站点名称', render: (site) => <TitleCell title={site.title} /> },
  { key: 'symbol', title: '标识符', width: '16%', render: (site) => site.symbol },
]
const deletedOf = (site: RecycledSite): DeletionInfo => ({
  by: site.deletedBy,
  at: site.deleteDate,
  until: site.expireDate,
})
const titleOf = ({ title }: RecycledSite): string => title

/** Sites with their columns, grants and settings. */
function DeletedSites() {
  const list = useListState({ size: 10, name: 'site' })
  const read = useRead('site.recycled', list.input, { quiet: true, keepPrevious: true })
  const { mutateAsync, isPending } = useWrite('site.restore')
  return (
    <RecycleList
      kind="站点"
      list={list}
      read={read}
      columns={COLUMNS}
      deleted={deletedOf}
      rowLabel={titleOf}
      search="搜索站点名称或标识符"
      restore={(ids) => mutateAsync([...ids])}
      busy={isPending}
    />
  )
}

const TABS = [
  { id: 'site', title: '站点' },
  { id: 'column', title: '栏目' },
  { id: 'template', title: '模板' },
] as const

/** Objects deleted in the last 30 days, one tab per kind. Each can be restored completely. */
export function Recycle() {
  const [selected, select] = useTabChoice(TABS)
  return (
    <Page>
      <PageHeader title="回收站" text="删除的站点、栏目和模板保留 30 天，到期后彻底删除；在此之前可以完整还原。" />
      <Tabs tabs={TABS} selected={selected} onSelect={select}>
        {selected === 'site' && <DeletedSites />}
        {selected === 'column' && <DeletedColumns />}
        {selected === 'template' && <DeletedTemplates />}
      </Tabs>
    </Page>
  )
}
