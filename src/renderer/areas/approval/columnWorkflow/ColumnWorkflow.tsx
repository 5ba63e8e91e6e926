import { useCallback, useMemo, useState } from 'react'
import type { Column } from '#shared/contract/column.ts'
import { columnRefusal } from '#shared/domain/columnAccess.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { NoSite } from '#renderer/features/sites/noSite.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { useSiteChoice } from '#renderer/features/sites/useSiteChoice.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { Page, PageHeader, Toolbar } from '#renderer/ui/layout/Page.tsx'
import { TreeButtons } from '#renderer/ui/table/TreeButtons.tsx'
import { TreeTable } from '#renderer/ui/table/TreeTable.tsx'
import { useTreeState } from '#renderer/ui/table/useTreeState.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { columnsOf, type LinkActions } from './columns.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { readWorkflowLink } from '#shared/contract/columnEdit.ts'
import { call } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import { useWrite } from '#renderer/data/useWrite.ts'

/** Disables the workflow of a column at once (B·§4, type 0). The server answers with the text 已取消. */
function useDisableWorkflow(): (column: Column) => Promise<void> {
  const { mutateAsync: save } = useWrite('column.saveWorkFlow', { quiet: true })
  return useCallback(
    async ({ id }) => {
      try {
        const { relationWorkFlow, version } = (await call('column.findByPost', { id })).data
        const link = readWorkflowLink(relationWorkFlow)
        const text = link ? JSON.stringify({ ...link, status: false }) : ''
        await save({ id, relationWorkFlow: text, version })
      } catch (error) {
        showError(error)
      }
    },
    [save],
  )
}

const childrenOf = (column: Column): readonly Column[] => column.child
const keyOf = ({ id }: Column): number => id
const titleOf = ({ title }: Column): string => title

/** Assigns workflows to the columns of a site, so that their content needs approval (B·§2). */
export function ColumnWorkflow() {
  const [siteId, setSiteId] = useSiteChoice()
  const [linkedColumn, setLinkedColumn] = useState<Column | null>(null)
  useTabOpen('ColumnWorkflow', linkedColumn, setLinkedColumn)
  const who = useAuthority()
  const tree = useTreeState({ initially: 'expanded' })
  const input = { siteId, showHiddenMenu: true }
  const read = useRead('column.getTree', input, { quiet: true, enabled: siteId > 0, onFocus: true })
  const disableWorkflow = useDisableWorkflow()
  const actions = useMemo<LinkActions>(
    () => ({
      refusal: (column) => columnRefusal(who, column, 'attributes'),
      changeLink: (column, type) => (type === 0 ? void disableWorkflow(column) : setLinkedColumn(column)),
    }),
    [who, disableWorkflow],
  )
  const columns = useMemo(() => columnsOf(actions), [actions])
  return (
    <Page>
      <PageHeader title="栏目审批设置" text="启用后，栏目内容须经审批同意才能发布。" />
      <Toolbar end={<TreeButtons tree={tree} />}>
        <SiteSelect value={siteId} onChange={setSiteId} />
      </Toolbar>
      <TreeTable
        key={siteId}
        label="栏目审批设置"
        columns={columns}
        rows={siteId === 0 ? [] : read.error ? undefined : read.data}
        childrenOf={childrenOf}
        rowKey={keyOf}
        rowLabel={titleOf}
        read={read}
        tree={tree}
        empty={
          siteId === 0 ? (
            <NoSite />
          ) : (
            <EmptyState title="该站点还没有栏目" text="请先在“栏目管理”中新增栏目，或选择其他站点。" />
          )
        }
      />
      {linkedColumn && <LinkDialog column={linkedColumn} onClose={() => setLinkedColumn(null)} />}
    </Page>
  )
}
