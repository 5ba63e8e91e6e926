import { isSuper } from '#shared/domain/permissions.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { useTabChoice } from '#renderer/ui/layout/useTabChoice.ts'
import { SystemMessagesTab } from './SystemMessagesTab.tsx'
import { SignInLog } from './SignInLog.tsx'
import { MessageBar, MessageBarBody } from '@fluentui/react-components'
import { useRead } from '#renderer/data/useRead.ts'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { RulesForm } from './RulesForm.tsx'

function RulesTab() {
  const { data, error, refetch } = useRead('security.settings', {}, { quiet: true })
  const mayChange = isSuper(useAuthority())
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  return (
    <>
      {!mayChange && (
        <MessageBar>
          <MessageBarBody>只有超级管理员可以修改规则</MessageBarBody>
        </MessageBar>
      )}
      <RulesForm settings={data} readOnly={!mayChange} />
    </>
  )
}

const TABS = [
  { id: 'rules', title: '规则' },
  { id: 'log', title: '登录日志' },
  { id: 'messages', title: '系统消息' },
] as const

/** The sign-in rules, the log of sign-ins and attempts, and the channels of system messages. */
export function SignInSecurity() {
  // 系统消息 offers the channels of all sites, so only super administrators see it.
  const [rules, log, messages] = TABS
  const tabs = isSuper(useAuthority()) ? ([rules, log, messages] as const) : ([rules, log] as const)
  const [tab, choose] = useTabChoice(tabs)
  return (
    <Page>
      <PageHeader title="登录安全" text="密码、锁定、登录时长和登录地址的规则。未修改时使用系统默认规则。" />
      <Tabs tabs={tabs} selected={tab} onSelect={choose}>
        {tab === 'rules' ? <RulesTab /> : tab === 'log' ? <SignInLog /> : <SystemMessagesTab />}
      </Tabs>
    </Page>
  )
}
