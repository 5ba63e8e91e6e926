import { useMemo } from 'react'
import type { MenuInfo as Info } from '#shared/contract/menuInfo.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { useSiteChoice } from '#renderer/features/sites/useSiteChoice.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { Page, PageHeader, Toolbar } from '#renderer/ui/layout/Page.tsx'
import { TreeButtons } from '#renderer/ui/table/TreeButtons.tsx'
import { TreeTable } from '#renderer/ui/table/TreeTable.tsx'
import { useTreeState } from '#renderer/ui/table/useTreeState.ts'
import { COLUMNS } from './columns.tsx'

const keyOf = ({ id }: Info): number => id
const titleOf = ({ title }: Info): string => title

/** 菜单信息: settings and numbers of entries of every menu of a site (A·§2 names only the menu entry). */
export function MenuInfo() {
  const [siteId, choose] = useSiteChoice()
  const tree = useTreeState({ initially: 'expanded' })
  const read = useRead('menuInfo.list', { siteId }, { quiet: true, enabled: siteId > 0 })
  const { data } = read
  const below = useMemo(() => {
    const ids = new Set(data?.map(({ id }) => id))
    return Map.groupBy(data ?? [], ({ parentId }) => (ids.has(parentId) ? parentId : 0))
  }, [data])
  return (
    <Page>
      <PageHeader title="菜单信息" text="集中查看站点各菜单的地址、模板、显示位置和内容数量；在“栏目管理”中修改。" />
      <Toolbar end={<TreeButtons tree={tree} />}>
        <SiteSelect value={siteId} onChange={choose} />
      </Toolbar>
      <TreeTable
        key={siteId}
        label="菜单信息"
        columns={COLUMNS}
        rows={siteId === 0 ? [] : data && (below.get(0) ?? [])}
        childrenOf={(row) => below.get(row.id) ?? []}
        rowKey={keyOf}
        rowLabel={titleOf}
        read={read}
        tree={tree}
        empty={<EmptyState title="该站点还没有菜单" text="请先在“栏目管理”中新增栏目，或选择其他站点。" />}
      />
    </Page>
  )
}
