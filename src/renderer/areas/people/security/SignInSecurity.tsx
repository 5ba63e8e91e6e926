import { isSuper } from '#shared/domain/permissions.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { useTabChoice } from '#renderer/ui/layout/useTabChoice.ts'
import { SystemMessagesTab } from './SystemMessagesTab.tsx'
import { SignInLog } from './SignInLog.tsx'
import { SECURITY } from './text.ts'
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
          <MessageBarBody>{SECURITY.readOnly}</MessageBarBody>
        </MessageBar>
      )}
      <RulesForm settings={data} readOnly={!mayChange} />
    </>
  )
}

/** The rules of signing in, and who signed in or tried to. */
export function SignInSecurity() {
  // Its choices are of all sites.
  const [rules, log, messages] = SECURITY.tabs
  const tabs = isSuper(useAuthority()) ? ([rules, log, messages] as const) : ([rules, log] as const)
  const [tab, choose] = useTabChoice(tabs)
  return (
    <Page>
      <PageHeader title={SECURITY.title} text={SECURITY.text} />
      <Tabs tabs={tabs} selected={tab} onSelect={choose}>
        {tab === 'rules' ? <RulesTab /> : tab === 'log' ? <SignInLog /> : <SystemMessagesTab />}
      </Tabs>
    </Page>
  )
}
