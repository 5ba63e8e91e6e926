import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { SearchRegular } from '@fluentui/react-icons'
import type { SessionStatus } from '#shared/contract/host.ts'
import { useChooseSite, useCurrentSite } from '#renderer/data/currentSite.ts'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { JobsMenu } from '#renderer/features/jobs/JobsMenu.tsx'
import { Logo } from '#renderer/ui/layout/Logo.tsx'
import { UploadsMenu } from '#renderer/features/uploads/UploadsMenu.tsx'
import { ThemeMenu } from './ThemeMenu.tsx'
import { UserMenu } from './UserMenu.tsx'

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    height: '52px',
    padding: `0 ${tokens.spacingHorizontalM} 0 ${tokens.spacingHorizontalL}`,
  },
  connection: {
    color: tokens.colorNeutralForeground3,
    borderLeft: `1px solid ${tokens.colorNeutralStroke1}`,
    paddingInlineStart: tokens.spacingHorizontalM,
    marginInlineStart: tokens.spacingHorizontalXS,
    maxWidth: '260px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  search: {
    margin: '0 auto',
    width: '320px',
    minWidth: '120px',
    justifyContent: 'flex-start',
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground3,
  },
  key: { marginInlineStart: 'auto', fontSize: tokens.fontSizeBase200 },
})

const isMac = navigator.platform.startsWith('Mac')

/** Product and connection, screen search, current site, long work, theme, account. */
export function Header({ session, onSearch }: { session: SessionStatus; onSearch: () => void }) {
  const styles = useStyles()
  const siteId = useCurrentSite()
  const chooseSite = useChooseSite()
  return (
    <header className={styles.root}>
      <Logo />
      <Text className={styles.connection} title={session.connection?.baseUrl}>
        {session.connection?.name}
      </Text>
      <Button className={styles.search} icon={<SearchRegular />} onClick={onSearch}>
        搜索功能
        <span className={styles.key}>{isMac ? '⌘K' : 'Ctrl+K'}</span>
      </Button>
      <SiteSelect label="当前站点" appearance="filled-lighter" value={siteId} onChange={chooseSite} />
      <UploadsMenu />
      <JobsMenu />
      <ThemeMenu />
      <UserMenu session={session} />
    </header>
  )
}
