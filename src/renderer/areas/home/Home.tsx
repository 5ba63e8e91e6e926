import {
  Badge,
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Text,
  tokens,
} from '@fluentui/react-components'
import { useState } from 'react'
import { GlobeRegular } from '@fluentui/react-icons'
import { greeting } from '#shared/domain/greeting.ts'
import type { Site } from '#shared/contract/site.ts'
import { hostInWords } from '#shared/util/hostName.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { useChooseSite, useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useTaskCount } from '#renderer/features/approval/useTaskCount.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { useNavigation, useOpenScreen } from '#renderer/ui/page/navigation.ts'
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
      <WaitingTasks />
      <QuickEntries />
      <div className={styles.grid}>
        <Workspaces />
        <Sites />
      </div>
    </Page>
  )
}

const TASKS_PATH = '/U176/U179'

/** Approval tasks that wait for the one who is signed in; nothing when none does. */
function WaitingTasks() {
  const count = useTaskCount()
  const open = useOpenScreen()
  if (count === 0) return null
  return (
    <MessageBar intent="info">
      <MessageBarBody>待审批：有 {count} 项内容等待您审批</MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={() => open(TASKS_PATH)}>
          去审批
        </Button>
      </MessageBarActions>
    </MessageBar>
  )
}

const useSitesStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid' },
  item: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    minHeight: '52px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTop: 'none' },
  },
  texts: { display: 'grid', flex: '1 1 auto', minWidth: 0 },
  muted: { color: tokens.colorNeutralForeground3, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})

/** The sites of the role; one of them is the current one. */
function Sites() {
  const { data, error, refetch } = useRead('site.page', { page: 1, size: 200 })
  return (
    <Card title="我的站点">
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />)}
      {data?.content.length === 0 && (
        <EmptyState icon={GlobeRegular} title="没有可用的站点" text="请联系管理员为您的角色分配站点。" />
      )}
      {data && <SiteList sites={data.content} />}
    </Card>
  )
}

function SiteList({ sites }: { sites: readonly Site[] }) {
  const styles = useSitesStyles()
  const current = useCurrentSite()
  const chooseSite = useChooseSite()
  return (
    <ul className={styles.list}>
      {sites.map((site) => (
        <li key={site.id} className={styles.item}>
          <div className={styles.texts}>
            <Text weight="semibold">{site.title}</Text>
            <Text size={200} className={styles.muted} title={hostInWords(site.domain)}>
              {hostInWords(site.domain) || site.symbol}
            </Text>
          </div>
          {site.id === current ? (
            <Badge appearance="tint">当前站点</Badge>
          ) : (
            <Button size="small" appearance="subtle" onClick={() => chooseSite(site.id)}>
              设为当前
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

const useQuickEntriesStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))',
    gap: tokens.spacingVerticalM,
    listStyle: 'none',
    margin: 0,
    padding: 0,
  },
  entry: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    width: '100%',
    padding: tokens.spacingHorizontalL,
    font: 'inherit',
    textAlign: 'start',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  icon: {
    display: 'grid',
    placeItems: 'center',
    width: '36px',
    height: '36px',
    fontSize: '20px',
    flexShrink: 0,
    color: tokens.colorBrandForeground1,
    backgroundColor: tokens.colorBrandBackground2,
    borderRadius: tokens.borderRadiusMedium,
  },
  texts: { display: 'grid', minWidth: 0 },
  muted: { color: tokens.colorNeutralForeground3 },
})

/** Every screen that the role opens, one click away. */
function QuickEntries() {
  const styles = useQuickEntriesStyles()
  const open = useOpenScreen()
  const entries = useNavigation()
    .flatMap((group) => group.leaves.map((leaf) => ({ ...leaf, group: group.title })))
    .filter((entry) => entry.path !== '/index')
  if (entries.length === 0) return null
  return (
    <nav aria-label="快捷入口">
      <ul className={styles.list}>
        {entries.slice(0, 12).map((entry) => (
          <li key={entry.path}>
            <button type="button" className={styles.entry} onClick={() => open(entry.path)}>
              <span className={styles.icon}>
                <entry.icon />
              </span>
              <span className={styles.texts}>
                <Text weight="semibold">{entry.title}</Text>
                {entry.group && (
                  <Text size={200} className={styles.muted}>
                    {entry.group}
                  </Text>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
