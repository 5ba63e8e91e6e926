import { LockClosedRegular } from '@fluentui/react-icons'
import { useMemo } from 'react'
import type { OutputOf } from '#shared/contract/registry.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { EmptyState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { TitleCell } from '#renderer/ui/table/TitleCell.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import type { DeletionInfo } from './columns.tsx'
import { RecycleList } from './RecycleList.tsx'

type DeletedColumn = OutputOf<'column.recycled'>['content'][number]

const SYSTEM_COLUMNS = '系统栏目'
const columnsOf = (siteTitle: (id: number) => string): TableColumn<DeletedColumn>[] => [
  { key: 'title', title: '栏目名称', render: (column) => <TitleCell title={column.title} /> },
  { key: 'site', title: '所属站点', width: '15%', render: (column) => siteTitle(column.siteId) },
  {
    key: 'total',
    title: '下级栏目',
    width: '88px',
    align: 'center',
    render: (column) => (column.total > 1 ? column.total - 1 : '—'),
  },
]
const deletedOf = (column: DeletedColumn): DeletionInfo => ({
  by: column.username,
  at: column.createDate,
  until: column.expireDate,
})
const titleOf = ({ title }: DeletedColumn): string => title

/** Deleted columns with their descendants; visible to super administrators only. */
export function DeletedColumns() {
  const session = useSession()
  if (!session) return <LoadingState />
  if (!isSuper(session)) {
    return <EmptyState icon={LockClosedRegular} title="没有权限" text="只有超级管理员可以查看和还原回收站中的栏目" />
  }
  return <ColumnList />
}

function ColumnList() {
  const list = useListState({ size: 10, name: 'column' })
  const read = useRead('column.recycled', list.input, { quiet: true, keepPrevious: true })
  const sites = useRead('site.page', { page: 1, size: 200 }, { quiet: true }).data
  const { mutateAsync, isPending } = useWrite('column.restore')
  const columns = useMemo(() => {
    const titles = new Map(sites?.content.map((site) => [site.id, site.title]))
    return columnsOf((id) => (id === 0 ? SYSTEM_COLUMNS : (titles.get(id) ?? `编号 ${id}`)))
  }, [sites])
  return (
    <RecycleList
      kind="栏目"
      list={list}
      read={read}
      columns={columns}
      deleted={deletedOf}
      rowLabel={titleOf}
      search="搜索栏目名称"
      restore={(ids) => mutateAsync([...ids])}
      busy={isPending}
    />
  )
}
