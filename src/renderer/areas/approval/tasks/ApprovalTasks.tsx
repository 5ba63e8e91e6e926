import { Button } from '@fluentui/react-components'
import { PersonSwapRegular, SendRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { useTabChoice } from '#renderer/ui/layout/useTabChoice.ts'
import { StandInDialog } from './StandInDialog.tsx'
import { TaskList } from './TaskList.tsx'
import { type Application, APPROVAL_PAGE } from '#shared/contract/approval.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { ApprovalDialog } from '#renderer/features/approval/ApprovalDialog.tsx'
import { useWithdraw } from '#renderer/features/approval/useWithdraw.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { applicationColumns } from './columns.tsx'

/** The approval requests of the signed-in account. */
function MyApplications() {
  const [opened, setOpened] = useState<Application | null>(null)
  const list = useListState({ size: APPROVAL_PAGE, name: 'mine' })
  const read = useRead('approval.mine', list.input, { quiet: true, keepPrevious: true, onFocus: true })
  const withdraw = useWithdraw()
  const columns = useMemo(
    () => applicationColumns({ view: setOpened, withdraw: (application) => void withdraw(application) }),
    [withdraw],
  )
  return (
    <>
      <ListBody
        label="我的申请"
        list={list}
        read={read}
        columns={columns}
        rowKey={(row) => row.instanceId}
        rowLabel={(row) => row.title}
        search="搜索标题"
        empty={
          <EmptyState
            icon={SendRegular}
            title="还没有申请"
            text="在启用审批的栏目中保存并发布内容后，可在“我的申请”中查看审批进度。"
          />
        }
        onOpen={setOpened}
      />
      {opened && <ApprovalDialog of={{ instanceId: opened.instanceId }} readOnly onClose={() => setOpened(null)} />}
    </>
  )
}

/** Waiting tasks (state 0), finished tasks (state 1) and the account's own requests (B·§2). */
export function ApprovalTasks() {
  const [tab, setTab] = useTabChoice([
    { id: 'waiting', title: '待审批' },
    { id: 'done', title: '已审批' },
    { id: 'mine', title: '我的申请' },
  ])
  const [isStandInOpen, setIsStandInOpen] = useState(false)
  return (
    <Page>
      <PageHeader
        title="待审批列表"
        actions={
          <Button icon={<PersonSwapRegular />} onClick={() => setIsStandInOpen(true)}>
            我的代理人
          </Button>
        }
      />
      <Tabs
        tabs={[
          { id: 'waiting', title: '待审批' },
          { id: 'done', title: '已审批' },
          { id: 'mine', title: '我的申请' },
        ]}
        selected={tab}
        onSelect={setTab}
      >
        {tab === 'waiting' && <TaskList key={0} state={0} />}
        {tab === 'done' && <TaskList key={1} state={1} />}
        {tab === 'mine' && <MyApplications />}
      </Tabs>
      {isStandInOpen && <StandInDialog onClose={() => setIsStandInOpen(false)} />}
    </Page>
  )
}
