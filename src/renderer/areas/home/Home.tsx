import { makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { greeting } from '#shared/domain/greeting.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { QuickEntries } from './QuickEntries.tsx'
import { Sites } from './Sites.tsx'
import { Workspaces } from './Workspaces.tsx'

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(280px, 1fr)',
    gap: tokens.spacingVerticalL,
    alignItems: 'start',
    '@media (max-width: 1000px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
})

const today = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'full' })

/** A·§9, C·§2: the greeting, and where work goes on from. */
export function Home() {
  const styles = useStyles()
  const session = useSession()
  const [now] = useState(() => new Date())
  return (
    <Page>
      <PageHeader title={`${greeting(now.getHours())}，${session?.username ?? ''}`} text={today.format(now)} />
      <QuickEntries />
      <div className={styles.grid}>
        <Workspaces />
        <Sites />
      </div>
    </Page>
  )
}
