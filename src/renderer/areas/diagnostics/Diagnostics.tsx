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

const useStyles = makeStyles({
  root: { height: '100%', backgroundColor: tokens.colorNeutralBackground3, outline: 'none' },
})

const TABS = [
  { id: 'log', title: '日志' },
  { id: 'running', title: '运行状况' },
  { id: 'crashes', title: '崩溃报告' },
  { id: 'package', title: '诊断包' },
  { id: 'selfTest', title: '自检' },
] as const

/** The program's log, state and crash reports. Works without a sign-in, because the problem may prevent it. */
export function Diagnostics() {
  const styles = useStyles()
  const navigate = useNavigate()
  const [tab, setTab] = useTabChoice(TABS)
  return (
    <main className={styles.root} tabIndex={-1}>
      <Page>
        <PageHeader
          title="日志与诊断"
          text="程序的运行记录，仅保存在本机"
          actions={
            <>
              <Button icon={<InfoRegular />} onClick={() => void navigate('/about')}>
                关于站匠
              </Button>
              <Button icon={<ArrowLeftRegular />} onClick={() => void navigate('/')}>
                返回
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
