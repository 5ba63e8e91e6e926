import {
  Button,
  CounterBadge,
  Link,
  makeStyles,
  mergeClasses,
  Subtitle2,
  Text,
  tokens,
} from '@fluentui/react-components'
import { AppsSettingsRegular } from '@fluentui/react-icons'
import { type ReactNode, useState } from 'react'
import { MAX_COUNTED_DRAFTS, type Overview, type OverviewLink } from '#shared/contract/home.ts'
import { greeting } from '#shared/domain/greeting.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { useTaskCount } from '#renderer/features/approval/useTaskCount.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { lazyComponent } from '#renderer/ui/lazy/lazyComponent.tsx'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { useNavigation, useOpenScreen } from '#renderer/ui/page/navigation.ts'
import { QuickEntries } from './QuickEntries.tsx'
import { ServerCard } from './ServerCard.tsx'
import { Sites } from './Sites.tsx'
import { type CardId, useHomeCards } from './useHomeCards.ts'
import { listDefaultCards } from './defaultCards.ts'
import { Workspaces } from './Workspaces.tsx'
import { COLUMN_TYPE, manageUrlOf } from '#shared/domain/columnType.ts'
import { flattenBranches } from './newEntries.ts'
import { useNavigate } from 'react-router-dom'

const useLinkListStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid' },
  item: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    minHeight: '44px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTop: 'none' },
  },
  texts: { display: 'grid', flex: '1 1 auto', minWidth: 0, justifyItems: 'start' },
  cut: { maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  muted: { color: tokens.colorNeutralForeground3 },
  time: { color: tokens.colorNeutralForeground3, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
})

/** A list of recent work; each title links to its screen. */
function LinkList({ label, links }: { label: string; links: readonly OverviewLink[] }) {
  const styles = useLinkListStyles()
  const navigate = useNavigate()
  return (
    <ul className={styles.list} aria-label={label}>
      {links.map(({ title, note, path, time }, at) => (
        <li key={`${path} ${title} ${at}`} className={styles.item}>
          <div className={styles.texts}>
            {path === '' ? (
              <Text className={styles.cut}>{title}</Text>
            ) : (
              <Link as="button" className={styles.cut} title={title} onClick={() => void navigate(path)}>
                {title}
              </Link>
            )}
            <Text size={200} className={mergeClasses(styles.cut, styles.muted)} title={note}>
              {note}
            </Text>
          </div>
          <Text size={200} className={styles.time}>
            {formatShortTime(time)}
          </Text>
        </li>
      ))}
    </ul>
  )
}

/** A timestamp without the year and the seconds. */
const formatShortTime = (time: string): string => time.slice(5, 16)

/** The items that the account changed last. */
function RecentChanges(read: OverviewQuery) {
  const { recent } = read.data
  return (
    <Card title="最近修改">
      <CardContent {...read}>
        {recent.length === 0 ? (
          <EmptyState title="还没有修改记录" text="修改内容、模板或站点后，可从“最近修改”继续。" />
        ) : (
          <LinkList label="最近修改" links={recent} />
        )}
      </CardContent>
    </Card>
  )
}

/** The state of `home.overview`, the one call that fills these cards. */
interface OverviewQuery {
  data: Overview
  isPending: boolean
  error: Error | null
  retry: () => void
}

/** Shows a loading or error state until the overview has loaded, then the card's content. */
function CardContent({ isPending, error, retry, children }: OverviewQuery & { children: ReactNode }) {
  if (error) return <ErrorState error={error} onRetry={retry} />
  return isPending ? <LoadingState /> : children
}

/** How many entries of each site were published today. */
function PublishedToday(read: OverviewQuery) {
  const styles = useStyles()
  const { published } = read.data
  const maxCount = Math.max(1, ...published.map(({ count }) => count))
  return (
    <Card title="今天发布">
      <CardContent {...read}>
        {published.length === 0 && <EmptyState title="今天还没有发布内容" />}
        <ul className={styles.list} aria-label="今天发布">
          {published.map(({ siteId, title, count }) => (
            <li key={siteId} className={styles.item}>
              <Text className={styles.title} title={title}>
                {title}
              </Text>
              <Text className={styles.count}>{`${count} 篇`}</Text>
              <div className={styles.track} aria-hidden>
                <div className={styles.bar} style={{ width: `${(count / maxCount) * 100}%` }} />
              </div>
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  )
}

/** Prefix of the keys under which this computer stores unsaved entry forms: content/<column>/<entry>. */
const ENTRY_DRAFT_PREFIX = 'content/'

const describeMoreDrafts = (count: number): string =>
  count < MAX_COUNTED_DRAFTS
    ? `共 ${count} 篇草稿，仅显示最近修改的`
    : `有 ${MAX_COUNTED_DRAFTS} 篇以上草稿，仅显示最近修改的`

/** Unpublished entries, and forms that were closed without saving. */
function Drafts(read: OverviewQuery) {
  const styles = useStyles()
  const { drafts, draftCount } = read.data
  const unsaved = useUnsavedForms()
  const isEmpty = drafts.length === 0 && unsaved.length === 0
  return (
    <Card title="我的草稿">
      <CardContent {...read}>
        {isEmpty && <EmptyState title="还没有草稿" text="未发布的内容和未保存的表单会显示在“我的草稿”中。" />}
        {drafts.length > 0 && <LinkList label="我的草稿" links={drafts} />}
        {draftCount > drafts.length && <Text className={styles.muted}>{describeMoreDrafts(draftCount)}</Text>}
        {unsaved.length > 0 && (
          <>
            <Subtitle2 as="h3">未保存的表单</Subtitle2>
            <LinkList label="未保存的表单" links={unsaved} />
          </>
        )}
      </CardContent>
    </Card>
  )
}

/** Columns with unsaved forms; each link opens the column's list, which offers to restore the forms. */
function useUnsavedForms(): OverviewLink[] {
  const drafts = useRead('localDrafts.find', { prefix: ENTRY_DRAFT_PREFIX }, { quiet: true, onFocus: true }).data ?? []
  const branches = useNavigation().flatMap(({ tree = [] }) => flattenBranches(tree))
  const columns = new Map<string, string>()
  for (const { key, savedAt } of drafts) {
    const id = key.slice(ENTRY_DRAFT_PREFIX.length).split('/')[0] ?? ''
    if (!columns.has(id)) columns.set(id, savedAt)
  }
  return [...columns].map(([id, time]) => {
    const branch = branches.find(({ key }) => key === id)
    return {
      title: branch?.title ?? `栏目 ${id}`,
      note: `${branch?.title ?? `栏目 ${id}`}（本机暂存）`,
      path: branch?.path ?? manageUrlOf(COLUMN_TYPE.list, Number(id)),
      time,
    }
  })
}

/** Loaded on demand, because the code of dialogs would delay the first page after signing in. */
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
  muted: { color: tokens.colorNeutralForeground3 },
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalM },
  item: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalM}`,
  },
  title: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  count: { fontVariantNumeric: 'tabular-nums' },
  track: {
    gridColumn: '1 / -1',
    height: '8px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    overflow: 'hidden',
  },
  bar: { height: '100%', minWidth: '4px', backgroundColor: tokens.colorBrandBackground },
})

const today = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'full' })
/** Cards that span the full width of the page. */
const WIDE: ReadonlySet<CardId> = new Set(['tasks', 'quick', 'server'])
const EMPTY_OVERVIEW: Overview = { recent: [], drafts: [], draftCount: 0, published: [], stale: [], server: null }

/** The home page: greeting, pending approvals, recent work, sites and server state (A·§9, C·§2). */
export function Home() {
  const styles = useStyles()
  const session = useSession()
  const siteId = useCurrentSite()
  const [now] = useState(() => new Date())
  const [isArranging, setArranging] = useState(false)
  const cards = useHomeCards(listDefaultCards(useAuthority()))
  const { data, error, refetch } = useRead('home.overview', {}, { quiet: true, onFocus: true })
  const overview = {
    data: data ?? EMPTY_OVERVIEW,
    isPending: !data && !error,
    error: data ? null : error,
    retry: () => void refetch(),
  }
  const cardContents: Record<CardId, ReactNode> = {
    tasks: <WaitingTasks />,
    quick: <QuickEntries siteId={siteId} lately={[...overview.data.recent, ...overview.data.drafts]} />,
    recent: <RecentChanges {...overview} />,
    drafts: <Drafts {...overview} />,
    published: <PublishedToday {...overview} />,
    workspaces: <Workspaces />,
    sites: <Sites stale={overview.data.stale} />,
    server: data?.server ? <ServerCard first={data.server} /> : null,
  }
  const visibleCards = cards.order.filter((id) => !cards.hidden.has(id))
  return (
    <Page>
      <PageHeader
        title={`${greeting(now.getHours())}，${session?.username ?? ''}`}
        text={today.format(now)}
        actions={
          <Button appearance="subtle" icon={<AppsSettingsRegular />} onClick={() => setArranging(true)}>
            调整首页
          </Button>
        }
      />
      <div className={styles.grid}>
        {visibleCards.map(
          (id) =>
            cardContents[id] && (
              <div key={id} className={mergeClasses(styles.cell, WIDE.has(id) && styles.wide)}>
                {cardContents[id]}
              </div>
            ),
        )}
      </div>
      {visibleCards.length === 0 && <EmptyState title="首页上没有卡片" text="可以在“调整首页”中选择要显示的内容。" />}
      {isArranging && <ArrangeDialog cards={cards} onClose={() => setArranging(false)} />}
    </Page>
  )
}

/** The page that 立即处理 opens (B·§2). */
const TASKS_PATH = '/U176/U179'

/** The number of approval tasks that the signed-in account has to handle. */
function WaitingTasks() {
  const styles = useStyles()
  const count = useTaskCount()
  const open = useOpenScreen()
  return (
    <Card
      title="待审批"
      actions={
        <Button appearance={count > 0 ? 'primary' : 'secondary'} onClick={() => open(TASKS_PATH)}>
          立即处理
        </Button>
      }
    >
      <div className={styles.tasks}>
        <CounterBadge count={count} showZero overflowCount={999} color={count > 0 ? 'danger' : 'informative'} />
        <Text>{count === 0 ? '没有待审批的内容' : `有 ${count} 项内容待审批`}</Text>
      </div>
    </Card>
  )
}
