import { FormRegular } from '@fluentui/react-icons'
import type { Column } from '#shared/contract/column.ts'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import type { Authority } from '#shared/domain/permissions.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { useTabChoice } from '#renderer/ui/layout/useTabChoice.ts'
import { useSiteChoice } from '#renderer/features/sites/useSiteChoice.ts'
import { ClueTab } from './ClueTab.tsx'

/** What visitors sent (B·§2 Clue/form data): a tab for each column marked as clue. */
export function Clues() {
  const [siteId, choose] = useSiteChoice()
  return (
    <Page>
      <PageHeader
        title="线索数据"
        text="访客在网站上提交的内容；在“栏目管理”中打开“线索栏目”的栏目在这里各占一页。"
        actions={<SiteSelect value={siteId} onChange={choose} />}
      />
      {siteId > 0 && <OfSite key={siteId} siteId={siteId} />}
    </Page>
  )
}

function OfSite({ siteId }: { siteId: number }) {
  const who = useAuthority()
  const read = useRead('column.getTree', { siteId, showHiddenMenu: true }, { quiet: true })
  if (read.error) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <LoadingState label="正在读取栏目…" />
  const [first, ...others] = clueColumns(read.data, who)
  if (!first)
    return (
      <EmptyState
        icon={FormRegular}
        title="这个站点没有线索栏目"
        text="在“栏目管理”中编辑栏目，打开“线索栏目”，它的内容就会显示在这里。"
      />
    )
  return <OfColumns columns={[first, ...others]} />
}

const tabOf = ({ id, title }: Column) => ({ id: String(id), title })

function OfColumns({ columns: [first, ...others] }: { columns: [Column, ...Column[]] }) {
  const [tab, choose] = useTabChoice([tabOf(first), ...others.map(tabOf)])
  const column = others.find(({ id }) => String(id) === tab) ?? first
  return (
    <Tabs tabs={[first, ...others].map(tabOf)} selected={tab} onSelect={choose}>
      <ClueTab key={column.id} column={column} />
    </Tabs>
  )
}

const holdsContent = ({ menuType }: Column): boolean =>
  menuType === COLUMN_TYPE.list || menuType === COLUMN_TYPE.article

/** B·§2: the columns marked as clue whose content the person may read, in the order of the tree; plain ones have none. */
const clueColumns = (tree: readonly Column[], who: Authority): Column[] =>
  tree.flatMap((column) => [
    ...(column.clue && holdsContent(column) && contentRefusal(who, column, 'read') === null ? [column] : []),
    ...clueColumns(column.child, who),
  ])
