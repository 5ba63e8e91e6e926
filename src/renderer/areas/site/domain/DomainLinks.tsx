import { Link, makeStyles, Text, tokens } from '@fluentui/react-components'
import { hostInWords } from '#shared/util/hostName.ts'
import { domainsOf } from './domains.ts'

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalM, minWidth: 0 },
  link: { maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  muted: { color: tokens.colorNeutralForeground3 },
})

/** So many stand in a row of the list; the dialog shows all. */
const SHOWN = 3

/** Links that open the site outside of this program. */
export function DomainLinks({ domain }: { domain: string }) {
  const styles = useStyles()
  const hosts = domainsOf(domain)
  if (hosts.length === 0) return <Text className={styles.muted}>未绑定</Text>
  return (
    <span className={styles.root}>
      {hosts.slice(0, SHOWN).map((host) => (
        <Link
          key={host}
          className={styles.link}
          href={`https://${host}`}
          target="_blank"
          rel="noreferrer"
          title={`在浏览器中打开 ${hostInWords(host)}`}
        >
          {hostInWords(host)}
        </Link>
      ))}
      {hosts.length > SHOWN && (
        <Text className={styles.muted} title={hosts.join('\n')}>
          等 {hosts.length} 个
        </Text>
      )}
    </span>
  )
}
