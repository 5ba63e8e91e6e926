import { Link, makeStyles, Text, tokens } from '@fluentui/react-components'
import type { Site } from '#shared/contract/site.ts'
import { decodePunycodeHost } from '#shared/util/hostName.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'

export const COLUMNS: readonly TableColumn<Site>[] = [
  { key: 'domain', title: '域名', render: (site) => <DomainLinks domain={site.domain} /> },
]

const useDomainLinksStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalM, minWidth: 0 },
  link: { maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  muted: { color: tokens.colorNeutralForeground3 },
})

/** Number of host names in a row; the dialog shows all. */
const MAX_SHOWN = 3

/** Links that open the site in the browser. */
function DomainLinks({ domain }: { domain: string }) {
  const styles = useDomainLinksStyles()
  const hosts = domainsOf(domain)
  if (hosts.length === 0) return <Text className={styles.muted}>未绑定</Text>
  return (
    <span className={styles.root}>
      {hosts.slice(0, MAX_SHOWN).map((host) => (
        <Link
          key={host}
          className={styles.link}
          href={`https://${host}`}
          target="_blank"
          rel="noreferrer"
          title={`在浏览器中打开 ${decodePunycodeHost(host)}`}
        >
          {decodePunycodeHost(host)}
        </Link>
      ))}
      {hosts.length > MAX_SHOWN && (
        <Text className={styles.muted} title={hosts.join('\n')}>
          等 {hosts.length} 个
        </Text>
      )}
    </span>
  )
}

/** The host names of a site's comma-separated text (contradictions.md 36). */
export const domainsOf = (domain: string): string[] => domain.split(',').filter(Boolean)
