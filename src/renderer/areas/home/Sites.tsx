import { Badge, Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { GlobeRegular } from '@fluentui/react-icons'
import type { Site } from '#shared/contract/site.ts'
import { hostInWords } from '#shared/util/hostName.ts'
import { useChooseSite, useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { Card } from '#renderer/ui/layout/Card.tsx'

const useStyles = makeStyles({
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
export function Sites() {
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
  const styles = useStyles()
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
