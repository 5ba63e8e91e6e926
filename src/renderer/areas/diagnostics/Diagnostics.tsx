import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowLeftRegular, InfoRegular } from '@fluentui/react-icons'
import { useNavigate } from 'react-router-dom'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { useTabChoice } from '#renderer/ui/layout/useTabChoice.ts'
import { Crashes } from './Crashes.tsx'
import { LogViewer } from './log/LogViewer.tsx'
import { DiagnosticPackage } from './DiagnosticPackage.tsx'
import { RunningProcesses } from './RunningProcesses.tsx'
import { SelfTest } from './SelfTest.tsx'
import { DIAGNOSTICS } from './text.ts'

const useStyles = makeStyles({
  root: { height: '100%', backgroundColor: tokens.colorNeutralBackground3, outline: 'none' },
})

const TABS = [
  { id: 'log', title: DIAGNOSTICS.tabs.log },
  { id: 'running', title: DIAGNOSTICS.tabs.running },
  { id: 'crashes', title: DIAGNOSTICS.tabs.crashes },
  { id: 'package', title: DIAGNOSTICS.tabs.package },
  { id: 'selfTest', title: DIAGNOSTICS.tabs.selfTest },
] as const

/** What the program knows of itself; open to who is not signed in, because something may keep him from it. */
export function Diagnostics() {
  const styles = useStyles()
  const navigate = useNavigate()
  const [tab, setTab] = useTabChoice(TABS)
  return (
    <main className={styles.root} tabIndex={-1}>
      <Page>
        <PageHeader
          title={DIAGNOSTICS.title}
          text={DIAGNOSTICS.intro}
          actions={
            <>
              <Button icon={<InfoRegular />} onClick={() => void navigate('/about')}>
                {DIAGNOSTICS.about}
              </Button>
              <Button icon={<ArrowLeftRegular />} onClick={() => void navigate('/')}>
                {DIAGNOSTICS.back}
              </Button>
            </>
          }
        />
        <Tabs tabs={TABS} selected={tab} onSelect={setTab}>
          {tab === 'log' && <LogViewer />}
          {tab === 'running' && <RunningProcesses />}
          {tab === 'crashes' && <Crashes />}
          {tab === 'package' && <DiagnosticPackage />}
          {tab === 'selfTest' && <SelfTest />}
        </Tabs>
      </Page>
    </main>
  )
}
