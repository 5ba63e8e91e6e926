import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { useTabChoice } from '#renderer/ui/layout/useTabChoice.ts'
import { RulesTab } from './RulesTab.tsx'
import { SignInLog } from './SignInLog.tsx'
import { SECURITY } from './text.ts'

/** The rules of signing in, and who signed in or tried to. */
export function SignInSecurity() {
  const [tab, choose] = useTabChoice(SECURITY.tabs)
  return (
    <Page>
      <PageHeader title={SECURITY.title} text={SECURITY.text} />
      <Tabs tabs={SECURITY.tabs} selected={tab} onSelect={choose}>
        {tab === 'rules' ? <RulesTab /> : <SignInLog />}
      </Tabs>
    </Page>
  )
}
