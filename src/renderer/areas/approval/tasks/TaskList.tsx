import { Switch } from '@fluentui/react-components'
import { CheckmarkRegular, ClipboardCheckmarkRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import { type ApprovalTask, APPROVAL_PAGE } from '#shared/contract/approval.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useRefresh } from '#renderer/data/useRefresh.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { ApprovalDialog } from '#renderer/features/approval/ApprovalDialog.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { BatchButton } from '#renderer/ui/list/BatchButton.tsx'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { taskColumns, titleOf } from './columns.tsx'

interface OpenedTask {
  taskId: number
  readOnly: boolean
}

/** The tasks of one tab (B·§2), 20 on a page (B·§9). */
export function TaskList({ state }: { state: 0 | 1 }) {
  const [opened, setOpened] = useState<OpenedTask | null>(null)
  useTabOpen('TaskList', opened, setOpened)
  const isSuperAdmin = isSuper(useAuthority())
  const filters = { siteId: 0, seeAll: false }
  const list = useListState({ size: APPROVAL_PAGE, filters, name: state === 0 ? 'waiting' : 'done' })
  const { page: pageIndex, size: pageSize, key, siteId, seeAll } = list.input
  const input = { pageSize, pageIndex, key, state, seeAll: isSuperAdmin && seeAll, siteId }
  const read = useRead('approval.taskList', input, { quiet: true, keepPrevious: true, onFocus: true })
  const agreeMany = useAgreeMany()
  const columns = useMemo(
    () =>
      taskColumns(state, {
        approve: ({ taskId }) => setOpened({ taskId, readOnly: false }),
        view: ({ taskId }) => setOpened({ taskId, readOnly: true }),
      }),
    [state],
  )
  const open = ({ taskId, approveType }: ApprovalTask): void => setOpened({ taskId, readOnly: approveType !== 1 })
  return (
    <>
      <ListBody
        label={state === 0 ? '待审批' : '已审批'}
        list={list}
        read={read}
        columns={columns}
        rowKey={(row) => row.taskId}
        rowLabel={titleOf}
        search="搜索标题"
        filters={
          <>
            <SiteSelect value={siteId} zero="全部站点" onChange={(site) => list.setFilter('siteId', site)} />
            {isSuperAdmin && (
              <Switch
                label={state === 0 ? '查看所有人的待审批' : '查看所有人的已审批'}
                checked={seeAll}
                onChange={(_event, data) => list.setFilter('seeAll', data.checked)}
              />
            )}
          </>
        }
        {...(state === 0
          ? {
              batch: (keys: readonly number[], clear: () => void) => (
                <BatchButton
                  keys={keys}
                  title="批量同意"
                  icon={CheckmarkRegular}
                  onRun={(ids) => void agreeMany(ids, clear)}
                />
              ),
            }
          : {})}
        empty={
          <EmptyState
            icon={ClipboardCheckmarkRegular}
            title={state === 0 ? '没有待审批的内容' : '还没有审批记录'}
            text={state === 0 ? '需要您审批的内容会显示在“待审批”中' : '您同意或拒绝的内容会显示在“已审批”中'}
          />
        }
        onOpen={open}
      />
      {opened && (
        <ApprovalDialog of={{ taskId: opened.taskId }} readOnly={opened.readOnly} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

/** Approves several tasks after a confirmation, all or none. */
function useAgreeMany(): (ids: readonly number[], clear: () => void) => Promise<void> {
  const confirm = useConfirm()
  const refresh = useRefresh()
  const { mutateAsync } = useWrite('approval.agreeMany')
  return async (ids, clear) => {
    if (!(await confirm({ title: `同意 ${ids.length} 个审批任务`, text: '确认同意审批？' }))) return
    try {
      const idList = ids.map((id) => ({ id }))
      if ((await mutateAsync({ idList, approveResult: '' })).code === SUCCESS) clear()
    } catch {
      // useWrite has shown the error. One of the tasks is no longer open, so the list is read again.
      clear()
      refresh('approval.taskList', 'approval.taskingCount')
    }
  }
}
