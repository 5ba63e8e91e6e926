import { Badge, Button, Link, makeStyles, Text, tokens } from '@fluentui/react-components'
import { GlobeRegular } from '@fluentui/react-icons'
import type { SiteCount } from '#shared/contract/home.ts'
import type { Site } from '#shared/contract/site.ts'
import { canSeeMenu } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { decodePunycodeHost } from '#shared/util/hostName.ts'
import { useChooseSite, useCurrentSite } from '#renderer/data/currentSite.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { useOpenScreen } from '#renderer/ui/page/navigation.ts'

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid' },
  item: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    minHeight: '52px',
    paddingBlock: tokens.spacingVerticalS,
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTop: 'none' },
  },
  texts: { display: 'grid', flex: '1 1 auto', minWidth: 0, justifyItems: 'start' },
  warning: { color: tokens.colorStatusWarningForeground1, fontSize: tokens.fontSizeBase200 },
  muted: {
    maxWidth: '100%',
    color: tokens.colorNeutralForeground3,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
})

const STATIC_PAGES_PATH = '/site/static-pages'

/** The sites that the account may use. `stalePages` counts the outdated static pages of each site. */
export function Sites({ stale: stalePages }: { stale: readonly SiteCount[] }) {
  const { data, error, refetch } = useRead('site.page', { page: 1, size: 200 })
  return (
    <Card title="我的站点">
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />)}
      {data?.content.length === 0 && (
        <EmptyState icon={GlobeRegular} title="没有可用的站点" text="请联系管理员为您的用户组分配站点。" />
      )}
      {data && <SiteList sites={data.content} stale={stalePages} />}
    </Card>
  )
}

function SiteList({ sites, stale: stalePages }: { sites: readonly Site[]; stale: readonly SiteCount[] }) {
  const styles = useStyles()
  const current = useCurrentSite()
  const chooseSite = useChooseSite()
  return (
    <ul className={styles.list}>
      {sites.map((site) => (
        <li key={site.id} className={styles.item}>
          <div className={styles.texts}>
            <Text weight="semibold">{site.title}</Text>
            <Text size={200} className={styles.muted} title={decodePunycodeHost(site.domain)}>
              {decodePunycodeHost(site.domain) || site.symbol}
            </Text>
            <StalePagesNote site={site} count={stalePages.find(({ siteId }) => siteId === site.id)?.count ?? 0} />
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

/** The number of outdated static pages; a link to 静态生成 for accounts that may open that screen. */
function StalePagesNote({ site, count }: { site: Site; count: number }) {
  const styles = useStyles()
  const canOpenStaticPages = canSeeMenu(useAuthority(), MENU.staticPages)
  const open = useOpenScreen()
  const chooseSite = useChooseSite()
  if (count === 0) return null
  if (!canOpenStaticPages) return <Text className={styles.warning}>{`${count} 个静态页面待更新`}</Text>
  const openStaticPages = (): void => {
    chooseSite(site.id)
    open(STATIC_PAGES_PATH)
  }
  return (
    <Link as="button" className={styles.warning} title={`静态生成：${site.title}`} onClick={openStaticPages}>
      {`${count} 个静态页面待更新`}
    </Link>
  )
}
