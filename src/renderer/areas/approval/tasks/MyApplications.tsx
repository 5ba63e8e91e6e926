import { SendRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import { APPROVAL_PAGE, type Application } from '#shared/contract/approval.ts'
import { TASKS } from '#renderer/areas/approval/text.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { ApprovalDialog } from '#renderer/features/approval/ApprovalDialog.tsx'
import { useWithdraw } from '#renderer/features/approval/useWithdraw.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { applicationColumns } from './columns.tsx'

/** What the one who is signed in has applied for. */
export function MyApplications() {
  const [opened, setOpened] = useState<Application | null>(null)
  const list = useListState({ size: APPROVAL_PAGE, name: 'mine' })
  const read = useRead('approval.mine', list.input, { quiet: true, keepPrevious: true, onFocus: true })
  const withdraw = useWithdraw()
  const columns = useMemo(
    () => applicationColumns({ look: setOpened, withdraw: (application) => void withdraw(application) }),
    [withdraw],
  )
  return (
    <>
      <ListBody
        label={TASKS.mine}
        list={list}
        read={read}
        columns={columns}
        rowKey={(row) => row.instanceId}
        rowLabel={(row) => row.title}
        search={TASKS.search}
        empty={<EmptyState icon={SendRegular} title={TASKS.nothingMine} text={TASKS.nothingMineText} />}
        onOpen={setOpened}
      />
      {opened && <ApprovalDialog of={{ instanceId: opened.instanceId }} readOnly onClose={() => setOpened(null)} />}
    </>
  )
}
