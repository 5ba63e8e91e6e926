import { Button } from '@fluentui/react-components'
import { PersonSwapRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { TASKS } from '#renderer/areas/approval/text.ts'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { useTabChoice } from '#renderer/ui/layout/useTabChoice.ts'
import { MyApplications } from './MyApplications.tsx'
import { StandInDialog } from './StandInDialog.tsx'
import { TaskList } from './TaskList.tsx'

/** B·§2: what waits (state 0), what was carried out (state 1), and one's own applications. */
export function ApprovalTasks() {
  const [tab, choose] = useTabChoice([
    { id: 'waiting', title: TASKS.waiting },
    { id: 'done', title: TASKS.done },
    { id: 'mine', title: TASKS.mine },
  ])
  const [standIn, setStandIn] = useState(false)
  return (
    <Page>
      <PageHeader
        title="待审批列表"
        actions={
          <Button icon={<PersonSwapRegular />} onClick={() => setStandIn(true)}>
            {TASKS.standIn}
          </Button>
        }
      />
      <Tabs
        tabs={[
          { id: 'waiting', title: TASKS.waiting },
          { id: 'done', title: TASKS.done },
          { id: 'mine', title: TASKS.mine },
        ]}
        selected={tab}
        onSelect={choose}
      >
        {tab === 'waiting' && <TaskList key={0} state={0} />}
        {tab === 'done' && <TaskList key={1} state={1} />}
        {tab === 'mine' && <MyApplications />}
      </Tabs>
      {standIn && <StandInDialog onClose={() => setStandIn(false)} />}
    </Page>
  )
}
