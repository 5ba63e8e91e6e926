import { FlowRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import type { Workflow } from '#shared/contract/workflow.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { SiteRecordsScreen } from '#renderer/features/sites/SiteRecordsScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import { columnsOf, type WorkflowActions } from './columns.tsx'
import { FlowDialog } from './FlowDialog.tsx'
import { WorkflowDialog } from './WorkflowDialog.tsx'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'

type Opened = { dialog: 'edit'; workflow: Workflow | null } | { dialog: 'flow'; workflow: Workflow }

/** The approval workflows of a site (B·§2). */
export function WorkflowList() {
  const [opened, setOpened] = useState<Opened | null>(null)
  useTabOpen('WorkflowList', opened, setOpened)
  const list = useListState({ filters: { siteId: useCurrentSite() } })
  const { siteId } = list.filters
  const read = useRead('workflow.list', list.input, { quiet: true, keepPrevious: true, enabled: siteId > 0 })
  const remove = useRemoveRows('workflow.deleteByIdList')
  const actions = useMemo<WorkflowActions>(
    () => ({
      edit: (workflow) => setOpened({ dialog: 'edit', workflow }),
      editFlow: (workflow) => setOpened({ dialog: 'flow', workflow }),
      remove: ({ id, title }) => void remove([id], `删除审批流程“${title}”`),
    }),
    [remove],
  )
  const columns = useMemo(() => columnsOf(actions), [actions])
  const close = (): void => setOpened(null)
  return (
    <SiteRecordsScreen
      title="审批流程"
      list={list}
      read={read}
      columns={columns}
      rowLabel={(row) => row.title}
      search="搜索标题、备注"
      add={{ title: '新增', run: () => setOpened({ dialog: 'edit', workflow: null }) }}
      empty={{
        icon: FlowRegular,
        title: '该站点还没有审批流程',
        text: '点击“新增”添加流程，在“流程设置”中添加审批节点，再在“栏目审批设置”中为栏目启用。',
      }}
      onOpen={actions.edit}
      onRowKey={editRemoveKeys(actions)}
    >
      {opened?.dialog === 'edit' && <WorkflowDialog workflow={opened.workflow} siteId={siteId} onClose={close} />}
      {opened?.dialog === 'flow' && <FlowDialog workflow={opened.workflow} onClose={close} />}
    </SiteRecordsScreen>
  )
}
