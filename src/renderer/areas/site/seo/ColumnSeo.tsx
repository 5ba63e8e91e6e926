import { useMemo, useState } from 'react'
import type { Column } from '#shared/contract/column.ts'
import { columnRefusal } from '#shared/domain/columnAccess.ts'
import type { Authority } from '#shared/domain/permissions.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { ColumnTypeTag } from '#renderer/features/columns/ColumnTypeTag.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { ColumnSeoDialog } from '#renderer/features/seo/ColumnSeoDialog.tsx'
import { TreeButtons } from '#renderer/ui/table/TreeButtons.tsx'
import { TreeTable } from '#renderer/ui/table/TreeTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { useTreeState } from '#renderer/ui/table/useTreeState.ts'
import { useSiteChoice } from '#renderer/features/sites/useSiteChoice.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { SeoButton } from './SeoButton.tsx'

/** A·§2: only columns with a front list or detail page have SEO settings. */
const hasPages = ({ frontListUrl, frontDetailUrl }: Column): boolean =>
  frontListUrl.length > 0 || frontDetailUrl.length > 0

const columnsOf = (who: Authority, open: (column: Column) => void): TableColumn<Column>[] => [
  { key: 'title', title: '栏目名称', render: (row) => row.title },
  { key: 'type', title: '类型', width: '96px', render: (row) => <ColumnTypeTag menuType={row.menuType} /> },
  { key: 'seoTitle', title: 'SEO 标题', width: '18%', render: (row) => row.seoTitle || '—' },
  { key: 'seoKeywords', title: 'SEO 关键词', width: '16%', render: (row) => row.seoKeywords || '—' },
  { key: 'seoDescription', title: 'SEO 描述', width: '18%', render: (row) => row.seoDescription || '—' },
  {
    key: 'actions',
    title: '操作',
    width: '108px',
    align: 'end',
    render: (row) =>
      hasPages(row) ? (
        <SeoButton name={row.title} refusal={columnRefusal(who, row, 'edit')} onClick={() => open(row)} />
      ) : null,
  },
]

const childrenOf = (column: Column): readonly Column[] => column.child
const keyOf = ({ id }: Column): number => id
const titleOf = ({ title }: Column): string => title

/** The column tab: the tree of a site's columns, each with its type. */
export function ColumnSeo() {
  const [siteId, choose] = useSiteChoice()
  const [opened, setOpened] = useState<Column | null>(null)
  useTabOpen('ColumnSeo', opened, setOpened)
  const who = useAuthority()
  const tree = useTreeState({ initially: 'expanded' })
  const read = useRead('column.getTree', { siteId, showHiddenMenu: true }, { quiet: true, enabled: siteId > 0 })
  const columns = useMemo(() => columnsOf(who, setOpened), [who])
  const open = (row: Column): void => {
    if (hasPages(row) && columnRefusal(who, row, 'edit') === null) setOpened(row)
  }
  return (
    <>
      <Toolbar end={<TreeButtons tree={tree} />}>
        <SiteSelect value={siteId} onChange={choose} />
      </Toolbar>
      <TreeTable
        key={siteId}
        label="栏目SEO"
        columns={columns}
        rows={siteId === 0 ? [] : read.data}
        childrenOf={childrenOf}
        rowKey={keyOf}
        rowLabel={titleOf}
        read={read}
        tree={tree}
        onOpen={open}
        empty={<EmptyState title="该站点还没有栏目" text="请先在“栏目管理”中新增栏目，或选择其他站点。" />}
      />
      {opened && <ColumnSeoDialog column={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
