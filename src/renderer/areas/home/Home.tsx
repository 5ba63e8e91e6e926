import { Button, CounterBadge, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components'
import { AppsSettingsRegular } from '@fluentui/react-icons'
import { type ReactNode, useState } from 'react'
import type { Overview } from '#shared/contract/home.ts'
import { greeting } from '#shared/domain/greeting.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { useTaskCount } from '#renderer/features/approval/useTaskCount.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { lazyComponent } from '#renderer/ui/lazy/lazyComponent.tsx'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { useOpenScreen } from '#renderer/ui/page/navigation.ts'
import { Drafts } from './Drafts.tsx'
import { Published } from './Published.tsx'
import { QuickEntries } from './QuickEntries.tsx'
import { Recent } from './Recent.tsx'
import { ServerCard } from './ServerCard.tsx'
import { Sites } from './Sites.tsx'
import { HOME } from './text.ts'
import { type CardId, useHomeCards } from './useHomeCards.ts'
import { usualCards } from './usualCards.ts'
import { Workspaces } from './Workspaces.tsx'

/** Apart, as everybody waits for the home page after signing in, and dialogs bring much along. */
const ArrangeDialog = lazyComponent(async () => (await import('./ArrangeDialog.tsx')).ArrangeDialog)

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: tokens.spacingVerticalL,
    '@media (max-width: 1000px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  // Cards beside each other end at the same height.
  cell: { display: 'grid', minWidth: 0 },
  wide: { gridColumn: '1 / -1' },
  tasks: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
})

const today = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'full' })
/** Cards as wide as the page. */
const WIDE: ReadonlySet<CardId> = new Set(['tasks', 'quick', 'server'])
const NONE: Overview = { recent: [], drafts: [], draftCount: 0, published: [], stale: [], server: null }

/** A·§9, C·§2: the greeting, what waits, how the server is, and where work goes on from. */
export function Home() {
  const styles = useStyles()
  const session = useSession()
  const siteId = useCurrentSite()
  const [now] = useState(() => new Date())
  const [arranging, setArranging] = useState(false)
  const cards = useHomeCards(usualCards(useAuthority()))
  const { data, error, refetch } = useRead('home.overview', {}, { quiet: true, onFocus: true })
  const told = {
    data: data ?? NONE,
    isPending: !data && !error,
    error: data ? null : error,
    retry: () => void refetch(),
  }
  const draw: Record<CardId, ReactNode> = {
    tasks: <WaitingTasks />,
    quick: <QuickEntries siteId={siteId} lately={[...told.data.recent, ...told.data.drafts]} />,
    recent: <Recent {...told} />,
    drafts: <Drafts {...told} />,
    published: <Published {...told} />,
    workspaces: <Workspaces />,
    sites: <Sites stale={told.data.stale} />,
    server: data?.server ? <ServerCard first={data.server} /> : null,
  }
  const shown = cards.order.filter((id) => !cards.hidden.has(id))
  return (
    <Page>
      <PageHeader
        title={`${greeting(now.getHours())}，${session?.username ?? ''}`}
        text={today.format(now)}
        actions={
          <Button appearance="subtle" icon={<AppsSettingsRegular />} onClick={() => setArranging(true)}>
            {HOME.arrange}
          </Button>
        }
      />
      <div className={styles.grid}>
        {shown.map(
          (id) =>
            draw[id] && (
              <div key={id} className={mergeClasses(styles.cell, WIDE.has(id) && styles.wide)}>
                {draw[id]}
              </div>
            ),
        )}
      </div>
      {shown.length === 0 && <EmptyState title={HOME.none} text={HOME.noneText} />}
      {arranging && <ArrangeDialog cards={cards} onClose={() => setArranging(false)} />}
    </Page>
  )
}

/** B·§2: where 立即处理 leads. */
const TASKS_PATH = '/U176/U179'

/** How many approval tasks wait for the one who is signed in. */
function WaitingTasks() {
  const styles = useStyles()
  const count = useTaskCount()
  const open = useOpenScreen()
  return (
    <Card
      title={HOME.cards.tasks}
      actions={
        <Button appearance={count > 0 ? 'primary' : 'secondary'} onClick={() => open(TASKS_PATH)}>
          {HOME.handle}
        </Button>
      }
    >
      <div className={styles.tasks}>
        <CounterBadge count={count} showZero overflowCount={999} color={count > 0 ? 'danger' : 'informative'} />
        <Text>{HOME.waiting(count)}</Text>
      </div>
    </Card>
  )
}
